import { describe, expect, it } from "vitest";

import type { OutgoingSms } from "#domain/gateways/gateway";

import { smsTo } from "../../../../test/conformance/gateways/kit/base.ts";

import { smppSettings } from "./settings.ts";
import { submitFields } from "./submit.ts";

const fields = (more: Partial<OutgoingSms>, given: Record<string, unknown> = {}) =>
  submitFields(
    smsTo("+447700900000", { text: "hi", ...more }),
    smppSettings.parse({ systemId: "a", host: "b", ...given }),
    7,
    Date.UTC(2026, 11, 31, 23, 59, 30),
  );

describe("the validity period", () => {
  it.each([
    ["relative", 259_200, "000003000000000R"],
    ["relative", 90_061, "000001010101000R"],
    ["relative", 59.5, "000000000100000R"],
    ["relative", 86_400 * 400, "000029235959000R"],
    ["relative", 0, "000000000001000R"],
    ["absolute", 90, "270101000100000+"],
    ["none", 600, undefined],
    ["relative", undefined, undefined],
  ])("%s, of %s seconds, is written %s", (validity, validFor, written) => {
    const [first] = fields(validFor === undefined ? {} : { validFor }, { validity });
    expect(first!["validity_period"]).toBe(written);
  });
});

describe("the octets", () => {
  it.each([
    [160, 1, 160],
    [161, 2, 6 + 153],
    [306, 2, 6 + 153],
    [307, 3, 6 + 153],
  ])("of %i GSM characters make %i PDUs of at most %i octets", (length, parts, octets) => {
    const all = fields({ text: "x".repeat(length) });
    expect(all).toHaveLength(parts);
    expect((all[0]!["short_message"] as Buffer).length).toBe(octets);
  });

  it("of a text that is declared GSM but is not are UCS-2, and lose nothing", () => {
    const [first] = fields({ text: "naïve ç" });
    expect(first).toMatchObject({ data_coding: 8 });
    expect((first!["short_message"] as Buffer).swap16().toString("utf16le")).toBe("naïve ç");
  });

  it("never exceed the 254 that the library can write, whatever the text", () => {
    for (const text of ["x".repeat(1_530), "€".repeat(700), "😀".repeat(500)]) {
      const encoding = text.startsWith("😀") ? "ucs2" : "gsm7";
      for (const part of fields({ text, encoding })) {
        expect((part["short_message"] as Buffer).length).toBeLessThanOrEqual(140 + 20);
      }
    }
  });
});
