// Receives webhooks, verifies their signatures, and processes each event once. Node 20 or newer, no package.
//
//   WEBHOOK_SECRET=whsec_… PORT=9000 node examples/webhook-receiver.mjs
//
// The signature is that of https://www.standardwebhooks.com, which has libraries for many languages.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = process.env.WEBHOOK_SECRET ?? "";
if (!secret.startsWith("whsec_")) {
  console.error("WEBHOOK_SECRET must be the whsec_… that the registration has shown");
  process.exit(2);
}
const key = Buffer.from(secret.slice("whsec_".length), "base64");
const TOLERANCE_S = 300;
const LARGEST = 64 * 1024;

/**
 * Whether the call was signed with our secret, within five minutes. While a secret is being replaced there are two
 * signatures.
 */
function isGenuine(headers, body) {
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const [version, signature = ""] = one.split(",");
    const given = Buffer.from(signature, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** A program with a database stores event and id there, in one transaction before it responds. */
const seen = new Set();

async function receive(request, response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST) return response.writeHead(413, { connection: "close" }).end();
    chunks.push(chunk);
  }
  // The body as received: parsed and serialized again, it would not have the same signature.
  const body = Buffer.concat(chunks);
  if (request.method !== "POST" || !isGenuine(request.headers, body)) return response.writeHead(401).end();
  // Respond at once and process afterwards; events may arrive twice and in any order.
  response.writeHead(204).end();
  const id = request.headers["webhook-id"];
  if (seen.has(id)) return;
  seen.add(id);
  const { type, data } = JSON.parse(body.toString());
  console.log(type, data.message_id ?? "", data.recipient ?? "", data.state ?? "");
}

const server = createServer((request, response) => {
  // A caller that hangs up in the middle of a call must not end this program.
  receive(request, response).catch((error) => {
    console.error(error.message);
    response.destroy();
  });
});
server.listen(Number(process.env.PORT ?? 9000), process.env.HOST ?? "127.0.0.1", () =>
  console.log(`listening on port ${server.address().port}`),
);
