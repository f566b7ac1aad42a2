import pg from "pg";

import { createClient, type Client } from "../../packages/client/src/index.ts";
import { startOwnPostgres } from "../../test/support/database/own-postgres.ts";
import { startNodes } from "../../test/support/service/node-set.ts";
import type { Settings } from "../lib/scenario.ts";
import { fillDatabase } from "./fill.ts";

/** Options of the scenarios that measure the console. */
export const filledOptions = {
  people: ["1000000", "subscribers"],
  entries: ["2000000", "entries of the log; the promise is about 10,000,000"],
  database: ["", "address of a database that is filled if it is not yet, and stays; default: a private one"],
  data: ["", "with --database: the folder of the service's keys, which stays as well"],
} as const;

export type Filled = Awaited<ReturnType<typeof openFilled>>;

const PASSWORD = "correct horse battery staple";

/**
 * A service on the sandbox with a year of history. It only serves the API and the console: workers would seal a million
 * consents beside it, which happens once in the life of an installation.
 */
export async function openFilled(settings: Settings) {
  const own = settings.text("database") === "" ? await startOwnPostgres() : null;
  const databaseUrl = own?.url ?? settings.text("database");
  const data = settings.text("data");
  const nodes = await startNodes({
    databaseUrl,
    gateway: "sandbox://default?credit=100000",
    roles: ["api"],
    more: data === "" ? {} : { TIDINGS_DATA: data },
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on("error", () => undefined);
  const { rows } = await pool.query("select 1 from groups where name = 'Everybody'");
  if (rows.length === 0) {
    settings.say(await nodes.command("license", "issue"));
    settings.say(await nodes.command("demo"));
    await fillDatabase(pool, { people: settings.number("people"), entries: settings.number("entries") }, settings.say);
    // The late indexes, which a worker would build along with the others.
    settings.say(await nodes.command("migrate"));
  }
  const username = `bench-${Date.now()}`;
  const url = nodes.urls()[0]!;
  await nodes.command("user", "add", username, "--email", `${username}@example.com`, "--role", "administrator");
  const made = JSON.parse(await nodes.command("app-password", "create", username, "--name", "bench", "--json")) as {
    password: string;
  };
  const api: Client = createClient({ url, user: username, applicationPassword: made.password });
  const visitor = `${username}-web`;
  const email = `${visitor}@example.com`;
  await api.createUser({ username: visitor, name: "Visitor", email, password: PASSWORD, roles: ["administrator"] });
  return {
    url,
    api,
    pool,
    /** Signs in to the console. */
    visitor: { username: visitor, password: PASSWORD },
    async close() {
      for (const name of [visitor, username]) await nodes.command("user", "delete", name);
      await pool.end();
      await nodes.stop();
      await own?.stop();
    },
  };
}
