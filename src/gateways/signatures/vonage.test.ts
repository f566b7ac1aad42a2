import { createHash, createHmac } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { ProviderCall } from "#domain/gateways/gateway";

import { providerCall, webToken } from "../../../test/support/providers/provider-call.ts";
import { isSignedByVonage, isTokenOfVonage, vonageMethods } from "./vonage.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("vonage, by hash", () => {
  const now = 1_700_000_000_000;
  const fields = {
    messageId: "0A",
    msisdn: "447400123456",
    status: "delivered",
    text: "a&b=c",
    timestamp: "1700000000",
  };
  const text = "&messageId=0A&msisdn=447400123456&status=delivered&text=a_b_c&timestamp=1700000000";
  const made = (method: (typeof vonageMethods)[number]): string =>
    method === "md5hash"
      ? createHash("md5").update(`${text}s3cret`).digest("hex")
      : createHmac(method, "s3cret").update(text).digest("hex");
  const given = (sig: string, more: Record<string, string> = {}) => new URLSearchParams({ sig, ...fields, ...more });

  test.each(vonageMethods)("accepts %s in either case", (method) => {
    expect(isSignedByVonage(given(made(method)), "s3cret", method, now)).toBe(true);
    expect(isSignedByVonage(given(made(method).toUpperCase()), "s3cret", method, now)).toBe(true);
    expect(isSignedByVonage(given(made(method)), "S3cret", method, now)).toBe(false);
    expect(isSignedByVonage(given(made(method), { status: "failed" }), "s3cret", method, now)).toBe(false);
    expect(isSignedByVonage(given(made(method), { more: "1" }), "s3cret", method, now)).toBe(false);
  });

  test("a call that waited a day for our return is accepted, an older one is a replay", () => {
    expect(isSignedByVonage(given(made("sha256")), "s3cret", "sha256", now + 86_400_000)).toBe(true);
    expect(isSignedByVonage(given(made("sha256")), "s3cret", "sha256", now + 2 * 86_400_000)).toBe(false);
    expect(isSignedByVonage(given(made("sha256")), "s3cret", "sha256", now - 600_000)).toBe(false);
  });

  test("no signature, no time and no secret are refused", () => {
    expect(isSignedByVonage(new URLSearchParams(fields), "s3cret", "md5hash", now)).toBe(false);
    expect(isSignedByVonage(new URLSearchParams(), "s3cret", "md5hash", now)).toBe(false);
    expect(isSignedByVonage(given(made("md5hash")), "", "md5hash", now)).toBe(false);
  });
});

describe("vonage, by token", () => {
  const now = 1_700_000_000_000;
  const body = '{"message_uuid":"u","status":"delivered"}';
  const claims = { iss: "Vonage", iat: 1_700_000_000, jti: "j", api_key: "abcd1234", payload_hash: sha256(body) };
  const bearer = (more: object = {}): ProviderCall =>
    providerCall({ body, headers: { Authorization: `Bearer ${webToken({ ...claims, ...more }, "s3cret")}` } });

  const account = { apiKey: "abcd1234", secret: "s3cret", needsHash: true };

  test("accepts the account's token with a hash of the body, and one without only if that is allowed", async () => {
    expect(await isTokenOfVonage(bearer(), account, now)).toBe(true);
    const bare = bearer({ payload_hash: undefined });
    expect(await isTokenOfVonage(bare, account, now)).toBe(false);
    expect(await isTokenOfVonage(bare, { ...account, needsHash: false }, now)).toBe(true);
    expect(await isTokenOfVonage({ ...bearer(), body: "{}" }, { ...account, needsHash: false }, now)).toBe(false);
  });

  test.each([
    ["another body", { ...bearer(), body: `${body} ` }],
    ["another account's", bearer({ api_key: "other123" })],
    ["an old one", bearer({ iat: 1_700_000_000 - 2 * 86_400 })],
    ["one without a time", bearer({ iat: undefined })],
    ["none", providerCall({ body })],
    ["a password", providerCall({ body, headers: { authorization: "Basic abc" } })],
  ])("refuses %s", async (_what, given) => {
    expect(await isTokenOfVonage(given, account, now)).toBe(false);
  });
});
