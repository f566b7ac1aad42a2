import type { Log } from "#lib/log";

import type { Config } from "../config/config.ts";
import { openLicenses } from "../config/license.ts";
import { openPeople } from "./open-people.ts";
import { monotonic, openStore, requireDatabase } from "./open-store.ts";

/**
 * The database and the people of the service without its worker loops: for commands beside a running service.
 *
 * @param options.creates a database is created if there is none
 * @param options.migrates the schema is brought forward
 * @param options.readOnly nothing is created or changed
 * @param options.withoutKey no secret is needed, so a database without a key gets none: its service may run elsewhere
 */
export async function openTools(
  config: Config,
  log: Log,
  {
    creates = false,
    migrates = creates,
    readOnly = false,
    withoutKey = readOnly,
  }: {
    readonly creates?: boolean;
    readonly migrates?: boolean;
    readonly readOnly?: boolean;
    readonly withoutKey?: boolean;
  } = {},
) {
  if (!creates) requireDatabase(config);
  const store = await openStore(config, log, { forCommand: true, migrates, readOnly, withoutKey });
  const { key } = store;
  const { people, host, customers } = await openPeople(store.db, key, {
    clock: { now: monotonic },
    log,
    // The service finds new webhook work by itself within a second.
    webhooks: () => undefined,
  });
  return {
    people,
    customers,
    store,
    licenses: openLicenses(config, key, { db: store.db, clock: { now: monotonic } }),
    async close() {
      await host.settled();
      await store.close();
    },
  };
}
