"""Receives webhooks, verifies their signatures, and processes each event once. Standard library only.

    WEBHOOK_SECRET=whsec_… PORT=9000 python3 examples/webhook_receiver.py
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "")
if not SECRET.startswith("whsec_"):
    raise SystemExit("WEBHOOK_SECRET must be the whsec_… that the registration has shown")
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))
TOLERANCE_S = 300
LARGEST = 64 * 1024
# A program with a database stores event and id there, in one transaction before it responds.
SEEN = set()


def is_genuine(headers, body):
    """Whether the call was signed with our secret, within five minutes."""
    event, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    digest = hmac.new(KEY, f"{event}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    # While a secret is being replaced there are two signatures.
    return any(hmac.compare_digest(expected, one) for one in headers.get("webhook-signature", "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        # A negative length would read until the caller closes the connection.
        if not 0 <= length <= LARGEST:
            return self.answer(413)
        # The body as received: parsed and serialized again, it would not have the same signature.
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return self.answer(401)
        self.answer(204)
        if self.headers["webhook-id"] not in SEEN:
            SEEN.add(self.headers["webhook-id"])
            event = json.loads(body)
            data = event["data"]
            print(event["type"], data.get("message_id", ""), data.get("recipient", ""), data.get("state", ""), flush=True)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer((os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "9000"))), Receiver)
    print(f"listening on port {server.server_port}", flush=True)
    server.serve_forever()
