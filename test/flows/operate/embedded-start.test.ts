import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, describe, expect, test, vi } from "vitest";

import { environment } from "#store/embedded/environment";
import { openEmbedded } from "#store/embedded/server";

import { isRoot, nobody, query, ready, stop, workshop } from "../../support/database/embedded.ts";
import { openDb } from "../../support/database/open-db.ts";
import { eventually, startTalker } from "../../support/service/processes.ts";

const intruder = fileURLToPath(new URL("../../support/database/intruder-child.ts", import.meta.url));
const shop = workshop();
afterAll(() => shop.clear());

const { npmBinaries } = environment();
const debian15 = "/usr/lib/postgresql/15/bin";
if (!isRoot)
  process.stdout.write("embedded-start: not root, so what only root can do (run as another user) is skipped\n");
if (!existsSync(debian15))
  process.stdout.write(`embedded-start: no ${debian15} (package postgresql-15), its test is skipped\n`);

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const one = (at: Parameters<typeof query>[0]) => query(at, "select 1 as one");

/** The npm binaries where every user can read them, as in a checkout under /opt. */
function publicBinaries(): string {
  const copy = join(shop.folder(), "native");
  cpSync(npmBinaries!, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

describe.runIf(isRoot)("started by root", () => {
  test("the server runs as an unprivileged user, and no other user reaches its socket or its rows", async () => {
    const dataDir = join(shop.folder(), "data");
    const child = shop.open({ dataDir });
    const { connection, pid } = await ready(child);
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    expect(mode(connection.host)).toBe("700");
    expect(mode(join(dataDir, "pg/18/data"))).toBe("700");
    // What root writes is in a place where the server's user can neither rename nor link.
    expect(statSync(join(dataDir, "pg/18")).uid).toBe(0);
    expect(await one(connection)).toEqual([{ one: 1 }]);
    await stop(child);
  });

  test("another program of the server's own user reaches the socket and is rejected, with any role", async () => {
    const child = shop.open({ dataDir: join(shop.folder(), "data") });
    const { connection, pid } = await ready(child);
    const { uid, gid } = statSync(`/proc/${pid}`);
    for (const user of ["tidings", "postgres"]) {
      const input = { ...connection, user };
      const said = await startTalker(intruder, input, { uid, gid }).next("answer");
      expect(said).toMatchObject({ code: "28000" });
    }
    expect(await one(connection)).toEqual([{ one: 1 }]);
    expect(await one({ ...connection, user: "postgres" })).toEqual([{ one: 1 }]);
    await stop(child);
  });

  test("a checkout and a data folder in a private home: binaries are copied, the database moves, a later start finds it", async () => {
    const home = shop.folder(0o700);
    const stateFolder = join(shop.folder(), "state");
    const native = join(home, "native");
    cpSync(npmBinaries!, native, { recursive: true, verbatimSymlinks: true });
    const input = { dataDir: join(home, "data"), env: { npmBinaries: native, stateFolder } };

    const first = shop.open(input);
    const { connection, dataDir } = await ready(first);
    expect(dataDir).toMatch(new RegExp(`^${stateFolder}/[0-9a-f]{12}$`));
    expect(first.seen("log").map(({ message }) => message)).toContainEqual(expect.stringContaining(`is in ${dataDir}`));
    await query(connection, "create table letters (id int)");
    await stop(first);

    const second = shop.open(input);
    const again = await ready(second);
    expect(again.dataDir).toBe(dataDir);
    expect(await query(again.connection, "select * from letters")).toEqual([]);
    const third = shop.open(input);
    expect(await third.next("refused")).toMatchObject({ code: "folder_in_use" });
    await stop(second);
    rmSync(dataDir, { recursive: true });
    const fourth = shop.open(input);
    expect(await fourth.next("refused")).toMatchObject({ code: "moved_folder_gone" });
  });

  test("a data folder that was deleted and created again does not revive the database of its earlier life", async () => {
    const home = shop.folder(0o700);
    const stateFolder = join(shop.folder(), "state");
    const input = { dataDir: join(home, "data"), env: { stateFolder, npmBinaries: null, systemBinaries: [] } };
    for (const folder of [1, 2]) {
      const child = shop.open(input);
      expect(await child.next("refused")).toMatchObject({ code: "no_binaries" });
      expect(readdirSync(stateFolder)).toHaveLength(folder);
      rmSync(input.dataDir, { recursive: true });
    }
  });

  test("a folder that an ordinary user created is served as that user", async () => {
    const dataDir = join(shop.folder(), "data");
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, nobody.uid, nobody.gid);
    const env = { npmBinaries: publicBinaries() };
    const first = shop.open({ dataDir, env, ...nobody });
    await query((await ready(first)).connection, "create table letters (id int)");
    await stop(first);

    const root = shop.open({ dataDir, env });
    const { connection, pid } = await ready(root);
    expect(statSync(`/proc/${pid}`).uid).toBe(nobody.uid);
    expect(await query(connection, "select * from letters")).toEqual([]);
    await stop(root);

    const back = shop.open({ dataDir, env, ...nobody });
    await ready(back);
    await stop(back);
  });

  test("a database that has become unreachable is refused, never replaced by an empty one", async () => {
    const home = shop.folder();
    const dataDir = join(home, "data");
    mkdirSync(join(dataDir, "pg/18/data"), { recursive: true });
    writeFileSync(join(dataDir, "pg/18/data/PG_VERSION"), "18\n");
    chmodSync(home, 0o700);
    expect(await shop.open({ dataDir }).next("refused")).toMatchObject({ code: "unreachable_folder" });
  });

  test("an ordinary user is told so if the database belongs to another user", async () => {
    const dataDir = join(shop.folder(), "data");
    mkdirSync(join(dataDir, "pg/18/data"), { recursive: true });
    writeFileSync(join(dataDir, "pg/18/data/PG_VERSION"), "18\n");
    chmodSync(join(dataDir, "pg/18"), 0o700);
    chmodSync(dataDir, 0o777);
    const child = shop.open({ dataDir, ...nobody });
    expect(await child.next("refused")).toMatchObject({ code: "folder_not_ours" });
  });

  test("for a user id without a name the error says what would make initdb fail", async () => {
    const dataDir = join(shop.folder(), "data");
    mkdirSync(dataDir);
    chownSync(dataDir, 54_321, 54_321);
    const child = shop.open({ dataDir, env: { npmBinaries: publicBinaries() }, uid: 54_321, gid: 54_321 });
    const refusal = await child.next("refused");
    expect(refusal).toMatchObject({ code: "unknown_user" });
    expect(refusal["message"]).toContain("DATABASE_URL");
  });
});

describe("the first start", () => {
  test("one that was killed halfway is started over", async () => {
    const dataDir = join(shop.folder(), "data");
    const child = shop.open({ dataDir });
    const home = join(dataDir, "pg/18");
    const scratch = () => (existsSync(home) ? readdirSync(home) : []).filter((name) => name.startsWith("init-"));
    // Before its folder exists, initdb may not yet run under its own name: killed then, it is cleaned up one start
    // later.
    await eventually(() => scratch().some((name) => existsSync(join(home, name, "data"))));
    child.kill("SIGKILL");
    await child.exited;
    expect(existsSync(join(home, "data"))).toBe(false);

    const next = shop.open({ dataDir });
    expect(await one((await ready(next)).connection)).toEqual([{ one: 1 }]);
    expect(scratch()).toEqual([]);
    await stop(next);
  });

  test("the environment may name another server, with TLS and settings: they are not this one's", async () => {
    vi.stubEnv("PGSSLMODE", "require");
    vi.stubEnv("PGSSLNEGOTIATION", "direct");
    vi.stubEnv("PGOPTIONS", "-c search_path=nowhere");
    vi.stubEnv("PGHOST", "db.example.com");
    try {
      const server = await openEmbedded({ dataDir: join(shop.folder(), "data"), log: () => undefined });
      const db = await openDb(server.connection, { max: 1 });
      const [found] = await db.unnamed("select current_setting('search_path') as path", []);
      expect(found).toEqual({ path: '"$user", public' });
      await db.close();
      await server.stop();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("a data path too long for a socket gets a short folder, which stop removes", async () => {
    const deep = join(shop.folder(), "d".repeat(60), "e".repeat(60));
    const runtimeFolder = shop.folder();
    const child = shop.open({ dataDir: deep, env: { runtimeFolder } });
    const { connection } = await ready(child);
    expect(connection.host.startsWith(join(runtimeFolder, "tidings-"))).toBe(true);
    expect(mode(connection.host)).toBe("700");
    expect(await one(connection)).toEqual([{ one: 1 }]);
    child.kill("SIGKILL");
    await child.exited;

    const next = shop.open({ dataDir: deep, env: { runtimeFolder } });
    expect((await ready(next)).connection).toEqual(connection);
    await stop(next);
    expect(readdirSync(runtimeFolder)).toEqual([]);
  });

  test.runIf(existsSync(debian15))(
    "without npm's binaries the system's PostgreSQL 15 serves, and npm's 18 leaves that database alone",
    async () => {
      const dataDir = join(shop.folder(), "data");
      const child = shop.open({ dataDir, env: { npmBinaries: null, systemBinaries: [debian15] } });
      const { version, connection } = await ready(child);
      expect(version).toMatch(/^15\./);
      expect(await one(connection)).toEqual([{ one: 1 }]);
      await stop(child);

      const stranded = shop.open({ dataDir, env: { systemBinaries: [] } });
      const refusal = await stranded.next("refused");
      expect(refusal).toMatchObject({ code: "version_mismatch" });
      expect(refusal["message"]).toMatch(/PostgreSQL 15.*pg_dump.*DATABASE_URL/);

      const again = shop.open({ dataDir, env: { systemBinaries: [debian15] } });
      expect((await ready(again)).version).toBe(version);
      await stop(again);
    },
  );
});

describe("what is refused", () => {
  const open = (dataDir: string, env: Parameters<typeof environment>[0]) =>
    openEmbedded({ dataDir, env: env ?? {}, log: () => undefined });

  test("a platform without binaries, naming DATABASE_URL, and the folder is free again", async () => {
    const dataDir = shop.folder();
    for (const arch of ["riscv64", "riscv64"]) {
      const refused = open(dataDir, { arch, systemBinaries: [] });
      await expect(refused).rejects.toMatchObject({
        code: "no_binaries",
        message: expect.stringContaining("DATABASE_URL"),
      });
    }
  });

  test("binaries for another C library, which exist but do not start", async () => {
    const native = shop.folder();
    mkdirSync(join(native, "bin"));
    for (const name of ["postgres", "initdb"]) {
      writeFileSync(join(native, "bin", name), "#!/lib/ld-musl-of-another-system.so.1\n");
      chmodSync(join(native, "bin", name), 0o755);
    }
    const refused = open(shop.folder(), { npmBinaries: native, systemBinaries: [] });
    await expect(refused).rejects.toMatchObject({ code: "no_binaries", message: expect.stringContaining("apk add") });
  });

  test("a folder that the system does not allow to be created, and one below it", async () => {
    for (const dataDir of ["/proc/tidings", "/proc/tidings/data"]) {
      // In a process of its own: creating it took a whole core and never ended.
      const refusal = await shop.open({ dataDir }).next("refused");
      expect(refusal).toMatchObject({ code: "folder_not_ours", message: expect.stringContaining("TIDINGS_DATA") });
    }
  });

  test("a network file system", async () => {
    const refused = open(shop.folder(), { fileSystemType: () => 0x6969 });
    await expect(refused).rejects.toMatchObject({ code: "network_folder", message: expect.stringContaining("NFS") });
  });

  test("a database without its version, which is left unchanged", async () => {
    const dataDir = shop.folder();
    mkdirSync(join(dataDir, "pg/18/data/base"), { recursive: true });
    writeFileSync(join(dataDir, "pg/18/data/base/rows"), "precious");
    await expect(open(dataDir, {})).rejects.toMatchObject({ code: "broken_cluster" });
    expect(readFileSync(join(dataDir, "pg/18/data/base/rows"), "utf8")).toBe("precious");
  });

  test("databases of two versions, because either may be the right one", async () => {
    const dataDir = shop.folder();
    for (const major of ["17", "18"]) {
      mkdirSync(join(dataDir, "pg", major, "data"), { recursive: true });
      writeFileSync(join(dataDir, "pg", major, "data/PG_VERSION"), `${major}\n`);
    }
    await expect(open(dataDir, {})).rejects.toMatchObject({ code: "several_clusters" });
  });

  test("a folder that a server in another container serves", async () => {
    const dataDir = shop.folder();
    const cluster = join(dataDir, "pg/18/data");
    const run = shop.folder();
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, "PG_VERSION"), "18\n");
    // Its number means nothing here; its socket, on the shared volume, still answers.
    writeFileSync(join(cluster, "postmaster.pid"), `1\n${cluster}\n1700000000\n5432\n${run}\n\n  1 2\nready   \n`);
    const socket = createServer();
    await new Promise<void>((done) => socket.listen(join(run, ".s.PGSQL.5432"), done));
    await expect(open(dataDir, {})).rejects.toMatchObject({ code: "foreign_server" });
    expect(existsSync(join(cluster, "postmaster.pid"))).toBe(true);
    socket.close();
  });
});
