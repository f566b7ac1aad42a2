import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readConfig } from "../config/config.ts";
import { checkFiles, checkProxy } from "./exposure.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-exposed-"));
  await writeFile(join(folder, "secret.key"), "x".repeat(64), { mode: 0o600 });
  await writeFile(join(folder, "tidings.config.ts"), "", { mode: 0o600 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const given = (...names: string[]) => ({
  file: join(folder, "tidings.config.ts"),
  sources: new Map(names.map((name) => [name, "file"] as const)),
});
const config = (more: Record<string, string> = {}) => readConfig({ TIDINGS_DATA: folder, ...more });

test("files that contain secrets may be read and changed only by their owner", async () => {
  expect(await checkFiles(config(), given("DATABASE_URL"))).toEqual([]);
  await chmod(join(folder, "secret.key"), 0o640);
  expect(await checkFiles(config(), given("DATABASE_URL"))).toEqual([]);
  await chmod(join(folder, "secret.key"), 0o644);
  await chmod(join(folder, "tidings.config.ts"), 0o644);
  expect(await checkFiles(config(), given("DATABASE_URL"))).toMatchObject([
    {
      level: "warning",
      about: "data folder",
      text: expect.stringContaining(`secret.key contains secrets and can be read`),
    },
    {
      level: "warning",
      about: "configuration",
      text: expect.stringContaining("tidings.config.ts contains secrets and can be read"),
    },
  ]);
  // Without secrets it may be readable by everyone. It is executed, so no one else may write to it.
  await chmod(join(folder, "secret.key"), 0o600);
  expect(await checkFiles(config(), given("TIDINGS_LISTEN"))).toEqual([]);
  await chmod(join(folder, "tidings.config.ts"), 0o664);
  expect(await checkFiles(config(), given("TIDINGS_LISTEN"))).toMatchObject([
    { level: "warning", about: "configuration", text: expect.stringContaining("tidings.config.ts can be changed") },
  ]);
});

test("a key from the environment, and a missing file, cause no warning", async () => {
  await chmod(join(folder, "secret.key"), 0o644);
  expect(await checkFiles(config({ TIDINGS_SECRET_KEY: "x".repeat(32) }), undefined)).toEqual([]);
  await rm(join(folder, "secret.key"));
  expect(await checkFiles(config(), undefined)).toEqual([]);
});

test("a local proxy that is not configured is detected by the public address", () => {
  const away = { TIDINGS_PUBLIC_URL: "https://sms.example.org" };
  expect(checkProxy(config(away))).toMatchObject([
    { level: "warning", about: "https", text: expect.stringContaining("TIDINGS_TRUSTED_PROXIES=127.0.0.1") },
  ]);
  expect(checkProxy(config({ ...away, TIDINGS_TRUSTED_PROXIES: "127.0.0.1" }))).toEqual([]);
  for (const own of ["http://127.0.0.1:8080", "http://[::1]:8080"]) {
    expect(checkProxy(config({ TIDINGS_PUBLIC_URL: own }))).toEqual([]);
  }
  expect(checkProxy(config())).toEqual([]);
  // If others reach it directly, the doctor has another message for it.
  expect(checkProxy(config({ ...away, TIDINGS_LISTEN: "0.0.0.0:8080" }))).toEqual([]);
});
