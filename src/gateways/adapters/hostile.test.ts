import { afterAll, beforeAll, expect, test } from "vitest";

import type { ProviderCall } from "#domain/gateways/gateway";

import { openQuietly, smsTo } from "../../../test/conformance/gateways/kit/base.ts";
import { playProvider } from "../../../test/conformance/gateways/kit/provider.ts";
import { says } from "../../../test/conformance/gateways/kit/says.ts";
import { definitions } from "../index.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

const open = (dsn: string) => openQuietly(dsn, definitions);
const at = (scheme: string, rest = "") => open(`${scheme}@${provider.host}?from=ACME${rest}`);

const pair = [smsTo("+447400123456"), smsTo("+12025550123")];
const call = (body: string, type = "application/x-www-form-urlencoded"): ProviderCall => ({
  method: "POST",
  url: "https://sms.example.org/svc/v1/receipts/main/abc",
  headers: { "content-type": type },
  query: {},
  body,
});

test.each([
  [
    "clickatell",
    "clickatell+http://key",
    {
      messages: [
        { apiMessageId: "m1", accepted: true, to: "447400123456", error: null },
        { apiMessageId: null, accepted: false, to: "12025550123", error: { code: 25, description: "no" } },
      ],
      error: null,
    },
  ],
  [
    "clicksend",
    "clicksend+http://user:key",
    {
      response_code: "BAD_REQUEST",
      data: {
        messages: [
          { message_id: "m1", status: "SUCCESS", to: "+447400123456" },
          { message_id: "", status: "INVALID_RECIPIENT", to: "+12025550123" },
        ],
      },
    },
  ],
])("a message that %s accepted within a refused call is not sent again", async (_id, dsn, body) => {
  for (const status of [400, 207, 500]) {
    provider.answers(says(status, body));
    const [taken, refused] = await at(dsn).send(pair);
    expect(provider.seen).toHaveLength(1);
    expect(taken!.kind).toBe(status === 207 ? "accepted" : "unknown");
    expect(refused!.kind).toBe("rejected");
  }
});

test("a list under an error status does not count as accepted at SMSAPI, and a number that it rewrote is still found", async () => {
  const list = [{ id: "m1", status: "QUEUE", number: "0048500000000", submitted_number: "48500000000" }];
  provider.answers(says(500, { count: 1, list }));
  expect((await at("smsapi+http://token").send([smsTo("+48500000000")]))[0]!.kind).toBe("unknown");
  provider.answers(says(200, { count: 1, list }));
  expect(await at("smsapi+http://token").send([smsTo("+48500000000")])).toMatchObject([
    { kind: "accepted", providerIds: ["m1"] },
  ]);
});

test("if one of SMSAPI's lists lacks an entry, no delivery gets another's result", () => {
  const gateway = at("smsapi+http://token");
  expect(gateway.receive!(call("MsgId=a,b&status_name=DELIVERED&idx=r1,r2"))).toMatchObject({ receipts: [] });
  expect(gateway.receive!(call("MsgId=a,b&status_name=DELIVERED,FAILED&idx=r2&to=48500000001"))).toEqual(
    expect.objectContaining({
      receipts: [
        { state: "delivered", providerId: "a" },
        { state: "failed", providerId: "b", code: "FAILED" },
      ],
    }),
  );
});

test("a demo account's refusal of one number does not stop Vonage for all messages", async () => {
  provider.answers(says(200, { "message-count": "1", messages: [{ status: "29", "error-text": "not listed" }] }));
  expect(await at("vonage+http://key:secret").send([smsTo("+447400123456")])).toMatchObject([
    { kind: "rejected", code: "29" },
  ]);
});

test("a file that AWS may not read does not stop the gateway, a missing permission to send does", async () => {
  const gateway = at("aws+http://AKIAKEY:secret", "&region=eu-west-1");
  const media = ["https://bucket.s3.eu-west-1.amazonaws.com/a.jpg"];
  const silent = open(`aws+http://AKIAKEY:secret@${provider.host}?region=eu-west-1`);
  expect(await silent.send([smsTo("+447400123456", { media })])).toMatchObject([{ code: "sender_missing" }]);
  provider.answers(says(400, { __type: "AccessDeniedException", Message: "denied" }));
  expect(await gateway.send([smsTo("+447400123456", { media })])).toMatchObject([{ kind: "rejected" }]);
  expect(await gateway.send([smsTo("+447400123456")])).toMatchObject([{ kind: "stop" }]);
  provider.answers(says(400, { __type: "AccessDeniedException", Message: "off", Reason: "ACCOUNT_DISABLED" }));
  expect(await gateway.send([smsTo("+447400123456", { media })])).toMatchObject([{ kind: "stop" }]);
});

test("a vendor's code that contains a number is not passed on, in an outcome or a receipt", async () => {
  provider.answers(says(400, { error: { code: "to/447400123456", description: "" } }));
  expect(JSON.stringify(await at("clickatell+http://key").send([smsTo("+447400123456")]))).not.toContain("4474001");
  const events = at("clicksend+http://user:key").receive!(call("message_id=m&status_code=301&error_code=447400123456"));
  expect(JSON.stringify(await events)).not.toContain("4474001");
});

test("Vonage's address for receipts has no parameter that a signed query would lack", async () => {
  provider.answers(says(200, {}));
  await at("vonage+http://key:secret").send([
    smsTo("+447400123456", { receiptUrl: "https://sms.example.org/r?ref=x" }),
  ]);
  expect(new URLSearchParams(provider.seen[0]!.body).get("callback")).toBe("https://sms.example.org/r");
});

test("a message that GatewayAPI's filter refuses is not retried in halves", async () => {
  provider.answers(says(403, { code: "0x0312", message: "no" }));
  expect(await at("gatewayapi+http://key").send(pair)).toMatchObject([{ kind: "rejected" }, { kind: "rejected" }]);
  expect(provider.seen).toHaveLength(1);
});

test("Infobip requires a sender: a setting without one is refused", () => {
  expect(() => open("infobip://KEY@abc.api.infobip.com")).toThrow(/from/);
});

// Andorra's numbers have nine digits with the country code: they must not be read as domestic numbers.
const ANDORRA = "376312345";
test.each([
  [
    "bulksms",
    "bulksms+http://id:secret",
    JSON.stringify([{ type: "RECEIVED", id: "1", from: ANDORRA, to: "1", body: "STOP" }]),
  ],
  [
    "clickatell",
    "clickatell+http://key",
    JSON.stringify({ messageId: "1", fromNumber: ANDORRA, toNumber: "1", text: "STOP" }),
  ],
  [
    "gatewayapi",
    "gatewayapi+http://key",
    JSON.stringify({ id: 1, msisdn: Number(ANDORRA), receiver: 1, message: "STOP" }),
  ],
  [
    "infobip",
    "infobip+http://key",
    JSON.stringify({ results: [{ messageId: "1", from: ANDORRA, to: "1", text: "STOP" }] }),
  ],
  [
    "messagebird",
    "messagebird+http://key",
    JSON.stringify({ id: "1", originator: ANDORRA, recipient: "1", body: "STOP" }),
  ],
  [
    "sinch",
    "sinch+http://plan:token",
    JSON.stringify({ type: "mo_text", id: "1", from: ANDORRA, to: "1", body: "STOP" }),
  ],
  ["smsapi", "smsapi+http://token", `MsgId=1&sms_from=${ANDORRA}&sms_to=1&sms_text=STOP`],
  ["vonage", "vonage+http://key:secret", JSON.stringify({ messageId: "1", msisdn: ANDORRA, to: "1", text: "STOP" })],
])("%s marks a short international number as international", async (_id, dsn, body) => {
  expect(await at(dsn).receive!(call(body, "application/json"))).toMatchObject({ inbound: [{ from: `+${ANDORRA}` }] });
});

test("a GatewayAPI receipt for a short international number reads it as one: its id is shared by the call", async () => {
  const body = JSON.stringify({ id: 1, msisdn: Number(ANDORRA), status: "DELIVERED" });
  expect(await at("gatewayapi+http://key").receive!(call(body))).toMatchObject({
    receipts: [{ phone: `+${ANDORRA}` }],
  });
});

test.each([
  ["africastalking", "africastalking+http://user:key", "senderId=ACME&phoneNumber=%2B254711111111", "+254711111111"],
  [
    "bulksms",
    "bulksms+http://id:secret",
    JSON.stringify([{ type: "SENT", id: "1", to: "447400123456", status: { type: "FAILED", subtype: "BLOCKED" } }]),
    "+447400123456",
  ],
  [
    "telnyx",
    "telnyx+http://key",
    JSON.stringify({
      data: {
        event_type: "message.finalized",
        payload: {
          id: "1",
          to: [{ phone_number: "+12025550123", status: "sending_failed" }],
          errors: [{ code: "40300" }],
        },
      },
    }),
    "+12025550123",
  ],
])("%s reports a person who opted out there", async (_id, dsn, body, phone) => {
  expect(await at(dsn).receive!(call(body))).toMatchObject({ optOuts: [phone] });
});
