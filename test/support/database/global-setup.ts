import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import pg from "pg";
import type { TestProject } from "vitest/node";

import { migrate } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";

import { withDatabase } from "../service/urls.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of a connection that may make databases, to the PostgreSQL that all tests share. */
    postgres: string;
    /** The database that carries the schema; every test copies it. */
    template: string;
  }
}

/**
 * One real PostgreSQL for the whole run: TEST_DATABASE_URL where it is set, else the embedded server.
 * The schema is made once, in a template that every test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const folder = given ? null : await mkdtemp(join(tmpdir(), "tidings-test-"));
  const { openEmbedded } = await import("#store/embedded/server");
  const server = folder ? await openEmbedded({ dataDir: folder, log: () => undefined }) : null;
  if (server) await makeSuperuser(server.connection);
  const url = given ?? urlOf(server!.connection);
  const template = `tidings_template_${process.pid}`;
  try {
    await makeTemplate(url, template);
  } catch (error) {
    await server?.stop();
    throw error;
  }
  project.provide("postgres", url);
  project.provide("template", template);
  return async () => {
    if (given) await dropTemplate(url, template);
    await server?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

function urlOf(at: { host: string; port: number; user: string; database: string }): string {
  return `postgres://${at.user}@/${at.database}?host=${encodeURIComponent(at.host)}&port=${at.port}`;
}

/** Some stories need roles of their own, and connect as these; the user of TEST_DATABASE_URL may make them, too. */
async function makeSuperuser({ user, ...at }: Parameters<typeof urlOf>[0]): Promise<void> {
  const admin = new pg.Client({ ...at, user: "postgres", database: "postgres" });
  await admin.connect();
  await admin.query(`alter role ${user} superuser`);
  const { rows } = await admin.query<{ ident_file: string }>("show ident_file");
  await appendFile(rows[0]!.ident_file, `tidings "${userInfo().username}" all\n`);
  await admin.query("select pg_reload_conf()");
  await admin.end();
}

async function dropTemplate(url: string, template: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`drop database if exists ${template} with (force)`);
  await admin.end();
}

async function makeTemplate(url: string, template: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`drop database if exists ${template} with (force)`);
  await admin.query(`create database ${template} template template0 encoding 'UTF8' locale 'C'`);
  await admin.end();
  const pool = new pg.Pool({ connectionString: withDatabase(url, template), max: 2 });
  pool.on("error", () => undefined);
  await migrate(pool);
  await ensurePartitions(pool, Date.now());
  await pool.end();
}
