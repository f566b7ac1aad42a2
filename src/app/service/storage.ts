import { guardHashes, type GuardHashes } from "#domain/guard/guard-hashes";
import { consentQueries } from "#store/queries/consent/consents";
import { unownedTable } from "#store/queries/installation/durability";

import { notOwned } from "../doctor/durability.ts";
import { consentKeysOf } from "../consent/keys.ts";
import { readInstance } from "../readiness/instance.ts";
import { openLicenses, type OpenLicenses } from "../config/license.ts";
import { openQueries, type Queries } from "./open-queries.ts";
import type { OpenStore } from "./open-store.ts";
import { adopt, standbyReason } from "./standby.ts";
import type { Node } from "./node.ts";

export type Storage = Pick<OpenStore, "db" | "key"> & {
  readonly store: OpenStore;
  readonly queries: Queries;
  /** What codes to numbers are counted by. */
  readonly hashes: GuardHashes;
  readonly licenses: OpenLicenses;
  /** Why nothing is sent from here; null: sending is enabled. */
  readonly standby: string | null;
  /** Which database it is, for `/readyz`. */
  readonly instance: string;
  /** Claims work from the queue. */
  readonly works: boolean;
};

/** The database and all its queries. Commits are published on the node's bus. */
export async function openStorage(node: Node, store: OpenStore): Promise<Storage> {
  const { config, log, forCommand, bus, metricHooks, clock } = node;
  const { db, key } = store;
  const standby = await standbyReason(db, config.dataDir);
  if (!forCommand && standby === null) await adopt(db, config.dataDir);
  const unowned = forCommand ? null : await unownedTable(db);
  if (unowned !== null) log("error", notOwned(unowned));
  if (!forCommand && standby !== null) log("warn", "nothing is sent until: tidings restore --activate", { standby });
  const hashes = guardHashes(key.derive("code-requests"));
  return {
    store,
    db,
    key,
    queries: openQueries({
      db,
      consents: consentQueries(db, consentKeysOf(key)),
      bus,
      metricHooks,
      hashes,
      timeZone: () => config.timeZone,
      log,
    }),
    hashes,
    licenses: openLicenses(config, key, { db, clock }),
    standby,
    instance: await readInstance(db),
    works: config.role !== "api" && !forCommand && standby === null,
  };
}
