import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";

import type { Connection } from "#store/connection";
import { openDatabase, type Db } from "#store/database";
import { findEmbedded, hasEmbedded } from "#store/embedded/find";
import { holderIsGone } from "#store/embedded/folder-lock";
import { openEmbedded, type EmbeddedServer } from "#store/embedded/server";
import { buildIndexes, type IndexOutcome } from "#store/indexes";
import { migrate, migrationFiles, requireOwn, schemaState, type Migration } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";
import { isUnreachable, lacksRights, unreachableWords } from "#store/pg-errors";
import { claimSecretKey, fitsSecretKey, isSealed } from "#store/queries/installation/installation";
import { retryWhileStarting } from "#store/retry-while-starting";
import { refuseTransactionPooler } from "#store/pooler";
import { codeOf } from "#lib/error-text";
import { logFailure } from "#lib/log-failure";
import type { Log } from "#lib/log";

import type { Config } from "../config/config.ts";
import { findSecretKey, loadSecretKey, noSecretKey, type SecretKey } from "../config/secret-key.ts";
import { watchSessions } from "./pooled-sessions.ts";

export type { IndexOutcome } from "#store/indexes";

/** Monotonic milliseconds since 1970: this node's clock may be set back, this value never moves back. */
export const monotonic = (): number => performance.timeOrigin + performance.now();

const STATEMENT_MS = 10_000;

export type OpenStore = {
  readonly db: Db;
  readonly key: SecretKey;
  /** Where the database is, for display: never with a password. */
  readonly where: string;
  /** A running service uses the embedded server. False for the server that a killed service left behind. */
  readonly isServed: boolean;
  /** A problem with the database connection that began after startup, and its remedy; null: there is none. */
  readonly poolerIssue: () => string | null;
  /** Newest migration that this node knows. Files may change under a running process. */
  readonly schema: number;
  /** Builds the indexes that are missing, which may take minutes. Throws on `stopping`. */
  buildIndexes(stopping: AbortSignal): Promise<readonly IndexOutcome[]>;
  close(): Promise<void>;
};

type OpenOptions = {
  readonly forCommand?: boolean;
  readonly migrates?: boolean;
  readonly stopping?: Promise<unknown>;
  readonly onLaunched?: () => void;
};

/**
 * Connects to DATABASE_URL or starts the embedded server, and migrates the schema.
 *
 * @param options.forCommand for the command line: use the database of a running service on the data folder, and do not
 *   migrate its schema, because a service of an earlier release may have to stop then. An empty database gets one
 * @param options.migrates the command is there to migrate
 * @param options.readOnly nothing is created: no schema, no partition
 * @param options.withoutKey the key need not match the database
 * @param options.stopping ends the wait for a server that is still starting
 * @param options.onLaunched called once the process of the embedded server exists, unless one is running already
 * @throws if the key is not the one that sealed this database's secrets; SchemaBehind if the schema is not current and
 *   is not to be migrated
 */
export async function openStore(
  config: Config,
  log: Log,
  options: OpenOptions & { readonly readOnly?: boolean; readonly withoutKey?: boolean } = {},
): Promise<OpenStore> {
  const found = await findSecretKey(config.secretKey, config.dataDir);
  // Before the embedded server: a server once started must be stopped again.
  const files = migrationFiles();
  const schema = files.at(-1)?.number ?? 0;
  const { embedded, connection, where, isServed } = await connect(config, log, options);
  const sessions = watchSessions(() => refuseTransactionPooler(connection), monotonic, log);
  const db = openDatabase(connection, {
    ...(embedded === null && sessions.watch),
    max: config.databaseSessions,
    statementMs: STATEMENT_MS,
    monotonic,
    onError: logFailure(log, "a database session ended"),
  });
  let key: SecretKey;
  try {
    if (options.readOnly || (options.forCommand && !options.migrates)) {
      await refuseBehind(db.pool, files, { unlessEmpty: !options.readOnly });
    }
    const { current: before } = await schemaState(db.pool);
    // In a large database this takes minutes, in which nothing answers.
    if (before > 0 && before < schema) log("info", "upgrading the schema", { from: before, to: schema });
    const { current } = await migrate(db.pool, { files });
    if (current > schema) log("info", "the schema is newer than this node, which works beside it", { current, schema });
    await db.syncClock();
    if (!options.readOnly) await ensurePartitions(db.pool, db.now());
    key = found ?? (await keyFor(db, config, options.withoutKey ?? false));
    if (!(await (options.withoutKey ? fitsSecretKey : claimSecretKey)(db, key.fingerprint))) {
      throw new Error(
        "The secret key does not match this database. Start with the TIDINGS_SECRET_KEY (or the data folder's secret.key) that it was created with.",
      );
    }
  } catch (error) {
    await db.close();
    await embedded?.stop();
    throw config.databaseUrl ? explained(error) : error;
  }
  return {
    db,
    key,
    where,
    isServed,
    poolerIssue: sessions.poolerIssue,
    schema,
    buildIndexes: (stopping) => buildIndexes(connection, stopping),
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
}

/**
 * For commands: in a folder without a database, most likely TIDINGS_DATA is not that of the service. A new database
 * there would answer that nothing was ever sent, accept messages that nothing sends, and belong to the wrong user.
 *
 * @throws Error
 */
export function requireDatabase({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): void {
  const folder = resolve(dataDir);
  if (databaseUrl !== null || hasEmbedded(folder)) return;
  // Nothing can be seen in a folder of another user, or below one.
  if (isClosed(folder)) {
    throw new Error(
      `This user may not read the data folder ${folder}. Run the command as the user that runs the service, or as root.`,
    );
  }
  throw new Error(
    `There is no database in ${folder}. Set TIDINGS_DATA as it is for the service. A new database is created by the first start, or by: tidings migrate`,
  );
}

function isClosed(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return codeOf(error) === "EACCES";
  }
}

/** An error of the server at DATABASE_URL, with what to check. */
function explained(error: unknown): unknown {
  if (!isUnreachable(error) && !lacksRights(error)) return error;
  return new Error(unreachableWords(error), { cause: error });
}

/** A key is generated for a database without one; for a copy of a sealed one, a new key would decrypt nothing. */
async function keyFor(db: Db, config: Config, withoutKey: boolean): Promise<SecretKey> {
  if (!(await isSealed(db))) return withoutKey ? noSecretKey() : loadSecretKey(config.secretKey, config.dataDir);
  throw new Error(
    `This database was sealed with a secret key that is missing here, and a new key could not replace it. Put the original key into ${resolve(config.dataDir)} as secret.key, or into TIDINGS_SECRET_KEY.`,
  );
}

/** The schema must be created or migrated, which this caller does not do. */
export class SchemaBehind extends Error {
  override readonly name = "SchemaBehind";
}

async function refuseBehind(
  pool: Db["pool"],
  files: readonly Migration[],
  { unlessEmpty }: { readonly unlessEmpty: boolean },
): Promise<void> {
  const newest = files.at(-1)?.number ?? 0;
  const { current } = await schemaState(pool);
  if (current >= newest || (current === 0 && unlessEmpty)) return;
  if (current === 0) await requireOwn(pool);
  const state = current === 0 ? "The database is empty" : `The schema is at ${current}, this Tidings needs ${newest}`;
  const ends = current > 0 && files.some(({ needs }) => needs > current);
  const stops = ends ? " A running service that is older than this Tidings stops then." : "";
  throw new SchemaBehind(`${state}: the next start migrates it, or run \`tidings migrate\` now.${stops}`);
}

type Connected = {
  readonly embedded: EmbeddedServer | null;
  readonly connection: Connection;
  readonly where: string;
  readonly isServed: boolean;
};

/** `forCommand`: a running service's embedded server is shared; without one it is started for the command only. */
export async function connect(
  config: Config,
  log: Log,
  { forCommand = false, stopping, onLaunched }: OpenOptions = {},
): Promise<Connected> {
  if (config.databaseUrl) {
    const connection = { url: config.databaseUrl.reveal() };
    const check = (): Promise<void> => refuseTransactionPooler(connection);
    const onWait = (): void => log("warn", "the database is starting: waiting for it");
    const checked = forCommand ? check() : retryWhileStarting(check, { now: monotonic, onWait, stopping });
    await checked.catch((error: unknown) => {
      throw explained(error);
    });
    return { embedded: null, connection, where: "PostgreSQL at DATABASE_URL", isServed: false };
  }
  const dataDir = resolve(config.dataDir);
  const running = forCommand ? findEmbedded(dataDir) : null;
  if (running) {
    const isServed = !holderIsGone(dataDir);
    const whose = isServed ? "the running service's database" : "the database that a killed service left running";
    return { embedded: null, connection: running, where: `${whose} in ${dataDir}`, isServed };
  }
  const embedded = await openEmbedded({ dataDir, log, onLaunched });
  return {
    embedded,
    connection: embedded.connection,
    where: `embedded PostgreSQL ${embedded.version} in ${embedded.dataDir}`,
    isServed: false,
  };
}
