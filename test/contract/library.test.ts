import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConfigError, createService, type Client, type Service } from "../../src/index.ts";
import { createDatabase, dropDatabase } from "../support/database/database.ts";
import { eventually } from "../support/service/processes.ts";

const database = await createDatabase();
const folder = await mkdtemp(join(tmpdir(), "tidings-library-"));
const logged: string[] = [];
let service: Service;
let authorization: string;

beforeAll(async () => {
  service = await createService(
    {
      DATABASE_URL: database.url,
      TIDINGS_DATA: folder,
      TIDINGS_GATEWAY: "sandbox://default?receipt_ms=5",
      TIDINGS_MOUNT_PREFIX: "/api",
      TIDINGS_TRUSTED_PROXIES: ["10.0.0.1", "10.0.0.2"],
      TIDINGS_SENDER: undefined,
    },
    { log: (_level, message) => logged.push(message) },
  );
  const { username, applicationPassword } = (await service.createAdministrator())!;
  authorization = `Basic ${Buffer.from(`${username}:${applicationPassword}`).toString("base64")}`;
});
afterAll(async () => {
  await service.stop();
  await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

const call = (url: string, client?: Client, init: RequestInit = {}): Promise<Response> =>
  service.fetch(new Request(url, { ...init, headers: { authorization, ...init.headers } }), client);

test("invalid settings are reported all at once, and an unknown name is not ignored", async () => {
  const wrong = { TIDINGS_COUNTRY: "de", TIDINGS_TIMEZONE: "Moon", DATABASE_URL: database.url };
  const error: unknown = await createService(wrong).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).issues).toEqual([
    expect.stringMatching(/^TIDINGS_TIMEZONE /),
    expect.stringMatching(/^TIDINGS_COUNTRY /),
  ]);
  // A JavaScript program is not prevented from it by types.
  const misspelled = { TIDINGS_GATEWEY: "none" } as object;
  await expect(createService(misspelled)).rejects.toThrow("did you mean TIDINGS_GATEWAY?");
});

test("what a gateway, a proxy list and an outbound rule refuse is reported with the rest, before a database is made", async () => {
  const data = join(folder, "never-made");
  const error: unknown = await createService({
    TIDINGS_DATA: data,
    TIDINGS_COUNTRY: "de",
    TIDINGS_GATEWAY: "twillio://SID:TOKEN@default",
    TIDINGS_TRUSTED_PROXIES: ["elsewhere"],
    TIDINGS_OUTBOUND_ALLOW: ["a/b"],
  }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).issues).toEqual([
    expect.stringMatching(/^TIDINGS_COUNTRY /),
    expect.stringMatching(/^TIDINGS_GATEWAY: gateway: scheme is not known/),
    expect.stringMatching(/^TIDINGS_TRUSTED_PROXIES: /),
    expect.stringMatching(/^TIDINGS_OUTBOUND_ALLOW: /),
  ]);
  expect(String(error)).not.toContain("TOKEN");
  expect(existsSync(data)).toBe(false);
});

test("settings that are none are called that, in the words of the library", async () => {
  const error = await createService(undefined as never).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).issues).toEqual([expect.stringMatching(/^createService takes an object of settings/)]);
});

test("a log that throws stops neither the opening nor a worker", async () => {
  const other = join(folder, "other");
  await mkdir(other);
  await copyFile(join(folder, "secret.key"), join(other, "secret.key"));
  // So that there is something to log.
  await writeFile(join(other, "installation"), "another database\n");
  const lines: string[] = [];
  const log = (_level: string, message: string): never => {
    lines.push(message);
    throw new Error("the disk is full");
  };
  const second = await createService({ DATABASE_URL: database.url, TIDINGS_DATA: other }, { log });
  await second.stop();
  expect(lines).toEqual([expect.stringContaining("nothing is sent until")]);
});

test("answers below its prefix, and sends once start() was called", async () => {
  expect(service.basePath).toBe("/api/svc/v1");
  const outbox = "http://127.0.0.1/api/svc/v1/outbox";
  const sent = await call("http://127.0.0.1/api/svc/v1/send", undefined, {
    method: "POST",
    body: new URLSearchParams({ "numbers[]": "+15005550000", message: "Hello" }),
  });
  expect(sent.status).toBe(200);
  expect(await (await call(outbox)).text()).not.toContain('"delivered"');
  service.start();
  await eventually(async () => (await (await call(outbox)).text()).includes('"delivered"'));
});

test.each<[string, Client | undefined, Record<string, string>, number]>([
  ["http://127.0.0.1", undefined, {}, 200],
  ["https://sms.example.com", undefined, {}, 200],
  ["http://sms.example.com", undefined, {}, 403],
  ["http://127.0.0.1", { address: "192.0.2.1" }, {}, 403],
  ["http://sms.example.com", { address: "192.0.2.1", encrypted: true }, {}, 200],
  ["http://sms.example.com", { address: "10.0.0.2" }, { "x-forwarded-proto": "https" }, 200],
  ["http://sms.example.com", { address: "192.0.2.1" }, { "x-forwarded-proto": "https" }, 403],
])("a password is taken over a private way only: %s from %j with %j", async (url, client, headers, status) => {
  expect((await call(`${url}/api/svc/v1/outbox`, client, { headers })).status).toBe(status);
});

test("the administrator is created once", async () => {
  expect(await service.createAdministrator()).toBeNull();
});

test("stop() ends calls in progress and answers later ones with 503, in the form of every error", async () => {
  const under = call("http://127.0.0.1/api/svc/v1/outbox");
  const stopped = service.stop();
  expect((await under).status).toBe(200);
  const late = await call("http://127.0.0.1/api/svc/v1/outbox");
  expect([late.status, late.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await late.json()).toMatchObject({ status: "error", code: "stopping", data: { status: 503 } });
  expect(service.stop()).toBe(stopped);
  await stopped;
  expect(logged).toEqual([]);
});
