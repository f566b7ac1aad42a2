import { createHash, createHmac } from "node:crypto";

import { expect, test } from "vitest";

import type { ProviderCall } from "#domain/gateways/gateway";

import { quietTools } from "../../../test/conformance/gateways/kit/base.ts";

import { isSignedByTwilio } from "../signatures/twilio.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const call = (
  url: string,
  fields: readonly (readonly [string, string])[],
  signature: string,
  headers = FORM,
): ProviderCall => ({
  method: "POST",
  url,
  query: Object.fromEntries(new URL(url).searchParams),
  headers: { ...headers, "x-twilio-signature": signature },
  body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
});
const sign = (text: string, token: string) => createHmac("sha1", token).update(text).digest("base64");

// The first vector is in Twilio's documentation; both agree with Twilio's own library, 6.2.0.
const DOCUMENTED = call(
  "https://example.com/myapp.php?foo=1&bar=2",
  [
    ["CallSid", "CA1234567890ABCDE"],
    ["Caller", "+14158675310"],
    ["Digits", "1234"],
    ["From", "+14158675310"],
    ["To", "+18005551212"],
  ],
  "L/OH5YylLD5NRKLltdqwSvS0BnU=",
);
const RECEIPT = call(
  "https://sms.example.org/svc/v1/hooks/twilio?t=abc",
  [
    ["To", "+12025550123"],
    ["MessageSid", "SM00000000000000000000000000000001"],
    ["MessageStatus", "delivered"],
    ["From", "+12025550199"],
    ["AccountSid", "AC00000000000000000000000000000000"],
  ],
  "EgVJsM4v0OEayn+fKwVH5HwnLoE=",
);

test("the published signatures are accepted in any order of the fields", () => {
  expect(isSignedByTwilio(DOCUMENTED, "12345")).toBe(true);
  expect(isSignedByTwilio(RECEIPT, "tok")).toBe(true);
});

test.each([
  ["another token", DOCUMENTED, "12346"],
  ["an empty token", DOCUMENTED, ""],
  ["another address", { ...DOCUMENTED, url: "https://example.com/myapp.php?foo=1&bar=3" }, "12345"],
  ["plain HTTP in its place", { ...DOCUMENTED, url: DOCUMENTED.url.replace("https", "http") }, "12345"],
  ["an additional field", { ...DOCUMENTED, body: `${DOCUMENTED.body}&Extra=1` }, "12345"],
  ["a missing field", { ...DOCUMENTED, body: DOCUMENTED.body.replace(/^[^&]*&/, "") }, "12345"],
  [
    "a value that swallows the next name",
    { ...DOCUMENTED, body: DOCUMENTED.body.replace("Digits=1234&From=", "Digits=1234From") },
    "12345x",
  ],
  [
    "a shorter signature",
    { ...DOCUMENTED, headers: { ...FORM, "x-twilio-signature": "L/OH5YylLD5NRKLltdqwSvS0Bn" } },
    "12345",
  ],
  ["no signature", { ...DOCUMENTED, headers: FORM }, "12345"],
])("a call with %s is forged", (_what, forged, token) => {
  expect(isSignedByTwilio(forged as ProviderCall, token)).toBe(false);
});

test("an address may be signed with or without its usual port, not with another one", () => {
  const url = "https://sms.example.org/r?a=1";
  const with443 = "https://sms.example.org:443/r?a=1";
  expect(isSignedByTwilio(call(url, [], sign(with443, "tok")), "tok")).toBe(true);
  expect(isSignedByTwilio(call(with443, [], sign(url, "tok")), "tok")).toBe(true);
  expect(isSignedByTwilio(call(url, [], sign("https://sms.example.org:8443/r?a=1", "tok")), "tok")).toBe(false);
});

test("a repeated field counts once per value, values sorted", () => {
  const url = "https://sms.example.org/r";
  const fields = [
    ["b", "2"],
    ["a", "1"],
    ["b", "1"],
    ["b", "2"],
  ] as const;
  expect(isSignedByTwilio(call(url, fields, sign(`${url}a1b1b2`, "tok")), "tok")).toBe(true);
});

test("a JSON body is covered by its hash in the address", () => {
  const body = '{"a":1}';
  const url = `https://sms.example.org/r?bodySHA256=${createHash("sha256").update(body).digest("hex")}`;
  const good = { ...call(url, [], sign(url, "tok"), { "content-type": "application/json" }), body };
  expect(isSignedByTwilio(good, "tok")).toBe(true);
  expect(isSignedByTwilio({ ...good, body: '{"a":2}' }, "tok")).toBe(false);
});

test("a form under another content type is not read: its fields are not signed", async () => {
  const { twilio } = await import("./twilio.ts");
  const url = "https://sms.example.org/r?ref=1";
  const sneaked = {
    ...call(
      url,
      [
        ["MessageStatus", "failed"],
        ["MessageSid", "SM1"],
      ],
      sign(url, "tok"),
    ),
    headers: { "x-twilio-signature": sign(url, "tok"), "content-type": "text/plain" },
  };
  const given = twilio.settings.parse({ sid: "AC1", token: "tok", from: "+1500" });
  const gateway = twilio.open(given, quietTools());
  expect(await gateway.receive!(sneaked)).toMatchObject({ receipts: [], inbound: [] });
});
