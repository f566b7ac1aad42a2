// A gateway of your own: whatever can send a text and speak HTTP (a modem, a company's own relay) becomes a provider.
// This one pretends to send, and reports half a second later that the text was delivered. Node 20 or newer, no package.
//
//   TOKEN=change-me PORT=7070 node examples/own-gateway.mjs
//
// It prints the DSN to put into TIDINGS_GATEWAY. What its parts mean: docs/reference/gateways/http.md.
// A provider that needs more than a description takes a file in the service: docs/guide/write-a-gateway.md.
import { createServer } from "node:http";

const token = process.env.TOKEN ?? "";
if (token === "") {
  console.error("TOKEN must be set: with it the service proves itself");
  process.exit(2);
}

/** Ids by the service's reference. Kept on disk it would make `dedup=true` hold across restarts, too. */
const taken = new Map();

async function take(request, response) {
  const answer = (status, body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (request.headers.authorization !== `Bearer ${token}`) return answer(401, { error: "unauthorized" });
  let text = "";
  for await (const chunk of request) text += chunk;
  const sms = JSON.parse(text);
  // Refused permanently: 429 or 503 would be retried, and 500 would leave the outcome unknown.
  if (sms.to.startsWith("+999")) return answer(422, { error: "no_such_number" });
  // The same reference is the same text: it is sent once, however often the service repeats the call.
  if (!taken.has(sms.ref)) {
    taken.set(sms.ref, `own-${taken.size + 1}`);
    console.log(`sending to ${sms.to}: ${sms.text}`);
    if (sms.receipt) setTimeout(() => void arrived(sms.receipt, taken.get(sms.ref)), 500);
  }
  answer(200, { id: taken.get(sms.ref) });
}

const server = createServer((request, response) => {
  // A caller that hangs up in the middle of a call must not end this program.
  take(request, response).catch((error) => {
    console.error(error.message);
    response.destroy();
  });
});

/** Reports the outcome of a text to the service. The address contains a secret and the text's reference. */
async function arrived(address, id) {
  const call = { method: "POST", headers: { "content-type": "application/json" } };
  const told = await fetch(address, { ...call, body: JSON.stringify({ id, state: "delivered" }) }).catch(() => null);
  if (!told?.ok) setTimeout(() => void arrived(address, id), 30_000);
}

server.listen(Number(process.env.PORT ?? 7070), "127.0.0.1", () => {
  const template = JSON.stringify({ to: "{to}", text: "{text}", ref: "{ref}", receipt: "{receipt_url}" });
  const query = [
    "name=own",
    "auth=bearer",
    `body=${encodeURIComponent(template)}`,
    "id=/id",
    "code=/error",
    "rejected=no_such_number",
    "dedup=true",
    "receipt_state=state",
    "receipt_id=id",
    "receipt_delivered=delivered",
  ];
  console.log(
    `TIDINGS_GATEWAY='http://:${encodeURIComponent(token)}@127.0.0.1:${server.address().port}/sms?${query.join("&")}'`,
  );
});
