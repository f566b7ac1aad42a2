import { createSecretKey } from "node:crypto";

import { expect, test } from "vitest";

import type { Uuid } from "#lib/ids";

import { codeOf, isCode, type OtpIdentity } from "./otp-code.ts";

const key = createSecretKey(Buffer.alloc(32, 1));
const identity = (nth: number, digits = 6): OtpIdentity => ({
  id: `0197a6c2-5b7e-7c3a-9f1e-${String(nth).padStart(12, "0")}` as Uuid,
  numberHash: Buffer.alloc(32, 2),
  digits,
});

test("a code has the requested number of digits, with leading zeros, and is the same each time", () => {
  for (let digits = 4; digits <= 10; digits += 1) {
    expect(codeOf(key, identity(1, digits))).toMatch(new RegExp(String.raw`^\d{${digits}}$`));
    expect(codeOf(key, identity(1, digits))).toBe(codeOf(key, identity(1, digits)));
  }
});

test("another id, number or key gives another code", () => {
  const codes = [
    codeOf(key, identity(1, 10)),
    codeOf(key, identity(2, 10)),
    codeOf(key, { ...identity(1, 10), numberHash: Buffer.alloc(32, 3) }),
    codeOf(createSecretKey(Buffer.alloc(32, 9)), identity(1, 10)),
  ];
  expect(new Set(codes).size).toBe(4);
});

test("each first digit is as likely as any other", () => {
  const counts = Array.from({ length: 10 }, () => 0);
  for (let nth = 0; nth < 20_000; nth += 1) counts[Number(codeOf(key, identity(nth))[0])]! += 1;
  // 2,000 each; 6 standard deviations are 255. The key is fixed, so the counts are the same in every run.
  for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(255);
});

test("the code matches, even without the leading zeros that a number loses, and nothing else does", () => {
  const nth = Array.from({ length: 100 }, (_, index) => index).find((one) =>
    codeOf(key, identity(one)).startsWith("0"),
  )!;
  const code = codeOf(key, identity(nth));
  expect(isCode(key, code, identity(nth))).toBe(true);
  expect(isCode(key, String(Number(code)), identity(nth))).toBe(true);
  for (const other of ["", `0${code}`, `${code}0`, code.slice(1) + "x", codeOf(key, identity(nth + 1))]) {
    expect(isCode(key, other, identity(nth))).toBe(false);
  }
});
