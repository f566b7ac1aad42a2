import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { checkClock, checkFolder } from "./computer.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-doctor-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const plenty = async (): Promise<number> => 2 ** 40;

test("a folder that exists, or can be created, is fine", async () => {
  expect(await checkFolder(folder, plenty)).toEqual([]);
  expect(await checkFolder(join(folder, "not", "yet"), plenty)).toEqual([]);
});

test("a folder that could never be created is an error that names the setting", async () => {
  await writeFile(join(folder, "file"), "");
  const text = expect.stringMatching(/file: it is not a folder\. Set TIDINGS_DATA\.$/);
  expect(await checkFolder(join(folder, "file", "data"), plenty)).toEqual([
    { level: "error", about: "data folder", text },
  ]);
});

test.runIf(existsSync("/proc/self"))("a file system that counts no blocks is not reported as full", async () => {
  expect((await statfs("/proc")).blocks).toBe(0);
  expect(await checkFolder("/proc")).not.toContainEqual(expect.objectContaining({ about: "disk" }));
});

test("a nearly full disk is a warning, and the disk checked is that of the future folder", async () => {
  const asked: string[] = [];
  const nearlyFull = async (path: string): Promise<number> => {
    asked.push(path);
    return 400 * 1024 ** 2;
  };
  expect(await checkFolder(join(folder, "not-yet"), nearlyFull)).toMatchObject([
    { level: "warning", text: expect.stringMatching(/^400 MiB are free\./) },
  ]);
  expect(asked).toEqual([folder]);
});

test("a clock is reported if it is minutes away from the database's, and in which direction", () => {
  expect(checkClock(2_000)).toEqual([]);
  expect(checkClock(-240_000)).toMatchObject([{ level: "warning", text: expect.stringContaining("240 s behind") }]);
  expect(checkClock(90_000)).toMatchObject([{ text: expect.stringContaining("90 s ahead of") }]);
});
