import { useSession } from "../../api/session.ts";
import { t } from "../../lib/translate.ts";
import { Snippets } from "./snippets.tsx";

/** A first text in three languages, with this site's address and the person's user name. */
export function QuickStart() {
  const { site, user } = useSession();
  const url = (site.public_url ?? location.origin).replace(/\/$/, "");
  // Within the quotes of a shell, and of a program.
  const shell = user.username.replaceAll("'", `'\\''`);
  const quoted = JSON.stringify(user.username);
  return (
    <Snippets
      label={t`Send a text`}
      texts={{
        curl: `curl -u '${shell}:PASSWORD' ${url}/svc/v1/send \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-4711-shipped' \\
  -d '{"numbers": ["+15005550000"], "message": "Order 4711 is on its way."}'`,
        ts: `import { createClient } from "tidings-client";

const tidings = createClient({
  url: "${url}",
  user: ${quoted},
  applicationPassword: process.env.TIDINGS_PASSWORD,
});

const sent = await tidings.sendMessage(
  { numbers: ["+15005550000"], message: "Order 4711 is on its way." },
  // The same key does the work once, however often the call is made.
  { idempotencyKey: "order-4711-shipped" },
);
console.log(sent.message_id);`,
        py: `import base64, json, os, urllib.request

credentials = ${quoted} + ":" + os.environ["TIDINGS_PASSWORD"]
call = urllib.request.Request(
    "${url}/svc/v1/send",
    json.dumps({"numbers": ["+15005550000"], "message": "Order 4711 is on its way."}).encode(),
    {
        "Authorization": "Basic " + base64.b64encode(credentials.encode()).decode(),
        "Content-Type": "application/json",
        # The same key does the work once, however often the call is made.
        "Idempotency-Key": "order-4711-shipped",
    },
)
with urllib.request.urlopen(call) as reply:
    print(json.load(reply)["data"]["message_id"])`,
      }}
    />
  );
}
