import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { findEmbedded } from "#store/embedded/find";

import { dropDatabase, emptyDatabase, openPool } from "../../support/database/database.ts";
import { main } from "../../support/service/main.ts";
import { eventually } from "../../support/engine/engine.ts";
import { bareEnvironment } from "../../support/service/processes.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };
let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-backup-files-"));
  service = await startTestService(key, { workerLoops: false });
});
afterAll(async () => {
  await service.end();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  ...bareEnvironment,
  ...key,
  DATABASE_URL: service.url,
  TIDINGS_DATA: join(folder, "data"),
});

const run = (...args: string[]): Promise<{ code: number; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env: environment(), cwd: folder }, (error, _out, err) =>
      resolve({ code: error ? Number(error.code) : 0, err }),
    );
  });

test("a backup that cannot be written says where and why", async () => {
  expect(await run("backup", join(folder, "none", "a.backup"))).toEqual({
    code: 1,
    err: `tidings: There is no folder ${join(folder, "none")}.\n`,
  });
  const left = join(folder, "left.backup");
  await writeFile(`${left}.part`, "");
  expect((await run("backup", left)).err).toBe(
    `tidings: ${left}.part already exists: another backup is running, or one was interrupted. If none is running, delete it.\n`,
  );
});

test("a backup that is interrupted leaves nothing behind, and the next one can be made", async () => {
  const file = join(folder, "b.backup");
  const client = await service.pool.connect();
  // The backup waits for this table, with its file open.
  await client.query("begin");
  await client.query("lock table webhooks in access exclusive mode");
  const child = spawn(process.execPath, [main, "backup", file], {
    env: environment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (data) => (err += String(data)));
  const ended = new Promise((resolve) => child.once("close", resolve));
  await eventually(async () => existsSync(`${file}.part`));
  child.kill("SIGINT");
  expect(await ended).toBe(1);
  expect(err).toBe("tidings: The backup was interrupted: nothing was kept.\n");
  expect(existsSync(`${file}.part`)).toBe(false);
  await client.query("rollback");
  client.release();
  expect(await run("backup", file)).toEqual({ code: 0, err: "" });
});

test("a restore of what is no file says so", async () => {
  expect(await run("restore", folder)).toEqual({ code: 1, err: `tidings: ${folder} is a folder.\n` });
  const part = join(folder, "beginning.backup");
  await writeFile(part, Buffer.from("1f8b0800000000000003", "hex"));
  expect(await run("restore", part)).toEqual({
    code: 1,
    err: `tidings: ${part} is not a Tidings backup, or only the beginning of one.\n`,
  });
});

test("a restore whose server ends a session says why, and goes on without one that it no longer needs", async () => {
  const file = join(folder, "c.backup");
  await run("backup", file);
  const content = await readFile(file);
  const copy = await emptyDatabase();
  const pool = openPool(copy);
  /** Restores from a pipe, and ends sessions meanwhile. */
  const restoring = async (name: string, which: string) => {
    const pipe = join(folder, name);
    execFileSync("/usr/bin/mkfifo", [pipe]);
    const env = { ...environment(), DATABASE_URL: copy.url };
    const child = spawn(process.execPath, [main, "restore", pipe], { env, stdio: ["ignore", "ignore", "pipe"] });
    let err = "";
    child.stderr.on("data", (data) => (err += String(data)));
    const ended = new Promise((resolve) => child.once("close", resolve));
    const writer = await open(pipe, "w");
    await writer.write(content.subarray(0, -100));
    const ours = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    await eventually(async () => (await pool.query(`select ${ours} and query like 'copy %'`)).rowCount === 1);
    await pool.query(`select pg_terminate_backend(pid, 5000) ${ours} and ${which}`);
    await writer.write(content.subarray(-100)).catch(() => undefined);
    await writer.close();
    return { code: await ended, err };
  };
  try {
    expect(await restoring("one", "application_name = 'tidings backup'")).toEqual({
      code: 1,
      err: expect.stringMatching(/^tidings: [^\n]*terminat[^\n]*\n$/),
    });
    expect(await restoring("two", "application_name <> 'tidings backup'")).toEqual({ code: 0, err: "" });
  } finally {
    await pool.end();
    await dropDatabase(copy);
  }
});

test("a restore whose embedded server ends says where its log is", async () => {
  const file = join(folder, "d.backup");
  await run("backup", file);
  const content = await readFile(file);
  const pipe = join(folder, "embedded");
  execFileSync("/usr/bin/mkfifo", [pipe]);
  // Otherwise root's database would be moved out of a folder that only root can enter.
  await chmod(folder, 0o755);
  const data = join(folder, "embedded-data");
  const env = { ...bareEnvironment, ...key, TIDINGS_DATA: data };
  const child = spawn(process.execPath, [main, "restore", pipe], { env, stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr.on("data", (text) => (err += String(text)));
  const ended = new Promise((resolve) => child.once("close", resolve));
  const writer = await open(pipe, "w");
  await writer.write(content.subarray(0, -100));
  await eventually(async () => findEmbedded(data) !== null);
  const { host, user, database } = findEmbedded(data)!;
  const pool = openPool({ url: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}` });
  const session = "select pid from pg_stat_activity where query like 'copy %' and pid <> pg_backend_pid()";
  // The database is created after its server is there.
  await eventually(async () => (await pool.query(session).catch(() => null))?.rowCount === 1);
  process.kill((await pool.query(session)).rows[0].pid, "SIGKILL");
  await writer.write(content.subarray(-100)).catch(() => undefined);
  await writer.close();
  expect(await ended).toBe(1);
  await pool.end().catch(() => undefined);
  expect(err).toMatch(
    /^tidings: The database server ended meanwhile: nothing was restored\. Its log says why: \S+\/server\.log\n$/,
  );
  expect(existsSync(/\S+\/server\.log/.exec(err)![0])).toBe(true);
});
