import { generateKeyPairSync, sign } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { ProviderCall } from "#domain/gateways/gateway";

import { providerCall } from "../../../test/support/providers/provider-call.ts";
import { isSignedByTelnyx, telnyxKey } from "./telnyx.ts";

describe("telnyx", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
  const body = '{"data":{"event_type":"message.finalized"}}';
  const now = 1_700_000_000_000;
  const signed = (timestamp: string, text = body): ProviderCall =>
    providerCall({
      body: text,
      headers: {
        "Telnyx-Timestamp": timestamp,
        "Telnyx-Signature-Ed25519": sign(null, Buffer.from(`${timestamp}|${text}`), privateKey).toString("base64"),
      },
    });

  test("accepts what the private key signed within five minutes", () => {
    expect(isSignedByTelnyx(signed("1700000000"), telnyxKey(raw), now)).toBe(true);
    expect(isSignedByTelnyx(signed("1699999701"), telnyxKey(raw), now)).toBe(true);
  });

  test.each([
    ["another body", { ...signed("1700000000"), body: `${body}\n` }],
    ["a call caught six minutes ago", signed("1699999640")],
    ["a call from the future", signed("1700000360")],
    ["a time that is none", signed("now")],
    ["no headers", providerCall({ body })],
    [
      "a signature cut short",
      providerCall({ body, headers: { "telnyx-timestamp": "1700000000", "telnyx-signature-ed25519": "AAAA" } }),
    ],
  ])("refuses %s", (_what, given) => {
    expect(isSignedByTelnyx(given, telnyxKey(raw), now)).toBe(false);
  });

  test("refuses any other key, and does not throw on one that is not a point of the curve", () => {
    const other = generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" }).subarray(-32);
    for (const key of [other, Buffer.alloc(32), Buffer.alloc(32, 0xff)]) {
      expect(isSignedByTelnyx(signed("1700000000"), telnyxKey(key.toString("base64")), now)).toBe(false);
    }
  });
});
