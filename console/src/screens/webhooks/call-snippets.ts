import { inShell } from "../../lib/in-shell.ts";

/** One call as its receiver got it. */
export type SentCall = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

const verified = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/**
 * Programs for this very call: one sends it to a receiver again, the others check its signature. The secret is not in
 * them.
 */
export function callSnippets({ body, headers }: SentCall) {
  const signature = Object.fromEntries(verified.map((name) => [name, headers[name] ?? ""]));
  return {
    curl: `# This call once more, for your program on this machine. Its time is old: allow that while you try.
curl http://127.0.0.1:9000/hook \\
${Object.entries(headers)
  .map(([name, value]) => `  -H ${inShell(`${name}: ${value}`)} \\`)
  .join("\n")}
  --data-binary ${inShell(body)}`,
    ts: `import { verifyWebhook } from "tidings-client/webhooks";

const headers = ${JSON.stringify(signature, null, 2)};
const body = ${JSON.stringify(body)};

// For live calls, omit toleranceSeconds: the default refuses replayed ones.
const secret = process.env.TIDINGS_WEBHOOK_SECRET!;
const event = await verifyWebhook(body, headers, secret, { toleranceSeconds: Infinity });
console.log("valid:", event.type);`,
    py: `import base64, hashlib, hmac, os

headers = ${JSON.stringify(signature, null, 4)}
body = ${JSON.stringify(body)}

key = base64.b64decode(os.environ["TIDINGS_WEBHOOK_SECRET"].removeprefix("whsec_"))
signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}"
expected = base64.b64encode(hmac.new(key, signed.encode(), hashlib.sha256).digest()).decode()
# During a rotation there are two signatures, with a space between them.
given = [one.removeprefix("v1,") for one in headers["webhook-signature"].split(" ")]
print("valid" if any(hmac.compare_digest(expected, one) for one in given) else "not valid")`,
  };
}
