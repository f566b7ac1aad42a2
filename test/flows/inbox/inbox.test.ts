import { createHmac } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { startReceiver, type Receiver } from "../../support/webhooks/receiver.ts";
import { verified } from "../../support/webhooks/webhooks.ts";

const AUTH = "auth-token";
let service: TestService;
let receiver: Receiver;
let secret: string;
beforeAll(async () => {
  receiver = await startReceiver();
  const twilio = `twilio://AC00000000000000000000000000000000:${AUTH}@127.0.0.1:1?from=%2B15005550006&name=signed`;
  service = await startTestService({
    TIDINGS_GATEWAY: `failover(${twilio} elks://user:word@127.0.0.1:1?from=ACME&name=plain)`,
  });
  const hook = await service.call("POST", "/webhook", { webhook_url: receiver.url, type: ["new_incoming_sms"] });
  secret = hook.body.data.secret;
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});

/** A provider's call to the address that the API shows for its settings. */
async function tell(gateway: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const { receipt_url: url } = (await service.call("GET", `/gateways/${gateway}`)).body.data;
  const answer = await service.app.request(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  return { url: url as string, status: answer.status };
}

async function signed(fields: Record<string, string>, token = AUTH) {
  const { receipt_url: url } = (await service.call("GET", "/gateways/signed")).body.data;
  const text =
    url +
    Object.keys(fields)
      .toSorted()
      .map((key) => key + fields[key])
      .join("");
  const signature = createHmac("sha1", token).update(text).digest("base64");
  return tell("signed", fields, { "x-twilio-signature": signature });
}

const from = "+4915112345678";
const twilio = (body: string, sid: string) => ({
  MessageSid: sid,
  From: from,
  To: "+15005550006",
  Body: body,
  NumMedia: "0",
});
const elks = (message: string, id: string) => ({
  direction: "incoming",
  id,
  from: "+33612345678",
  to: "+46701234567",
  message,
  created: "x",
});

test("inbound messages from a vendor that signs and from one that does not are reported once and appear in the inbox", async () => {
  expect((await signed(twilio("Hello\nthere", "SM1"))).status).toBe(200);
  // A vendor that did not receive our response retries.
  await signed(twilio("Hello\nthere", "SM1"));
  expect((await tell("plain", elks("Bonjour", "e1"))).status).toBe(200);
  await receiver.received(2);
  expect(receiver.calls.map((call) => verified(secret, call))).toMatchObject([
    { type: "new_incoming_sms", data: { sender: from, text: "Hello\nthere", gateway: "signed" } },
    { type: "new_incoming_sms", data: { sender: "+33612345678", text: "Bonjour", gateway: "plain" } },
  ]);
  const { body } = await service.call("GET", "/inbox");
  expect(body.data.items).toMatchObject([
    {
      sender: "+33612345678",
      recipient: "+46701234567",
      message: "Bonjour",
      gateway: "plain",
      keyword: null,
      media: [],
    },
    { sender: from, message: "Hello\nthere", gateway: "signed", received_at: expect.stringMatching(/Z$/) },
  ]);
});

test("a forged signature and a wrong token change nothing", async () => {
  expect((await signed(twilio("Forged", "SM2"), "another")).status).toBe(401);
  const { url } = await tell("plain", elks("x", "e0"));
  const wrong = await service.app.request(url.replace(/[^/]{3}$/, "AAA"), { method: "POST", body: "" });
  expect(wrong.status).toBe(404);
  const { items } = (await service.call("GET", "/inbox")).body.data;
  expect(items.map((item: any) => item.message)).not.toContain("Forged");
});

test("the inbox is filtered, and read page by page without a gap or a duplicate", async () => {
  for (let nth = 0; nth < 5; nth += 1) await tell("plain", elks(`Text ${nth}`, `p${nth}`));
  await signed(twilio("STOP", "SM9"));
  const read = async (query: string): Promise<any> => (await service.call("GET", `/inbox?${query}`)).body.data;
  const seen: string[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
    const page: any = await read(`gateway=plain&per_page=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items.map((item: any) => item.message));
    cursor = page.pagination.next_cursor;
  }
  expect(seen).toEqual(["Text 4", "Text 3", "Text 2", "Text 1", "Text 0", "x", "Bonjour"]);
  expect((await read("keyword=stop")).items).toMatchObject([{ message: "STOP", sender: from, keyword: "stop" }]);
  expect((await read(`sender=${encodeURIComponent("0049 151 12345678")}`)).items.length).toBe(2);
  expect((await read("date_to=2020-01-01")).items).toEqual([]);
  expect((await read("date_from=2020-01-01")).items.length).toBe(9);
  const { status, body } = await service.call("GET", "/inbox?cursor=x&keyword=y&date_from=z");
  expect([status, body.data.details.map((detail: any) => detail.field).toSorted()]).toEqual([
    400,
    ["cursor", "date_from", "keyword"],
  ]);
});
