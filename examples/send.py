"""Sends a message and waits until the gateway has answered for every recipient; a receipt may follow.

    Python 3.9 or newer, standard library only.

    TIDINGS='admin:application password' python3 examples/send.py +15005550000 "Hello"
"""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

API = os.environ.get("API", "http://127.0.0.1:8080/svc/v1")


def call(method, path, body=None, key=None):
    """One call. Network errors, 429 and 503 are retried: with the same key a message is accepted once."""
    headers = {"Authorization": "Basic " + base64.b64encode(os.environ["TIDINGS"].encode()).decode()}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(1, 6):
        request = urllib.request.Request(API + path, data, headers, method=method)
        pause = attempt
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)["data"]
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == 5:
                answer = json.load(error)
                raise SystemExit(f"{error.code} {answer['code']}: {answer['message']}") from error
            pause = int(error.headers.get("Retry-After", attempt))
        except OSError as error:
            if attempt == 5:
                raise SystemExit(f"{API} cannot be reached: {error}") from error
        time.sleep(pause)


def main():
    if len(sys.argv) != 3 or "TIDINGS" not in os.environ:
        raise SystemExit("usage: TIDINGS=user:password send.py NUMBER MESSAGE")
    number, message = sys.argv[1:]
    sent = call("POST", "/send", {"numbers": [number], "message": message}, str(uuid.uuid4()))
    print(f"{sent['message_id']}: accepted for {sent['recipients']['accepted']}")
    while True:
        status = call("GET", f"/messages/{sent['message_id']}")
        print(status["state"], json.dumps(status["deliveries"]))
        if status["state"] not in ("resolving", "running"):
            break
        time.sleep(0.5)


if __name__ == "__main__":
    main()
