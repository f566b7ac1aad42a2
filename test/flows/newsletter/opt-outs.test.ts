import { createHmac } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

const AUTH = "auth-token";
let service: TestService;
beforeAll(async () => {
  const gateways = [
    "africastalking://user:key@127.0.0.1:1?from=ACME&name=list",
    `twilio://AC00000000000000000000000000000000:${AUTH}@127.0.0.1:1?from=%2B15005550006&name=signed`,
    "vonage://key:secret@127.0.0.1:1?from=ACME&name=digits",
  ];
  // +49 376312345 is a number in Auerbach, +376 312345 one in Andorra.
  service = await startTestService({ TIDINGS_GATEWAY: `failover(${gateways.join(" ")})`, TIDINGS_COUNTRY: "DE" });
});
afterAll(() => service.end());

async function tell(gateway: string, fields: Record<string, string>): Promise<number> {
  const { receipt_url: url } = (await service.call("GET", `/gateways/${gateway}`)).body.data;
  const sorted = Object.keys(fields).toSorted();
  const text = url + sorted.map((key) => key + fields[key]).join("");
  const answer = await service.app.request(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": createHmac("sha1", AUTH).update(text).digest("base64"),
    },
    body: new URLSearchParams(fields).toString(),
  });
  return answer.status;
}
const suppressed = async (): Promise<string[]> =>
  (await service.pool.query("select phone from suppressions order by phone")).rows.map((row) => row.phone);

test("a person who opts out at the vendor gets nothing more from here, as after a STOP, however often it is reported", async () => {
  const phone = "+254711111111";
  await service.call("POST", "/newsletter", { mobile: phone, name: "A", group_id: [] });
  for (let nth = 0; nth < 2; nth += 1) expect(await tell("list", { senderId: "ACME", phoneNumber: phone })).toBe(200);
  expect(await suppressed()).toEqual([phone]);
  const { rows } = await service.pool.query(
    "select kind, data from events where phone = $1 and kind like 'suppression%'",
    [phone],
  );
  expect(rows).toMatchObject([{ kind: "suppression.added", data: { source: "list" } }]);
  // A message from the person themselves lifts it again.
  await tell("list", { id: "in-1", from: phone, to: "22384", text: "START", date: "x" });
  expect(await suppressed()).toEqual([]);
});

test("an opt-out without a number, or from a sender that is not a person, changes nothing and is no error", async () => {
  for (const phoneNumber of ["", "x", "+1", "\0"])
    expect(await tell("list", { senderId: "ACME", phoneNumber })).toBe(200);
  expect(await suppressed()).toEqual([]);
});

test("a word that only the vendor's account treats as STOP is one, because the vendor says so", async () => {
  const text = { MessageSid: "SM1", From: "+4915112345678", To: "+15005550006", NumMedia: "0" };
  await tell("signed", { ...text, Body: "genug jetzt", OptOutType: "STOP" });
  expect(await suppressed()).toEqual(["+4915112345678"]);
  await tell("signed", { ...text, MessageSid: "SM2", Body: "START", OptOutType: "START" });
  expect(await suppressed()).toEqual([]);
  await tell("signed", { MessageSid: "SM3", MessageStatus: "failed", To: "+4915112345678", ErrorCode: "21610" });
  expect(await suppressed()).toEqual(["+4915112345678"]);
});

test("a STOP from Andorra does not affect a domestic number with the same digits", async () => {
  await tell("digits", { messageId: "1", msisdn: "376312345", to: "447700900000", text: "STOP" });
  expect(await suppressed()).toContain("+376312345");
  expect(await suppressed()).not.toContain("+49376312345");
});

test("a STOP from Mexico counts for the number that gets the texts, whether or not the operator adds the old 1", async () => {
  await tell("signed", { MessageSid: "MX1", From: "+5215512345678", To: "+15005550006", NumMedia: "0", Body: "STOP" });
  expect(await suppressed()).toContain("+525512345678");
});

test("a STOP from Benin counts for the number of today, also if the operator reports the one of 2024", async () => {
  await tell("signed", { MessageSid: "BJ1", From: "+22997123456", To: "+15005550006", NumMedia: "0", Body: "STOP" });
  expect(await suppressed()).toContain("+2290197123456");
});

test("a STOP from Argentina counts for the number with and without the 9, and so does a START", async () => {
  const both = ["+541123456789", "+5491123456789"];
  const said = { To: "+15005550006", NumMedia: "0" };
  await tell("signed", { MessageSid: "AR1", From: both[0]!, Body: "STOP", ...said });
  expect(await suppressed()).toEqual(expect.arrayContaining(both));
  await tell("signed", { MessageSid: "AR2", From: both[1]!, Body: "START", ...said });
  expect((await suppressed()).filter((phone) => phone.startsWith("+54"))).toEqual([]);
  await tell("signed", { MessageSid: "AR3", MessageStatus: "failed", To: both[1]!, ErrorCode: "21610" });
  expect(await suppressed()).toEqual(expect.arrayContaining(both));
});

const text = (from: string, id: string, words: string, date: string) =>
  tell("list", { id, from, to: "22384", text: words, date });

test("a START that was sent before a STOP and arrives after it lifts nothing, and one that was sent after it does", async () => {
  const phone = "+254722222222";
  await text(phone, "late-1", "STOP", "2026-11-20T10:00:00Z");
  await text(phone, "late-2", "START", "2026-11-20T09:59:59Z");
  expect(await suppressed()).toContain(phone);
  await text(phone, "late-3", "START", "2026-11-20T10:00:00Z");
  expect(await suppressed()).not.toContain(phone);
});

test("a START between two STOPs that arrives last lifts nothing", async () => {
  const phone = "+254733333333";
  await text(phone, "twice-1", "STOP", "2026-11-20T10:00:00Z");
  await text(phone, "twice-2", "STOP", "2026-11-20T12:00:00Z");
  // An even later report of the first one does not take the second one back.
  await text(phone, "twice-0", "STOP", "2026-11-20T09:00:00Z");
  await text(phone, "twice-3", "START", "2026-11-20T11:00:00Z");
  expect(await suppressed()).toContain(phone);
  await text(phone, "twice-4", "START", "2026-11-20T13:00:00Z");
  expect(await suppressed()).not.toContain(phone);
});

test("a STOP of unknown time counts from its arrival, and a START of unknown time lifts what arrived before it", async () => {
  const phone = "+254744444444";
  await text(phone, "undated-1", "STOP", "today");
  await text(phone, "undated-2", "START", "2026-11-20T10:00:00Z");
  expect(await suppressed()).toContain(phone);
  await text(phone, "undated-3", "START", "");
  expect(await suppressed()).not.toContain(phone);
});
