// Sends a message and waits until the gateway has answered for every recipient; a receipt may follow.
// Node 20 or newer, no package.
//
//   TIDINGS='admin:application password' node examples/send.mjs +15005550000 "Hello"
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const api = process.env.API ?? "http://127.0.0.1:8080/svc/v1";
const authorization = `Basic ${Buffer.from(process.env.TIDINGS ?? "").toString("base64")}`;
const [number, message] = process.argv.slice(2);
if (!process.env.TIDINGS || !number || !message) {
  console.error("usage: TIDINGS=user:password node send.mjs NUMBER MESSAGE");
  process.exit(2);
}

/** One call. Network errors, 429 and 503 are retried: with the same key a message is accepted once. */
async function call(method, path, body, key) {
  for (let tries = 1; ; tries++) {
    const response = await fetch(api + path, {
      method,
      headers: {
        authorization,
        ...(body && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).catch((error) => {
      if (tries < 5) return null;
      console.error(`${api} cannot be reached: ${error.cause?.message ?? error.message}`);
      process.exit(1);
    });
    if (response?.ok) return (await response.json()).data;
    if (response && ((response.status !== 429 && response.status !== 503) || tries >= 5)) {
      const { code, message: words } = await response.json();
      console.error(`${response.status} ${code}: ${words}`);
      process.exit(1);
    }
    await wait(1_000 * Number(response?.headers.get("retry-after") ?? tries));
  }
}

const sent = await call("POST", "/send", { numbers: [number], message }, randomUUID());
console.log(`${sent.message_id}: accepted for ${sent.recipients.accepted}`);

for (;;) {
  const { state, deliveries } = await call("GET", `/messages/${sent.message_id}`);
  console.log(state, JSON.stringify(deliveries));
  if (!["resolving", "running"].includes(state)) break;
  await wait(500);
}
