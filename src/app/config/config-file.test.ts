import { chmod, chown, lchown, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ConfigError, readConfig } from "./config.ts";
import { readSettings } from "./config-file.ts";
import { runChecks } from "../doctor/doctor.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-config-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (text: string, name = "tidings.config.mjs"): Promise<void> => writeFile(join(folder, name), text);
const issuesOf = (work: Promise<unknown>): Promise<readonly string[]> =>
  work.then(
    () => [],
    (error: unknown) => (error as ConfigError).issues,
  );

test("without a file the environment is all there is", async () => {
  const environment = { TIDINGS_LISTEN: "127.0.0.1:1", HOME: "/" };
  const read = await readSettings(environment, folder);
  expect(read).toMatchObject({ environment, file: null });
  expect([...read.sources]).toEqual([["TIDINGS_LISTEN", "environment"]]);
});

test("a file gives settings, lists as lists; the environment has precedence, an empty variable does not", async () => {
  await file(
    'type Text = string;\nconst zone: Text = "Europe/Berlin";\nexport default { TIDINGS_TIMEZONE: zone, TIDINGS_COUNTRY: "DE", TIDINGS_LISTEN: "127.0.0.1:7", TIDINGS_TRUSTED_PROXIES: ["10.0.0.1", "10.1.0.0/16"] };',
    "tidings.config.ts",
  );
  const read = await readSettings({ TIDINGS_LISTEN: "127.0.0.1:9", TIDINGS_COUNTRY: "" }, folder);
  expect(readConfig(read.environment)).toMatchObject({
    listen: { port: 9 },
    timeZone: "Europe/Berlin",
    country: "DE",
    trustedProxies: ["10.0.0.1", "10.1.0.0/16"],
  });
  expect(read.sources.get("TIDINGS_LISTEN")).toBe("environment");
  expect(read.sources.get("TIDINGS_COUNTRY")).toBe("file");
});

test("a value of the file is checked like one of the environment", async () => {
  await file('export default { TIDINGS_TIMEZONE: "Mars/Olympus", TIDINGS_SECRET_KEY: "hunter2" };');
  const { environment } = await readSettings({}, folder);
  expect(() => readConfig(environment)).toThrow(/TIDINGS_TIMEZONE is not the name of a time zone/);
  expect(() => readConfig(environment)).not.toThrow(/hunter2/);
});

test("an unknown setting, or a value that is not text, is refused: all at once, and never with the value", async () => {
  await file('export default { TIDINGS_LISTN: "hunter2", TIDINGS_GATEWAY: 7, TIDINGS_COUNTRY: { a: "hunter2" } };');
  const issues = await issuesOf(readSettings({}, folder));
  expect(issues).toEqual([
    "TIDINGS_LISTN in tidings.config.mjs is not a setting; did you mean TIDINGS_LISTEN?",
    "TIDINGS_GATEWAY in tidings.config.mjs must be a string",
    "TIDINGS_COUNTRY in tidings.config.mjs must be a string or a list of strings",
  ]);
});

test("a file that cannot be run is reported without its content", async () => {
  await file('export default { TIDINGS_SECRET_KEY: "hunter2" oops };');
  const issues = await issuesOf(readSettings({}, folder));
  expect(issues).toEqual([expect.stringMatching(/^tidings\.config\.mjs could not be read/)]);
  expect(issues.join()).not.toContain("hunter2");
});

test("a file without an export, and two files, are reported", async () => {
  await file("export const settings = {};");
  expect(await issuesOf(readSettings({}, folder))).toEqual([expect.stringContaining("export default")]);
  await file("export default {};", "tidings.config.ts");
  expect(await issuesOf(readSettings({}, folder))).toEqual([expect.stringContaining("both exist")]);
});

test("a wrong setting is reported once", () => {
  const issues = (settings: Record<string, string>) =>
    issuesOf(Promise.resolve().then(() => readConfig({ ...settings })));
  return Promise.all([
    expect(issues({ TIDINGS_COUNTRY: "germany" })).resolves.toEqual([
      "TIDINGS_COUNTRY must be two capital letters, such as DE",
    ]),
    expect(issues({ TIDINGS_TIMEZONE: "Berlin" })).resolves.toEqual([
      "TIDINGS_TIMEZONE is not the name of a time zone, such as Europe/Berlin",
    ]),
    expect(issues({ TIDINGS_KEEP_LOG_DAYS: "-1" })).resolves.toEqual([
      "TIDINGS_KEEP_LOG_DAYS must be a number of days, or 0 for forever",
    ]),
    expect(issues({ TIDINGS_KEEP_LOG_DAYS: "5" })).resolves.toEqual(["TIDINGS_KEEP_LOG_DAYS must be 0 or at least 31"]),
  ]);
});

test("doctor warns of metrics that other computers can read", async () => {
  const environment = { TIDINGS_DATA: join(folder, "none"), TIDINGS_METRICS_LISTEN: "0.0.0.0:9464" };
  const about = (await runChecks(environment))
    .filter((checkResult) => checkResult.level === "warning")
    .map((one) => one.about);
  expect(about).toContain("metrics");
});

test("doctor warns of credentials that a provider is about to retire", async () => {
  const dsn = "bandwidth://user:hunter2@default?account=1&application=a&from=%2B15005550006";
  const said = async (gateway: string): Promise<string[]> =>
    (await runChecks({ TIDINGS_DATA: join(folder, "none"), TIDINGS_GATEWAY: gateway }))
      .filter(({ about, level }) => about === "gateway" && level === "warning")
      .map(({ text }) => text);
  expect(await said(dsn)).toEqual([]);
  expect(await said(`failover(${dsn} ${dsn}&oauth=off&name=old)`)).toEqual([
    expect.stringMatching(/^old: .*2 December 2026/),
  ]);
});

test("doctor reports where each setting comes from, and no secret", async () => {
  await file('export default { TIDINGS_GATEWAY: "twilio://AC1:hunter2@default", TIDINGS_COUNTRY: "DE" };');
  const read = await readSettings({ TIDINGS_DATA: join(folder, "none"), TIDINGS_COUNTRY: "FR" }, folder);
  const checkResults = await runChecks(read.environment, read);
  const texts = checkResults.map(({ text }) => text);
  expect(texts).toContain("From the environment: TIDINGS_DATA, TIDINGS_COUNTRY.");
  expect(texts).toContain("From tidings.config.mjs: TIDINGS_GATEWAY.");
  expect(texts.join("\n")).not.toContain("hunter2");
});

test("doctor warns of settings in a .env file, which nothing reads, and names no other variable and no secret", async () => {
  await file("TIDINGS_COUNTRY=FR\nTIDINGS_GATEWAY='twilio://AC1:hunter2@default?a=1&b=2'\nOTHER=x\n", ".env");
  const warned = async (environment: Record<string, string>): Promise<string[]> => {
    const read = await readSettings({ TIDINGS_DATA: join(folder, "none"), ...environment }, folder);
    const checkResults = await runChecks(read.environment, read);
    return checkResults.filter(({ text }) => text.includes(".env")).map(({ level, text }) => `${level}: ${text}`);
  };
  expect(await warned({ TIDINGS_COUNTRY: "DE" })).toEqual([
    expect.stringMatching(/^warning: \.env in this folder has TIDINGS_GATEWAY, and is not read/),
  ]);
  expect((await warned({ TIDINGS_COUNTRY: "DE" })).join()).not.toMatch(/hunter2|OTHER/);
  expect(await warned({ TIDINGS_COUNTRY: "DE", TIDINGS_GATEWAY: "sandbox://default" })).toEqual([]);
});

test("white space around a value is ignored: of a file with a line end, of one written on Windows, or typed", async () => {
  await file('export default { TIDINGS_COUNTRY: "DE\\r", TIDINGS_TRUSTED_PROXIES: ["10.0.0.1 ", " 10.1.0.0/16"] };');
  const read = await readSettings(
    {
      TIDINGS_DATA: "/var/lib/tidings\r",
      TIDINGS_TIMEZONE: "Europe/Berlin\n",
      TIDINGS_SENDER: " ",
      TIDINGS_ROLE: "all ",
    },
    folder,
  );
  expect(readConfig(read.environment)).toMatchObject({
    dataDir: "/var/lib/tidings",
    timeZone: "Europe/Berlin",
    sender: null,
    role: "all",
    country: "DE",
    trustedProxies: ["10.0.0.1", "10.1.0.0/16"],
  });
  expect(read.sources.has("TIDINGS_SENDER")).toBe(false);
});

test("a value in quotes, as Docker's --env-file leaves them, is refused: a data folder would be another, empty one", () => {
  const quoted = { TIDINGS_DATA: '"/var/lib/tidings"', DATABASE_URL: "'postgres://db.example/tidings'" };
  expect(() => readConfig(quoted)).toThrow(
    "DATABASE_URL is in quotes: leave them out here\nTIDINGS_DATA is in quotes: leave them out here",
  );
});

test("a file that others can write is not run, wherever a command is started", async () => {
  await file("process.exit(9);");
  await chmod(join(folder, "tidings.config.mjs"), 0o646);
  expect(await issuesOf(readSettings({}, folder))).toEqual([
    "tidings.config.mjs can be written by every user, and is run as a program: chmod o-w tidings.config.mjs",
  ]);
});

test.skipIf(process.getuid?.() !== 0)("a file of another user is not run", async () => {
  await file("process.exit(9);");
  await chown(join(folder, "tidings.config.mjs"), 65_534, 65_534);
  expect(await issuesOf(readSettings({}, folder))).toEqual([
    "tidings.config.mjs belongs to another user, and is run as a program: it must be yours, root's, or of the owner of Tidings",
  ]);
});

test.skipIf(process.getuid?.() !== 0)("a link of another user is not followed, even to a file of root", async () => {
  await file("process.exit(9);");
  const linked = await mkdtemp(join(tmpdir(), "tidings-config-"));
  const link = join(linked, "tidings.config.mjs");
  await symlink(join(folder, "tidings.config.mjs"), link);
  await lchown(link, 65_534, 65_534);
  expect(await issuesOf(readSettings({}, linked))).toEqual([
    "tidings.config.mjs belongs to another user, and is run as a program: it must be yours, root's, or of the owner of Tidings",
  ]);
  await rm(linked, { recursive: true });
});

test("a link that leads nowhere is not taken for a folder without settings", async () => {
  await symlink(join(folder, "none", "settings.mjs"), join(folder, "tidings.config.mjs"));
  expect(await issuesOf(readSettings({}, folder))).toEqual([
    "tidings.config.mjs is a link to a file that does not exist, or that this user may not reach",
  ]);
});

test("a file whose name is nearly that of the settings file is refused, and not ignored", async () => {
  await file('export default { TIDINGS_SECRET_KEY: "hunter2" };', "tidings.config.js");
  expect(await issuesOf(readSettings({}, folder))).toEqual([
    "tidings.config.js is not read: name it tidings.config.ts or tidings.config.mjs",
  ]);
  await file('export default { TIDINGS_COUNTRY: "DE" };', "tidings.config.ts");
  expect((await readSettings({}, folder)).file).toBe("tidings.config.ts");
});
