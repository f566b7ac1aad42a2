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
      }}
    />
  );
}
