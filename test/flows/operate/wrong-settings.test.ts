import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { startService } from "../../support/service/service.ts";

let connection: { url: string };
let folder: string;
beforeAll(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-settings-"));
});
afterAll(async () => {
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["TIDINGS_TRUSTED_PROXIES", "10.0.0.0/8 proxy.internal", 'TIDINGS_TRUSTED_PROXIES: "proxy.internal" is neither'],
  ["TIDINGS_OUTBOUND_ALLOW", "https://example.com", 'TIDINGS_OUTBOUND_ALLOW: "https://example.com" is neither'],
  ["TIDINGS_GATEWAY", "twilio://default", "gateway (twilio): username is missing"],
  ["TIDINGS_GATEWAY", "carrierpigeon://x", "gateway"],
  ["TIDINGS_COUNTRY", "XX", "TIDINGS_COUNTRY is not a country"],
  ["TIDINGS_SENDER", "far too long for it", "TIDINGS_SENDER is neither letters and digits"],
  ["TIDINGS_SENDER", "A\r\nB", "TIDINGS_SENDER is neither letters and digits"],
  ["TIDINGS_TIMEZONE", "Mars/Olympus", "TIDINGS_TIMEZONE is not the name of a time zone"],
  ["TIDINGS_PUBLIC_URL", "javascript:x", "TIDINGS_PUBLIC_URL"],
  ["TIDINGS_LISTEN", "8080", "TIDINGS_LISTEN must be address:port"],
  ["TIDINGS_LISTEN", "203.0.113.7:1", "TIDINGS_LISTEN 203.0.113.7:1"],
  ["TIDINGS_SECRET_KEY", "short", "TIDINGS_SECRET_KEY must have at least 32 characters"],
])("a start with %s=%s ends at once and says why", async (name, value, sentence) => {
  const start = startService({ DATABASE_URL: connection.url, TIDINGS_DATA: folder, [name]: value });
  const error = await start.then(
    async (service) => {
      await service.kill("SIGKILL");
      return new Error("it started");
    },
    (reason: Error) => reason,
  );
  expect(error.message).toContain("serve ended (1)");
  expect(error.message).toContain(sentence);
  expect(error.message).not.toMatch(/at .*:\d+:\d+/);
});
