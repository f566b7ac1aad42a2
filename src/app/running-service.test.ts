import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readConfig, type Config } from "./config/config.ts";
import { localAddress, otherSettings, writeRunningService } from "./running-service.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tidings-running-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const configOf = (settings: Record<string, string> = {}): Config => readConfig({ TIDINGS_DATA: dataDir, ...settings });

test("what a killed service left behind is not trusted, although another process has its id by now", async () => {
  await writeRunningService(configOf(), "http://0.0.0.0:40123", "one");
  expect(localAddress(configOf())).toBe("http://127.0.0.1:40123");
  const file = join(dataDir, "running.json");
  const left = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...left, pid: process.ppid }));
  expect(localAddress(configOf())).toBe("http://127.0.0.1:8080");
});

test("the note of a service in another container, where its process has the same id, outlives a service that stops", async () => {
  const file = join(dataDir, "running.json");
  const forget = await writeRunningService(configOf(), "http://127.0.0.1:8080", "one");
  const others = JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), host: "another" });
  await writeFile(file, others);
  await forget();
  expect(await readFile(file, "utf8")).toBe(others);
});

test("another account or sender behind the same name is another gateway; the file has no secret", async () => {
  const withGateway = (dsn: string): Config => configOf({ TIDINGS_GATEWAY: dsn });
  const account = `AC${"1".repeat(32)}`;
  const ours = `twilio://${account}:a-s3cret@default?from=+15005550006`;
  await writeRunningService(withGateway(ours), "http://127.0.0.1:8080", "one");
  expect(await readFile(join(dataDir, "running.json"), "utf8")).not.toContain("a-s3cret");
  const differing = (dsn: string): readonly string[] => otherSettings(withGateway(dsn), "one");
  expect(differing(ours)).toEqual([]);
  expect(differing(ours.replaceAll("1111", "2222"))).toEqual(["TIDINGS_GATEWAY"]);
  expect(differing(ours.replace("5550006", "5550009"))).toEqual(["TIDINGS_GATEWAY"]);
});
