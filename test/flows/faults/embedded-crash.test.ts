import { spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { findEmbedded } from "#store/embedded/find";
import { isPostmaster, serverProcesses } from "#store/embedded/processes";

import { query, ready, stop, workshop } from "../../support/database/embedded.ts";
import { eventually } from "../../support/service/processes.ts";

const shop = workshop();
let dataDir: string;
let cluster: string;

beforeAll(async () => {
  dataDir = join(shop.folder(), "data");
  const child = shop.open({ dataDir });
  const { connection, version } = await ready(child);
  cluster = join(dataDir, "pg", version.split(".")[0]!, "data");
  await query(connection, "create table letters (id int primary key)");
  await stop(child);
});
afterAll(() => shop.clear());

const letters = async (at: Parameters<typeof query>[0]) =>
  (await query<{ n: number }>(at, "select count(*)::int as n from letters"))[0]!.n;

describe("the embedded server and kill -9", () => {
  test("a service that was killed leaves a server that the next one takes over, rows intact", async () => {
    const first = shop.open({ dataDir });
    const before = await ready(first);
    await query(before.connection, "insert into letters select generate_series(1, 100)");
    first.kill("SIGKILL");
    await first.exited;

    const second = shop.open({ dataDir });
    const after = await ready(second);
    expect(after).toMatchObject({ adopted: true, pid: before.pid });
    expect(await letters(after.connection)).toBe(100);
    await stop(second);
    expect(serverProcesses(cluster)).toEqual([]);
  });

  test("a taken-over server that dies is also restarted", async () => {
    const first = shop.open({ dataDir });
    await ready(first);
    first.kill("SIGKILL");
    await first.exited;
    const second = shop.open({ dataDir });
    const { pid, adopted } = await ready(second);
    expect(adopted).toBe(true);
    process.kill(pid, "SIGKILL");
    expect(await second.next("state")).toMatchObject({ state: "down" });
    expect(await second.next("state")).toMatchObject({ state: "up" });
    await stop(second);
  });

  test("a killed server restarts by itself at the same place with every committed row", async () => {
    const child = shop.open({ dataDir });
    const { connection, pid } = await ready(child);
    await query(connection, "insert into letters select generate_series(101, 200)");
    process.kill(pid, "SIGKILL");
    expect(await child.next("state")).toMatchObject({ state: "down" });
    expect(await child.next("state")).toMatchObject({ state: "up", pid: expect.not.toBeOneOf([pid]) });
    expect(await letters(connection)).toBe(200);
    await stop(child);
  });

  test("a statement that outlives its killed server is ended before a new server opens the folder", async () => {
    const child = shop.open({ dataDir });
    const { connection, pid } = await ready(child);
    const client = new pg.Client({ ...connection });
    const lost = new Promise((resolve) => client.on("error", resolve));
    await client.connect();
    const backend = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;
    // It never waits, so it would not notice the postmaster's death by itself.
    void client.query("do $$ begin loop end loop; end $$").catch(() => undefined);
    await eventually(() => readFileSync(`/proc/${backend}/stat`, "utf8").split(") ")[1]!.startsWith("R"));
    process.kill(pid, "SIGKILL");
    expect(await child.next("state")).toMatchObject({ state: "down" });
    expect(await child.next("state")).toMatchObject({ state: "up" });
    await lost;
    expect(serverProcesses(cluster)).not.toContain(backend);
    expect(await letters(connection)).toBe(200);
    await stop(child);
  });

  test("stop in the middle of a restart leaves no process and frees the folder", async () => {
    const child = shop.open({ dataDir });
    process.kill((await ready(child)).pid, "SIGKILL");
    await child.next("state");
    await stop(child);
    expect(serverProcesses(cluster)).toEqual([]);
  });

  test("both killed at once: the next start recovers all commits", async () => {
    const child = shop.open({ dataDir });
    const { connection, pid } = await ready(child);
    await query(connection, "insert into letters select generate_series(201, 300)");
    child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await child.exited;

    const next = shop.open({ dataDir });
    const after = await ready(next);
    expect(after.adopted).toBe(false);
    expect(await letters(after.connection)).toBe(300);
    await stop(next);
  });

  test("a stale postmaster.pid that names an unrelated live process is removed, and that process survives", async () => {
    // Owned by the server's own user: PostgreSQL itself considers a process it may not signal dead.
    const { uid, gid } = statSync(cluster);
    const stranger = spawn("sleep", ["600"], { uid, gid });
    try {
      writeFileSync(
        join(cluster, "postmaster.pid"),
        `${stranger.pid}\n${cluster}\n1700000000\n5432\n${join(cluster, "..", "run")}\n\n  123 456\nready   \n`,
      );
      writeFileSync(join(cluster, "..", "run", ".s.PGSQL.5432.lock"), `${stranger.pid}\n`);
      const child = shop.open({ dataDir });
      expect((await ready(child)).adopted).toBe(false);
      await stop(child);
      expect(stranger.exitCode).toBeNull();
      expect(stranger.signalCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });
});

describe("the embedded server and its neighbors", () => {
  test("a second service is refused with the holder's process number, and starts at once after kill -9", async () => {
    const first = shop.open({ dataDir });
    const { pid } = await ready(first);
    const second = shop.open({ dataDir });
    const refusal = await second.next("refused");
    expect(refusal).toMatchObject({ code: "folder_in_use" });
    expect(refusal["message"]).toContain(`process ${first.pid} `);
    expect(refusal["message"]).toContain("DATABASE_URL");
    expect(isPostmaster(pid, cluster)).toBe(true);

    first.kill("SIGKILL");
    await first.exited;
    const third = shop.open({ dataDir });
    await ready(third);
    await stop(third);
  });

  test("the command line finds the running server without the lock, and none after stop", async () => {
    const child = shop.open({ dataDir });
    const { connection } = await ready(child);
    expect(findEmbedded(dataDir)).toEqual(connection);
    await stop(child);
    expect(findEmbedded(dataDir)).toBeNull();
  });

  test("Ctrl-C on the process group does not reach the server, and stop leaves none of its processes", async () => {
    const child = shop.open({ dataDir });
    const { pid } = await ready(child);
    process.kill(-child.pid, "SIGINT");
    expect(await child.exited).toBe("SIGINT");
    const next = shop.open({ dataDir });
    expect(await ready(next)).toMatchObject({ adopted: true, pid });
    await stop(next);
    expect(serverProcesses(cluster)).toEqual([]);
  });

  test("stop ends open sessions instead of waiting for them", async () => {
    const child = shop.open({ dataDir });
    const { connection } = await ready(child);
    const client = new pg.Client({ ...connection });
    const lost = new Promise((resolve) => client.on("error", resolve));
    await client.connect();
    await client.query("begin");
    await stop(child);
    await lost;
  });

  test("durability is on whatever postgresql.conf says, and no refused statement reaches the server's log", async () => {
    writeFileSync(join(cluster, "postgresql.conf"), "fsync = off\nsynchronous_commit = off\nlog_statement = 'all'\n");
    const child = shop.open({ dataDir });
    const { connection } = await ready(child);
    const [row] = await query(
      connection,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
              current_setting('listen_addresses') as tcp, current_setting('max_parallel_workers_per_gather') as parallel,
              current_setting('max_wal_size') as wal, (select datcollate from pg_database where datname = 'tidings') as collate,
              current_setting('server_encoding') as encoding`,
    );
    expect(row).toEqual({
      fsync: "on",
      sync: "on",
      tcp: "",
      parallel: "0",
      wal: "2GB",
      collate: "C",
      encoding: "UTF8",
    });
    await expect(query(connection, "select '+15005550123'::int")).rejects.toThrow("+15005550123");
    await stop(child);
    expect(readFileSync(join(cluster, "..", "server.log"), "utf8")).not.toContain("15005550123");
  });
});
