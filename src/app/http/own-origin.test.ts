import { expect, test } from "vitest";

import { ownOrigins } from "./own-origin.ts";

const isOwn = ownOrigins(["https://sms.example.org/tidings", "http://127.0.0.1:8080"]);
const at = (host: string, encrypted = false) => ({ ip: "192.0.2.1", confidential: true, encrypted, host });

test("the public address and the listening address are own, whatever Host a proxy writes", () => {
  expect(isOwn("https://sms.example.org", at("backend:3000", true))).toBe(true);
  expect(isOwn("http://127.0.0.1:8080", at(""))).toBe(true);
  expect(isOwn("http://127.0.0.1:8081", at(""))).toBe(false);
  expect(isOwn("http://sms.example.org", at("", true))).toBe(false);
});

test("the address that was called is own, with a port or with the scheme's default", () => {
  expect(isOwn("https://sms.local", at("sms.local:443", true))).toBe(true);
  expect(isOwn("https://SMS.local", at("sms.LOCAL", true))).toBe(true);
  expect(isOwn("http://[::1]:8080", at("[::1]:8080"))).toBe(true);
  expect(isOwn("https://sms.local:8443", at("sms.local", true))).toBe(false);
});

test("a page from plain http is not own if the call is encrypted", () => {
  expect(isOwn("http://sms.local", at("sms.local", true))).toBe(false);
});

test.each(["", "null", "about:blank", "file://", "https://", "https://evil.example", "//sms.local", "sms.local"])(
  "%s is not own",
  (origin) => expect(isOwn(origin, at("sms.local"))).toBe(false),
);
