import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { statesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

/** Fewer doubts in a row than the engine accepts before it leaves a gateway alone. */
const COUNT = 10;
const KEY = "signing-key-of-the-phone";

type Text = { readonly id: string; readonly phoneNumbers: readonly [string]; readonly textMessage: { text: string } };

/** Messages by id, as a phone stores them. */
const texts = new Map<string, Text>();
let calls = 0;
/** A phone that accepts every message, and whose network breaks before it can say so the first time. */
const phone = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    calls += 1;
    const text = JSON.parse(Buffer.concat(pieces).toString()) as Text;
    if (texts.has(text.id)) {
      response.writeHead(409, { "content-type": "application/json" });
      response.end('{"message":"message with the same ID already exists"}');
      return;
    }
    texts.set(text.id, text);
    request.socket.destroy();
  });
});

let service: TestService;
beforeAll(async () => {
  await new Promise<void>((resolve) => phone.listen(0, "127.0.0.1", resolve));
  const { port } = phone.address() as AddressInfo;
  service = await startTestService({
    TIDINGS_PUBLIC_URL: "https://sms.example.org",
    TIDINGS_GATEWAY: `smsgate+http://user:password@127.0.0.1:${port}/message?name=phone&signing_key=${KEY}`,
  });
});
afterAll(async () => {
  await service?.end();
  phone.closeAllConnections();
  await new Promise((resolve) => phone.close(resolve));
});

const states = async (): Promise<Record<string, number>> => {
  return statesOf(service.pool);
};

/** The phone's call to us. */
function tell(event: string, payload: object, key = KEY) {
  const id = createHash("sha256")
    .update(`${event}${JSON.stringify(payload)}`)
    .digest("hex");
  const raw = JSON.stringify({ deviceId: "d1", event, id, payload });
  const at = String(Math.floor(Date.now() / 1_000));
  const { pathname } = new URL(service.gateways.receiptAddress("phone")!);
  return service.call("POST", pathname.replace("/svc/v1", ""), undefined, {
    as: null,
    raw,
    headers: {
      "x-timestamp": at,
      "x-signature": createHmac("sha256", key)
        .update(raw + at)
        .digest("hex"),
    },
  });
}

test("if every first response is lost, each message is looked up under its id, and sent once", async () => {
  const answer = await service.call("POST", "/send", { numbers: numbers(COUNT), message: "Hello" });
  expect(answer.status).toBe(200);
  await eventually(async () => (await states())["sent"] === COUNT);
  expect(texts.size).toBe(COUNT);
  expect(new Set([...texts.values()].map(({ phoneNumbers }) => phoneNumbers[0])).size).toBe(COUNT);
  expect(calls).toBe(2 * COUNT);
});

test("receipts find their delivery by the id we assigned, and forged ones change nothing", async () => {
  for (const { id, phoneNumbers } of texts.values()) {
    const payload = { messageId: id, recipient: phoneNumbers[0] };
    expect((await tell("sms:delivered", payload, "guess")).status).toBe(401);
    expect((await tell("sms:sent", payload)).status).toBe(200);
  }
  expect(await states()).toEqual({ sent: COUNT });
  for (const { id, phoneNumbers } of texts.values())
    await tell("sms:delivered", { messageId: id, recipient: phoneNumbers[0] });
  await eventually(async () => (await states())["delivered"] === COUNT);
});

test("an inbound message is in the inbox once, however often the phone repeats its call", async () => {
  const payload = { messageId: "m1", sender: "+447400123456", recipient: "+447400000001", message: "Hé 😀" };
  for (let time = 0; time < 3; time += 1) expect((await tell("sms:received", payload)).status).toBe(200);
  const { rows } = await service.pool.query("select sender, recipient, body from inbox");
  expect(rows).toEqual([{ sender: "+447400123456", recipient: "+447400000001", body: "Hé 😀" }]);
});
