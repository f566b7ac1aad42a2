import { createSecretKey, randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { SealBroken, secretBox } from "./secret-box.ts";

const key = createSecretKey(randomBytes(32));
const box = secretBox(key);

test("a sealed secret opens again under the same key and context", () => {
  const text = "whsec_ünïcode ✓";
  expect(secretBox(key).open(box.seal(text, "webhook:1"), "webhook:1")).toBe(text);
  expect(box.open(box.seal("", "x"), "x")).toBe("");
});

test("the same secret is sealed differently each time and is never visible", () => {
  const [a, b] = [box.seal("geheim", "x"), box.seal("geheim", "x")];
  expect(a.equals(b)).toBe(false);
  expect(a.includes("geheim")).toBe(false);
});

test("a secret moved to another row, opened with another key or cut short is refused", () => {
  const sealed = box.seal("geheim", "webhook:1");
  expect(() => box.open(sealed, "webhook:2")).toThrow(SealBroken);
  expect(() => secretBox(createSecretKey(randomBytes(32))).open(sealed, "webhook:1")).toThrow(SealBroken);
  expect(() => box.open(sealed.subarray(0, 20), "webhook:1")).toThrow(SealBroken);
  expect(() => box.open(new Uint8Array(), "webhook:1")).toThrow(SealBroken);
});

test("one flipped bit anywhere is detected", () => {
  const sealed = box.seal("geheim", "x");
  for (let index = 0; index < sealed.length; index += 1) {
    const broken = Buffer.from(sealed);
    broken[index]! ^= 1;
    expect(() => box.open(broken, "x")).toThrow(SealBroken);
  }
});

test("the fingerprint distinguishes keys and a short key is refused", () => {
  expect(secretBox(key).fingerprint.equals(box.fingerprint)).toBe(true);
  expect(secretBox(createSecretKey(randomBytes(32))).fingerprint.equals(box.fingerprint)).toBe(false);
  expect(() => secretBox(createSecretKey(randomBytes(31)))).toThrow("32 bytes");
});
