import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { ProviderCall } from "#domain/gateways/gateway";

import { providerCall, webToken } from "../../../test/support/providers/provider-call.ts";
import { isSignedByMessageBird } from "./messagebird.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("messagebird", () => {
  const now = 1_700_000_000_000;
  const url = "https://sms.example.org/h?ref=1&status=delivered";
  const claims = { iss: "MessageBird", nbf: 1_699_999_990, exp: 1_700_000_050, jti: "j", url_hash: sha256(url) };
  const made = (more: object = {}, body = ""): ProviderCall =>
    providerCall({
      method: "GET",
      url,
      body,
      headers: { "MessageBird-Signature-JWT": webToken({ ...claims, ...more }, "key") },
    });

  test("accepts a call without and with a body", async () => {
    expect(await isSignedByMessageBird(made(), "key", now)).toBe(true);
    expect(await isSignedByMessageBird(made({ payload_hash: sha256("a=b") }, "a=b"), "key", now)).toBe(true);
  });

  test.each([
    ["another address", { ...made(), url: `${url}1` }, now],
    ["an unsigned body", made({}, "a=b"), now],
    ["another body", made({ payload_hash: sha256("a=b") }, "a=c"), now],
    ["a hash of a body that is not there", made({ payload_hash: sha256("a=b") }), now],
    ["another issuer", made({ iss: "Bird" }), now],
    ["a call without an end", made({ exp: undefined }), now],
    ["a call caught a minute ago", made(), now + 60_000],
    ["a call that is not valid yet", made(), now - 60_000],
    ["no token", providerCall({ method: "GET", url }), now],
  ])("refuses %s", async (_what, given, at) => {
    expect(await isSignedByMessageBird(given, "key", at)).toBe(false);
  });

  test("refuses another key", async () => {
    expect(await isSignedByMessageBird(made(), "Key", now)).toBe(false);
  });
});
