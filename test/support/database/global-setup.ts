import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import pg from "pg";
import type { TestProject } from "vitest/node";

import { buildIndexes } from "#store/indexes";
import { migrate } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";

import { bundle } from "../../../scripts/bundle.ts";
import { childSources } from "../service/child-program.ts";
import { keepNewest } from "../keep-newest.ts";
import { startThrowawayPostgres } from "./throwaway-postgres.ts";
import { withDatabase } from "../service/urls.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const cache = `${root}node_modules/.cache/`;
/** Files of compiled code, about 10 MB; a run writes up to 200. */
const COMPILED_KEPT = 1_000;

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of a connection that may create databases, to the PostgreSQL that all tests share. */
    postgres: string;
    /** The database that contains the schema; every test copies it. */
    template: string;
  }
}

/**
 * The program as processes run it, and one real PostgreSQL for the whole run: TEST_DATABASE_URL if it is set, otherwise
 * the embedded server's binaries. The schema is created once, in a template that every test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The processes that tests start load the same modules again and again: 0.6 s of CPU instead of 1.2 each.
  process.env["NODE_COMPILE_CACHE"] ??= `${cache}compiled`;
  // Each change of the sources makes other modules of the bundle.
  await keepNewest(`${cache}compiled`, COMPILED_KEPT);
  // A test that runs vitest hands its own on.
  const bundled = process.env["TIDINGS_TEST_MAIN"] ? null : await bundleForTests();
  const sites = await mkdtemp(join(tmpdir(), "wordpress-templates-"));
  await chmod(sites, 0o755);
  process.env["TIDINGS_TEST_SITES"] = sites;
  const given = process.env["TEST_DATABASE_URL"];
  const server = given ? null : await startThrowawayPostgres();
  const url = given ?? server!.url;
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
    if (bundled !== null) await rm(bundled, { recursive: true });
    await rm(sites, { recursive: true, force: true });
  };
}

/**
 * In a folder of this run alone, beside the packages that it imports. `npm run build` may write dist/ at the same time.
 */
async function bundleForTests(): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(`${cache}bundle-`);
  // Tests also start the service as other users.
  await chmod(folder, 0o755);
  await bundle(root, folder, "inside");
  process.env["TIDINGS_TEST_MAIN"] = `${folder}/main.js`;
  // 0.4 s of CPU; a start of an engine takes 0.17 s in place of 0.36.
  process.env["TIDINGS_TEST_CHILDREN"] = `${folder}/children`;
  await bundle(root, `${folder}/children`, "inside", childSources);
  return folder;
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
  await buildIndexes({ url: withDatabase(url, template) }, new AbortController().signal);
}
