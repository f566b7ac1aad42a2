import { t } from "../../lib/translate.ts";
import { Snippets } from "./snippets.tsx";

/** Whether a call came from here, in the languages that receivers are written in. */
export function VerifyWebhook() {
  return (
    <Snippets
      label={t`Verify a webhook`}
      texts={{
        ts: `import { verifyWebhook } from "tidings-client/webhooks";

app.post("/hooks/sms", express.text({ type: "*/*" }), async (request, response) => {
  // It throws if the signature does not match, or if the call is more than five minutes old.
  const event = await verifyWebhook(request.body, request.headers, process.env.TIDINGS_WEBHOOK_SECRET);
  response.sendStatus(204);
  // webhook-id is the same for every attempt: an event that is known already is ignored.
  queue.add(request.headers["webhook-id"], event);
});`,
        py: `import base64, hashlib, hmac, os, time

KEY = base64.b64decode(os.environ["TIDINGS_WEBHOOK_SECRET"].removeprefix("whsec_"))

def is_genuine(headers, body: bytes) -> bool:
    event, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    digest = hmac.new(KEY, f"{event}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    # There are two signatures while a secret is replaced.
    return any(hmac.compare_digest(expected, one) for one in headers.get("webhook-signature", "").split(" "))`,
        php: `<?php
function is_genuine(string $body): bool
{
    $event = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr(getenv('TIDINGS_WEBHOOK_SECRET'), strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$event.$timestamp.$body", $key, true));
    // There are two signatures while a secret is replaced.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $one) {
        if (hash_equals($expected, $one)) {
            return true;
        }
    }
    return false;
}

http_response_code(is_genuine(file_get_contents('php://input')) ? 204 : 401);`,
      }}
    />
  );
}
