import { createHmac } from "node:crypto";

import { describe, expect, test } from "vitest";

import { providerCall } from "../../../test/support/providers/provider-call.ts";
import { isSignedByPlivo } from "./plivo.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

describe("plivo", () => {
  const token = "my_auth_token";
  const nonce = "05429567804466091622";
  const body = form({ Status: "delivered", MessageUUID: "u-1", To: "12025550123" });
  const third = (signature: string) => ({
    ...FORM,
    "X-Plivo-Signature-V3": signature,
    "X-Plivo-Signature-V3-Nonce": nonce,
  });
  const hmac = (text: string): string => createHmac("sha256", token).update(text).digest("base64");

  // Digests made by the vendor's own library, version 4.79.0.
  test.each([
    ["https://sms.example.org/h?x=1", "orvFwLFgnh7kLX45FJf80PjJidFIEWZUi32xU/PEGBc="],
    ["https://sms.example.org/h", "xrf7+IZ9bTDttoVk/C+tDwt/Q/nd3kJLboy96HIdK34="],
  ])("agrees with the version 3 signature of a form posted to %s", (url, signature) => {
    expect(isSignedByPlivo(providerCall({ url, headers: third(signature), body }), token)).toBe(true);
    expect(isSignedByPlivo(providerCall({ url: `${url}&a=b`, headers: third(signature), body }), token)).toBe(false);
    expect(isSignedByPlivo(providerCall({ url, headers: third(signature), body: `${body}1` }), token)).toBe(false);
    expect(isSignedByPlivo(providerCall({ url, headers: third(signature), body }), "")).toBe(false);
  });

  test("accepts one right signature among several, and the main account's", () => {
    const url = "https://sms.example.org/h";
    const right = "xrf7+IZ9bTDttoVk/C+tDwt/Q/nd3kJLboy96HIdK34=";
    expect(isSignedByPlivo(providerCall({ url, headers: third(`AAAA, ${right}`), body }), token)).toBe(true);
    const main = { ...FORM, "x-plivo-signature-ma-v3": right, "x-plivo-signature-v3-nonce": nonce };
    expect(isSignedByPlivo(providerCall({ url, headers: main, body }), token)).toBe(true);
  });

  test("signs a GET with its query sorted, and repeated fields by value", () => {
    const url = "https://sms.example.org:8443/h?b=2&a=%C3%A9&b=1";
    const headers = third(hmac(`https://sms.example.org:8443/h?a=é&b=1&b=2.${nonce}`));
    expect(isSignedByPlivo(providerCall({ method: "GET", url, headers }), token)).toBe(true);
    const bare = third(hmac(`https://sms.example.org/h.${nonce}`));
    expect(isSignedByPlivo(providerCall({ method: "GET", headers: bare }), token)).toBe(true);
  });

  test("accepts version 2 only if there is no version 3", () => {
    const second = {
      ...FORM,
      "x-plivo-signature-v2": hmac(`https://sms.example.org/h${nonce}`),
      "x-plivo-signature-v2-nonce": nonce,
    };
    const url = "https://sms.example.org/h?ref=1";
    expect(isSignedByPlivo(providerCall({ url, headers: second, body }), token)).toBe(true);
    expect(isSignedByPlivo(providerCall({ url: "https://sms.example.org/g", headers: second, body }), token)).toBe(
      false,
    );
    expect(isSignedByPlivo(providerCall({ url, headers: { ...third("AAAA"), ...second }, body }), token)).toBe(false);
    expect(isSignedByPlivo(providerCall({ url, headers: FORM, body }), token)).toBe(false);
  });
});
