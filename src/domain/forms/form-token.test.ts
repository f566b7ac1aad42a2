import { createSecretKey, randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import { issueFormToken, readFormToken } from "./form-token.ts";

const key = createSecretKey(randomBytes(32));
const issued = Date.UTC(2026, 10, 23);
const token = issueFormToken(key, "news", issued, randomBytes(12));
const kindAt = (ms: number, slug = "news", text = token): string => readFormToken(key, slug, text, issued + ms).kind;

describe("readFormToken", () => {
  it("accepts a token between three seconds and two hours after it was issued", () => {
    expect([0, 2_999, 3_000, 7_200_000, 7_200_001].map((ms) => kindAt(ms))).toEqual([
      "early",
      "early",
      "good",
      "good",
      "late",
    ]);
  });

  it("does not accept a token from the future, as after a clock was set back", () => {
    expect(kindAt(-60_000)).toBe("early");
  });

  it("does not accept a token of another form, another key, or with any bit changed", () => {
    expect(kindAt(5_000, "new")).toBe("forged");
    expect(readFormToken(createSecretKey(randomBytes(32)), "news", token, issued + 5_000).kind).toBe("forged");
    const bytes = Buffer.from(token, "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const other = Buffer.from(bytes);
      other[at]! ^= 1;
      expect(kindAt(5_000, "news", other.toString("base64url"))).toBe("forged");
    }
  });

  it.each(["", "x", "A".repeat(10_000), token.slice(1), `${token}AAAA`, "\u0000", "%00"])("refuses %j", (text) => {
    expect(kindAt(5_000, "news", text)).toBe("forged");
  });
});
