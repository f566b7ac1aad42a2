import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "../config/config.ts";
import { writeRunningService } from "../running-service.ts";
import { describeNode } from "./node.ts";

const addressFor = (settings: Record<string, string>): string =>
  describeNode(readConfig(settings), () => undefined, false).ownUrl;

test("links lead to an address that can be opened, although the service listens on all addresses", () => {
  expect(addressFor({ TIDINGS_LISTEN: "0.0.0.0:8090" })).toBe("http://127.0.0.1:8090");
  expect(addressFor({ TIDINGS_LISTEN: "[::]:8090" })).toBe("http://[::1]:8090");
  expect(addressFor({ TIDINGS_LISTEN: "10.0.0.7:8090" })).toBe("http://10.0.0.7:8090");
  const behindProxy = { TIDINGS_LISTEN: "0.0.0.0:8090", TIDINGS_PUBLIC_URL: "https://sms.example.com" };
  expect(addressFor(behindProxy)).toBe("https://sms.example.com");
});

test("links that a command prints lead to the running service, whatever port that has", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tidings-node-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const config = readConfig({ TIDINGS_DATA: dataDir });
  const forget = await writeRunningService(config, "http://0.0.0.0:40123", "one");
  expect(describeNode(config, () => undefined, true).ownUrl).toBe("http://127.0.0.1:40123");
  await forget();
  expect(describeNode(config, () => undefined, true).ownUrl).toBe("http://127.0.0.1:8080");
});
