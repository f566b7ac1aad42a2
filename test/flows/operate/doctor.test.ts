import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { runChecks } from "#app/doctor/doctor";
import { openService } from "#app/service/open-service";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { startSmtpServer } from "../../support/mail/smtp-server.ts";
import { startListeningService } from "../../support/service/listening-service.ts";
import { main } from "../../support/service/main.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

let connection: { url: string };
let folder: string;
beforeAll(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-doctor-"));
});
afterAll(async () => {
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

const look = (settings: Record<string, string>) =>
  runChecks({ TIDINGS_DATA: join(folder, "none"), TIDINGS_LISTEN: "127.0.0.1:0", ...settings });

/** A provider that gives every call the same response; `asked` is what it received. */
async function provider(status: number, body: object) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sid = `AC${"0".repeat(32)}`;
  return {
    asked,
    dsn: `twilio+http://${sid}:hunter2@127.0.0.1:${port}?from=%2B15005550006&name=main`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test("doctor warns of a time zone that only this computer knows: the database cannot count days in it", async () => {
  const own = await createDatabase();
  const settings = { DATABASE_URL: own.url, TIDINGS_SECRET_KEY: "k".repeat(40) };
  await openService(readConfig(settings), () => undefined).then((service) => service.close());
  const warned = async (zone: string): Promise<readonly string[]> =>
    (await look({ ...settings, TIDINGS_TIMEZONE: zone }))
      .map(({ text }) => text)
      .filter((text) => /TIMEZONE,/.test(text));
  expect(await warned("US/Pacific-New")).toEqual([
    expect.stringMatching(/does not know the time zone US\/Pacific-New .* statistics stand still/),
  ]);
  for (const zone of ["europe/berlin", "UTC", "US/Eastern", "EST"]) expect(await warned(zone)).toEqual([]);
  await dropDatabase(own);
});

test("doctor queries a gateway's credit, once, and reports the response", async () => {
  const well = await provider(200, { balance: "9.50", currency: "USD" });
  try {
    const found = await look({ TIDINGS_GATEWAY: well.dsn });
    expect(found).toContainEqual({
      level: "ok",
      about: "gateway",
      text: "main: it responds, and its credit is 9.50 USD.",
    });
    expect(well.asked).toEqual([expect.stringMatching(/^GET .*\/Balance\.json$/)]);
  } finally {
    await well.close();
  }
});

test("unreadable calls to a gateway's receipt address are a warning, and those from unrelated callers are not", async () => {
  const own = await createDatabase();
  const pool = openPool(own);
  const data = await mkdtemp(join(tmpdir(), "tidings-unread-"));
  try {
    const settings = { DATABASE_URL: own.url, TIDINGS_GATEWAY: "sandbox://default?name=main" };
    const service = await openService(readConfig({ ...settings, TIDINGS_DATA: data }), () => undefined);
    await service.close();
    await pool.query(
      "insert into gateway_tallies (gateway, at, unread) values ('main', now() - interval '2 hours', 3), ('main', now(), 1), ('gone', now(), 9)",
    );
    const found = await runChecks({ ...settings, TIDINGS_DATA: data });
    expect(found.filter(({ text }) => text.includes("could not be read"))).toEqual([
      { level: "warning", about: "gateway", text: expect.stringMatching(/^main: 4 calls to its receipt address/) },
    ]);
  } finally {
    await pool.end();
    await dropDatabase(own);
    await rm(data, { recursive: true, force: true });
  }
});

test("a spend cap without a price for every number, and hours that outlast a message, are warnings", async () => {
  const own = await createDatabase();
  const pool = openPool(own);
  const data = await mkdtemp(join(tmpdir(), "tidings-limits-"));
  try {
    const service = await openService(readConfig({ DATABASE_URL: own.url, TIDINGS_DATA: data }), () => undefined);
    await service.close();
    const closed = { weekdays: "closed", saturday: ["09:00", "20:00"], sunday: "closed", holidays: "open" };
    await pool.query("insert into settings (name, value) values ('spending', $1), ('quiet_hours', $2)", [
      { perDay: "5" },
      { mode: "on", defaultHours: closed },
    ]);
    const found = await runChecks({ DATABASE_URL: own.url, TIDINGS_DATA: data });
    expect(found.filter(({ about }) => about === "spend cap" || about === "quiet hours")).toEqual([
      { level: "warning", about: "spend cap", text: expect.stringMatching(/^There is a spend cap/) },
      { level: "warning", about: "quiet hours", text: expect.stringMatching(/: default_hours\./) },
    ]);
  } finally {
    await pool.end();
    await dropDatabase(own);
    await rm(data, { recursive: true, force: true });
  }
});

test("a wrong key of a gateway is a warning that says where to look, without the key", async () => {
  const refusing = await provider(401, { code: 20003, message: "Authenticate hunter2" });
  try {
    const found = await look({ TIDINGS_GATEWAY: refusing.dsn });
    expect(found).toContainEqual({
      level: "warning",
      about: "gateway",
      text: expect.stringMatching(/^main: its credit could not be read, .*: 401\. See: tidings gateway test main$/),
    });
    expect(JSON.stringify(found)).not.toContain("hunter2");
  } finally {
    await refusing.close();
  }
});

test.each([
  ["nobody listens", () => "postgres://tidings@127.0.0.1:1/x", "Is the server up, and are host and port right?"],
  [
    "the database is not there",
    () => connection.url.replace(/\/[^/?]+(\?|$)/, "/not_there$1"),
    "Create it first: createdb",
  ],
])("if %s at DATABASE_URL, doctor and serve say what to check", async (_, url, hint) => {
  const found = await look({ DATABASE_URL: url() });
  expect(found.filter(({ level }) => level === "error")).toEqual([
    {
      level: "error",
      about: "database",
      text: expect.stringMatching(/^The database at DATABASE_URL cannot be used: .+\. [^.]+/),
    },
  ]);
  expect(found.at(-1)!.text).toContain(hint);
});

test("doctor checks an empty database and leaves it empty: its schema and its key are created by the start", async () => {
  const pool = openPool(connection);
  await pool.query("drop schema public cascade; create schema public");
  const found = await look({ DATABASE_URL: connection.url });
  expect(found.filter(({ about }) => about === "database")).toEqual([
    { level: "warning", about: "database", text: expect.stringMatching(/^The database is empty: the next start/) },
  ]);
  const { rows } = await pool.query("select count(*)::int as tables from pg_tables where schemaname = 'public'");
  await pool.end();
  expect(rows).toEqual([{ tables: 0 }]);
  // Created by doctor, perhaps as another user, the folder might be one that the service may not read.
  expect(await readdir(folder)).toEqual([]);
});

test("doctor does not bind a database to the key of the user who runs it, and creates nothing in it", async () => {
  const other = await createDatabase();
  const pool = openPool(other);
  await pool.query("update installation set key_fingerprint = null");
  const [ahead] = (
    await pool.query(
      "select max(inhrelid::regclass::text) as name from pg_inherits where inhparent = 'deliveries'::regclass",
    )
  ).rows;
  await pool.query(`drop table ${ahead.name}`);
  const state = "select (select key_fingerprint from installation) as key, count(*)::int as tables from pg_class";
  const before = (await pool.query(state)).rows;
  const found = await look({ DATABASE_URL: other.url });
  expect(found).toContainEqual(expect.objectContaining({ level: "ok", about: "database" }));
  expect((await pool.query(state)).rows).toEqual(before);
  expect(await readdir(folder)).toEqual([]);
  await pool.query("update installation set key_fingerprint = 'of another key'");
  for (const [settings, words] of [
    [{}, /^This database was sealed with a secret key that is missing here, and a new key/],
    [{ TIDINGS_SECRET_KEY: "k".repeat(40) }, /^The secret key does not match/],
  ] as const) {
    const sealed = await look({ DATABASE_URL: other.url, ...settings });
    expect(sealed.filter(({ level }) => level === "error")).toEqual([
      { level: "error", about: "database", text: expect.stringMatching(words) },
    ]);
  }
  await pool.end();
  await dropDatabase(other);
});

test("wrong settings and unknown settings are reported together", async () => {
  expect(await look({ TIDINGS_LISTEN: "99", TIDINGS_ROLL: "api" })).toEqual([
    expect.objectContaining({ level: "error", text: expect.stringContaining("TIDINGS_LISTEN") }),
    expect.objectContaining({ level: "warning", text: expect.stringContaining("TIDINGS_ROLL") }),
  ]);
});

/** Doctor's check of the service that runs with these settings. */
async function lookAtRunning(listen: string, more: Record<string, string> = {}) {
  for (;;) {
    const found = await look({ TIDINGS_LISTEN: listen, ...more });
    const running = found.filter(({ about }) => about === "running service");
    // On a busy machine a service may need longer than the five seconds that doctor waits for it.
    if (!running.some(({ text }) => text.includes("did not answer within"))) return running;
  }
}

test("doctor says whether the service runs, and what it reports about itself", async () => {
  const data = await mkdtemp(join(tmpdir(), "tidings-running-"));
  const running = await startListeningService({ DATABASE_URL: connection.url, TIDINGS_DATA: data });
  const { host } = new URL(running.url);
  try {
    expect(await lookAtRunning(host)).toEqual([
      { level: "ok", about: "running service", text: `It is ready at ${running.url}, with the role all.` },
      expect.objectContaining({ level: "warning", text: expect.stringMatching(/^gateways: .*sandbox/) }),
    ]);
  } finally {
    await running.stop();
    await rm(data, { recursive: true, force: true });
  }
  expect(await lookAtRunning(host)).toEqual([
    { level: "ok", about: "running service", text: `Nothing is running at ${running.url}.` },
  ]);
});

test("a service of another database at the address is an error: the one of these settings does not run", async () => {
  const data = await mkdtemp(join(tmpdir(), "tidings-other-"));
  const [own, other] = [await createDatabase(), await createDatabase()];
  const pool = openPool(own);
  // Databases of tests are copies of one.
  await pool.query("update installation set id = gen_random_uuid()");
  await pool.end();
  const running = await startListeningService({ DATABASE_URL: own.url, TIDINGS_DATA: data });
  const { host } = new URL(running.url);
  const errors = async (url: string) =>
    (await lookAtRunning(host, { TIDINGS_DATA: data, DATABASE_URL: url })).filter(({ level }) => level === "error");
  try {
    expect(await errors(own.url)).toEqual([]);
    expect(await errors(other.url)).toEqual([
      expect.objectContaining({ text: expect.stringContaining("has another database") }),
    ]);
  } finally {
    await running.stop();
    await dropDatabase(own);
    await dropDatabase(other);
    await rm(data, { recursive: true, force: true });
  }
});

test("doctor finds the service where Node's own calls go through a proxy", async () => {
  const data = await mkdtemp(join(tmpdir(), "tidings-proxied-"));
  const own = await createDatabase();
  const settings = { DATABASE_URL: own.url, TIDINGS_DATA: data };
  const running = await startListeningService(settings);
  try {
    const nowhere = "http://127.0.0.1:1";
    const { stdout } = await promisify(execFile)(process.execPath, [main, "doctor"], {
      env: {
        ...bareEnvironment,
        ...settings,
        TIDINGS_LISTEN: new URL(running.url).host,
        NODE_USE_ENV_PROXY: "1",
        HTTP_PROXY: nowhere,
        HTTPS_PROXY: nowhere,
      },
    });
    expect(stdout).toContain(`running service: It is ready at ${running.url}`);
  } finally {
    await running.stop();
    await dropDatabase(own);
    await rm(data, { recursive: true, force: true });
  }
});

test("another program on the port is an error, because a start would end", async () => {
  const other = createServer((_, response) => response.end("<html>Hello</html>"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  try {
    expect(await lookAtRunning(`127.0.0.1:${port}`)).toEqual([
      { level: "error", about: "running service", text: expect.stringMatching(/^TIDINGS_LISTEN \S+ is in use: stop/) },
    ]);
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});

test("a sender of mails without a mail server is a warning", async () => {
  const found = await look({ TIDINGS_MAIL_FROM: "tidings@example.com" });
  expect(found).toContainEqual({
    level: "warning",
    about: "configuration",
    text: "TIDINGS_MAIL_FROM has no effect without TIDINGS_SMTP: no alert is sent by e-mail.",
  });
});

test("doctor signs in to the mail server, sends nothing, and reports a refusal without the password", async () => {
  const mail = await startSmtpServer();
  const settings = { TIDINGS_SMTP: mail.dsn(), TIDINGS_MAIL_FROM: "tidings@example.com" };
  try {
    const about = async () => (await look(settings)).filter((one) => one.about === "mail");
    expect(await about()).toEqual([
      {
        level: "ok",
        about: "mail",
        text: `127.0.0.1:${mail.port} responds; alerts are sent from tidings@example.com.`,
      },
    ]);
    expect([mail.signIns, mail.mails]).toEqual([["\0ops\0hunter2"], []]);
    mail.answer((stage) => (stage === "auth" ? "535 5.7.8 hunter2 is wrong" : undefined));
    const [refused] = await about();
    expect(refused).toMatchObject({ level: "warning", text: expect.stringContaining("535") });
    expect(JSON.stringify(refused)).not.toContain("hunter2");
  } finally {
    await mail.close();
  }
});
