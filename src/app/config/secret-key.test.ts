import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { Secret } from "#lib/secret";

import { loadSecretKey } from "./secret-key.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-key-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("the first start creates a key that only its owner can read, and every later one finds it", async () => {
  const inner = join(folder, "not", "there", "yet");
  const first = await loadSecretKey(null, inner);
  const again = await loadSecretKey(null, inner);
  expect(again.fingerprint.equals(first.fingerprint)).toBe(true);
  expect((await stat(join(inner, "secret.key"))).mode & 0o777).toBe(0o600);
  // Other users can neither see the files beside it nor hold its lock.
  expect((await stat(inner)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "not", "there"))).mode & 0o055).toBe(0o777 & ~process.umask() & 0o055);
  expect(await readdir(inner)).toEqual(["secret.key"]);
});

test("many nodes that start at once all have the same key, and none a half-written one", async () => {
  const keys = await Promise.all(Array.from({ length: 40 }, () => loadSecretKey(null, folder)));
  const text = (await readFile(join(folder, "secret.key"), "utf8")).trim();
  const expected = await loadSecretKey(new Secret(text), folder);
  expect(new Set(keys.map((key) => key.fingerprint.toString("hex")))).toEqual(
    new Set([expected.fingerprint.toString("hex")]),
  );
  expect(await readdir(folder)).toEqual(["secret.key"]);
});

test("an empty or truncated key file is refused: anyone could guess that key", async () => {
  for (const text of ["", "\n", "   \n", "abc\n"]) {
    await writeFile(join(folder, "secret.key"), text);
    await expect(loadSecretKey(null, folder)).rejects.toThrow(/secret\.key contains no key/);
  }
});

test("each purpose has its own key, and the fingerprint is none of them", async () => {
  const key = await loadSecretKey(new Secret("x".repeat(32)), folder);
  const keys = [...["a", "b", "fingerprint"].map((purpose) => key.derive(purpose).export()), key.fingerprint];
  expect(new Set(keys.map((one) => one.toString("hex"))).size).toBe(4);
  expect(key.derive("a").equals(key.derive("a"))).toBe(true);
});
