import { describe, expect, test } from "vitest";

import type { ProviderCall } from "#domain/gateways/gateway";

import { providerCall } from "../../../test/support/providers/provider-call.ts";
import { isSignedBySinch } from "./sinch.ts";

describe("sinch", () => {
  const body = '{"type":"recipient_delivery_report_sms","batch_id":"01"}';
  const signed = (more: Record<string, string> = {}): ProviderCall =>
    providerCall({
      body,
      headers: {
        // Made by @sinch/sdk-client 1.5.0.
        "x-sinch-webhook-signature": "sXPktR7EGrTCs7FYO/xwyCLHotie10eLaXHkym84Aao=",
        "x-sinch-webhook-signature-nonce": "n1",
        "x-sinch-webhook-signature-timestamp": "1634579353",
        "x-sinch-webhook-signature-algorithm": "HmacSHA256",
        ...more,
      },
    });
  const now = 1_634_579_353_000;

  test("agrees with the vendor's library", () => {
    expect(isSignedBySinch(signed(), "sec", now)).toBe(true);
    expect(isSignedBySinch(signed(), "sec", now + 299_000)).toBe(true);
  });

  test.each([
    ["another body", { ...signed(), body: `${body} ` }, "sec", now],
    ["another secret", signed(), "Sec", now],
    ["no secret", signed(), "", now],
    ["another nonce", signed({ "x-sinch-webhook-signature-nonce": "n2" }), "sec", now],
    ["another algorithm", signed({ "x-sinch-webhook-signature-algorithm": "none" }), "sec", now],
    ["no time", signed({ "x-sinch-webhook-signature-timestamp": "" }), "sec", now],
    ["a call caught six minutes ago", signed(), "sec", now + 360_000],
    ["a call from the future", signed(), "sec", now - 360_000],
  ])("refuses %s", (_what, given, secret, at) => {
    expect(isSignedBySinch(given, secret, at)).toBe(false);
  });
});
