import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { checkFolder } from "#app/doctor/computer";
import { runChecks } from "#app/doctor/doctor";

import { isRoot, nobody } from "../../support/database/embedded.ts";
import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { freePorts } from "../../support/service/free-ports.ts";
import { startServiceProcess } from "../../support/service/service.ts";

let connection: { url: string };
let folder: string;
beforeAll(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-settings-"));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["TIDINGS_TRUSTED_PROXIES", "10.0.0.0/8 proxy.internal", 'TIDINGS_TRUSTED_PROXIES: "proxy.internal" is neither'],
  ["TIDINGS_OUTBOUND_ALLOW", "https://example.com", 'TIDINGS_OUTBOUND_ALLOW: "https://example.com" is neither'],
  ["TIDINGS_GATEWAY", "twilio://default", "TIDINGS_GATEWAY: gateway (twilio): username is missing"],
  ["TIDINGS_GATEWAY", "carrierpigeon://x", "TIDINGS_GATEWAY: gateway: scheme is not known"],
  ["TIDINGS_COUNTRY", "XX", "TIDINGS_COUNTRY is not a country"],
  ["TIDINGS_SENDER", "far too long for it", "TIDINGS_SENDER must be up to 11 letters and digits"],
  ["TIDINGS_SENDER", "A\r\nB", "TIDINGS_SENDER must be up to 11 letters and digits"],
  ["TIDINGS_TIMEZONE", "Mars/Olympus", "TIDINGS_TIMEZONE is not the name of a time zone"],
  ["TIDINGS_PUBLIC_URL", "javascript:x", "TIDINGS_PUBLIC_URL"],
  ["TIDINGS_PUBLIC_URL", "https://sms.example.com/?page=1", "TIDINGS_PUBLIC_URL must be an address without ?, #"],
  ["TIDINGS_PUBLIC_URL", "https://user@sms.example.com", "TIDINGS_PUBLIC_URL must be an address without ?, #"],
  ["DATABASE_URL", "postgres://tidings:pass/word@127.0.0.1/x", "DATABASE_URL is not a URL: write special characters"],
  ["DATABASE_URL", "postgres://h/x?sslrootcert=/none.pem", "DATABASE_URL cannot be used: ENOENT: no such file or"],
  ["TIDINGS_LISTEN", "8080", "TIDINGS_LISTEN must be address:port"],
  ["TIDINGS_LISTEN", "203.0.113.7:1", "TIDINGS_LISTEN 203.0.113.7:1"],
  ["TIDINGS_SECRET_KEY", "short", "TIDINGS_SECRET_KEY must have at least 32 characters"],
])("a start with %s=%s ends at once and says why", async (name, value, sentence) => {
  const start = startServiceProcess({ DATABASE_URL: connection.url, TIDINGS_DATA: folder, [name]: value });
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

test("all wrong settings are reported at once, in our words, with suggestions for a misspelled name", async () => {
  const start = startServiceProcess({
    TIDINGS_DATA: folder,
    TIDINGS_ROLE: "boss",
    TIDINGS_LOG_LEVEL: "loud",
    TIDINGS_PUBLIC_URL: "sms.example.com",
    TIDINGS_TRUSTED_PROXIES: "proxy.internal",
    TIDINGS_OUTBOUND_ALLOW: "https://example.com",
    TIDINGS_GATEWAY: "twilio://default",
    TIDINGS_COUNTRI: "DE",
  });
  const { message } = await start.then(
    () => new Error("it started"),
    (reason: Error) => reason,
  );
  for (const sentence of [
    "tidings: TIDINGS_ROLE must be one of all, api, worker\n",
    "tidings: TIDINGS_LOG_LEVEL must be debug, info, warn or error\n",
    "tidings: TIDINGS_PUBLIC_URL must be an http or https address",
    'tidings: TIDINGS_TRUSTED_PROXIES: "proxy.internal" is neither',
    'tidings: TIDINGS_OUTBOUND_ALLOW: "https://example.com" is neither',
    "tidings: TIDINGS_GATEWAY: gateway (twilio): username is missing",
    "tidings: TIDINGS_COUNTRI is not a known setting; did you mean TIDINGS_COUNTRY?\n",
  ]) {
    expect(message).toContain(sentence);
  }
  expect(await readdir(folder)).toEqual([]);
});

test("one port for the service and its metrics is refused before anything is created, and by doctor", async () => {
  const [port] = await freePorts(1);
  const settings = {
    TIDINGS_DATA: folder,
    TIDINGS_LISTEN: `127.0.0.1:${port}`,
    TIDINGS_METRICS_LISTEN: `127.0.0.1:${port}`,
  };
  const sentence = "TIDINGS_METRICS_LISTEN has the port of TIDINGS_LISTEN: choose another one.";
  await expect(startServiceProcess(settings)).rejects.toThrow(`serve ended (1): tidings: ${sentence}`);
  expect(await readdir(folder)).toEqual([]);
  expect(await runChecks(settings)).toContainEqual({ level: "error", about: "running service", text: sentence });
});

test.each([
  ["TIDINGS_TRUSTED_PROXIES", "proxy.internal", 'TIDINGS_TRUSTED_PROXIES: "proxy.internal" is neither'],
  ["TIDINGS_OUTBOUND_ALLOW", "https://example.com", 'TIDINGS_OUTBOUND_ALLOW: "https://example.com" is neither'],
  ["TIDINGS_LISTEN", "203.0.113.7:1", "TIDINGS_LISTEN 203.0.113.7:1 is not an address of this machine"],
  ["TIDINGS_LISTEN", "[2001:db8::7]:1", "TIDINGS_LISTEN [2001:db8::7]:1 is not an address of this machine"],
])("doctor reports %s=%s as an error, like the start", async (name, value, sentence) => {
  const data = join(folder, "none");
  const found = await runChecks({ TIDINGS_DATA: data, TIDINGS_LISTEN: "127.0.0.1:0", [name]: value });
  expect(found.filter(({ level }) => level === "error")).toEqual([
    expect.objectContaining({ text: expect.stringContaining(sentence) }),
  ]);
});

test.each([
  ["a file", ""],
  ["a folder in a file", "/data"],
])("TIDINGS_DATA that is %s is reported as doctor reports it", async (_, below) => {
  const file = join(folder, `file${below.length}`);
  await writeFile(file, "x");
  const start = startServiceProcess({ TIDINGS_DATA: file + below });
  await expect(start).rejects.toThrow(`${file}${below} cannot be used: ${file}: it is not a folder. Set TIDINGS_DATA.`);
});

test.runIf(isRoot)("a folder that the user may not write is reported, without naming a system call", async () => {
  const path = join(folder, "roots");
  await mkdir(path, { mode: 0o755, recursive: true });
  const start = startServiceProcess({ TIDINGS_DATA: path }, nobody);
  await expect(start).rejects.toThrow(`${path} cannot be used: ${path}: this user may not write there.`);
});

test.runIf(isRoot)("a key that the user may not read is named, and no other data folder is suggested", async () => {
  const data = join(folder, "key-of-root");
  await mkdir(data, { mode: 0o755 });
  await writeFile(join(data, "secret.key"), "k".repeat(64), { mode: 0o600 });
  await chown(data, nobody.uid, nobody.gid);
  const start = startServiceProcess({ DATABASE_URL: connection.url, TIDINGS_DATA: data }, nobody);
  await expect(start).rejects.toThrow(
    `tidings: This user may not read ${join(data, "secret.key")} (EACCES). Change the owner of the data folder, or set TIDINGS_SECRET_KEY.`,
  );
});

test("a disk without space for a database is an error, one with little space a warning", async () => {
  const about = async (mib: number) => (await checkFolder(folder, async () => mib * 1024 ** 2))[0];
  expect(await about(100)).toMatchObject({
    level: "error",
    text: expect.stringMatching(/disk is full: 100 MiB are free/),
  });
  expect(await about(500)).toMatchObject({ level: "warning" });
  expect(await about(5_000)).toBeUndefined();
});

test("on a full disk with a database no other folder is suggested: a start would create an empty one there", async () => {
  const data = join(folder, "used");
  await mkdir(join(data, "pg"), { recursive: true });
  expect(await checkFolder(data, async () => 1024 ** 2)).toEqual([
    expect.objectContaining({ level: "error", text: expect.stringMatching(/needs 32\. Free some space\.$/) }),
  ]);
});
