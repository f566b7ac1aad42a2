import { createSecretKey, randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import type { Phone } from "../recipients/phone.ts";
import { codeWait, hashCode, matchesCode, newCode } from "./activation-code.ts";

const key = createSecretKey(Buffer.alloc(32, 1));
const phone = "+4915112345678" as Phone;

/** Returns the draws one after the other, as four bytes each. */
function drawing(...draws: number[]): (bytes: number) => Uint8Array {
  return () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(draws.shift()!);
    return bytes;
  };
}

describe("newCode", () => {
  it("is always six digits, leading zeros kept", () => {
    expect(newCode(drawing(0))).toBe("000000");
    expect(newCode(drawing(42))).toBe("000042");
    expect(newCode(drawing(1_999_999))).toBe("999999");
  });

  it("discards draws beyond the last whole million, which would make low codes likelier", () => {
    expect(newCode(drawing(4_294_967_295, 4_294_000_000, 7))).toBe("000007");
    expect(newCode(drawing(4_293_999_999))).toBe("999999");
  });

  it("is uniform over the first digit", () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 20_000; i += 1) counts[Number(newCode(randomBytes)[0])]! += 1;
    // 2,000 each; 6 standard deviations are 255.
    for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(255);
  });
});

describe("matchesCode", () => {
  const stored = hashCode(key, phone, "123456");

  it("matches the code that was hashed, under its key and for its number only", () => {
    expect(matchesCode(key, phone, "123456", stored)).toBe(true);
    expect(matchesCode(key, phone, "123457", stored)).toBe(false);
    expect(matchesCode(createSecretKey(Buffer.alloc(32, 2)), phone, "123456", stored)).toBe(false);
    expect(matchesCode(key, "+4915112345679" as Phone, "123456", stored)).toBe(false);
  });

  it("never matches if nothing is stored, or something that is not a hash", () => {
    expect(matchesCode(key, phone, "123456", null)).toBe(false);
    expect(matchesCode(key, phone, "123456", Buffer.alloc(0))).toBe(false);
    expect(matchesCode(key, phone, "123456", Buffer.alloc(32))).toBe(false);
  });
});

describe("codeWait", () => {
  const requests = (count: number, newest: number): number[] =>
    Array.from({ length: count }, (_, i) => newest + i * 100);

  it.each([
    [null, [], 0],
    [0, [0], 60],
    [59.2, [59.2], 1],
    [60, [60], 0],
    [null, requests(9, 100), 0],
    [200, requests(10, 200), 86_400 - 1_100],
    [10, requests(10, 10), 86_400 - 910],
    [null, requests(10, 85_500), 0],
  ])("after a code %s seconds ago and requests %j is %d", (age, ages, wait) => {
    expect(codeWait(age, ages)).toBe(wait);
  });
});
