import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { loadSnapshot, readSnapshot, requireRestorable } from "#store/backup";
import { outcomeIsUnknown } from "#store/pg-errors";
import type { Log } from "#lib/log";

import { openBackup, writeBackup } from "./backup-file.ts";
import type { Config } from "../config/config.ts";
import { connect, requireDatabase } from "../service/open-store.ts";
import { loadSecretKey } from "../config/secret-key.ts";
import { createPrivateFile } from "../private-file.ts";

export type BackupReport = {
  readonly file: string;
  readonly at: string;
  readonly tables: number;
  readonly withKey: boolean;
  /** Newest root of the consent ledger; null if nothing was sealed yet. */
  readonly consentRoot: string | null;
};

type BackupOptions = { readonly withKey: boolean; readonly stopping?: AbortSignal };

/**
 * Copies the database into a file while the service may be running.
 *
 * @param options.withKey also puts the secret key into the file: anyone who has the file can then read every secret in
 *   it
 * @param options.stopping interrupts it: nothing is kept
 * @throws if the file exists, or there is no database
 */
export async function backUp(
  config: Config,
  path: string,
  { withKey, stopping = new AbortController().signal }: BackupOptions,
  log: Log,
): Promise<BackupReport> {
  if (existsSync(path)) throw new Error(`${path} already exists; a backup never overwrites a file.`);
  requireDatabase(config);
  const key = withKey ? (config.secretKey?.reveal() ?? (await readFile(keyFile(config), "utf8"))).trim() : null;
  const { embedded, connection } = await connect(config, log, { forCommand: true });
  try {
    return await readSnapshot(connection, async (shape, rows) => {
      await writeBackup(path, { tidings_backup: 1, shape, key }, rows, stopping);
      const { at, tables, consentRoot = null } = shape;
      return { file: path, at, tables: tables.length, withKey, consentRoot };
    });
  } finally {
    await embedded?.stop();
  }
}

export type RestoreReport = {
  readonly at: string;
  readonly tables: number;
  readonly where: string;
  readonly key: "written" | "kept" | "missing";
};

/**
 * Fills an empty database from a backup. The restored database is a standby: it sends nothing until it is activated.
 *
 * @throws if the database is not empty, or the file is damaged: nothing is restored then
 */
export async function restore(config: Config, path: string, log: Log): Promise<RestoreReport> {
  const backup = await openBackup(path);
  try {
    const { shape, key } = backup.header;
    // Before an embedded server is created.
    requireRestorable(shape);
    const { embedded, connection, where } = await connect(config, log);
    try {
      let left = shape.tables.length;
      await loadSnapshot(
        connection,
        shape,
        async function* (table) {
          yield* backup.rows(table);
          left -= 1;
          if (left === 0) await backup.end();
        },
        Date.now(),
      );
    } catch (error) {
      if (embedded === null || !outcomeIsUnknown(error)) throw error;
      // Often a full disk. The error that reaches us only names a socket.
      throw new Error(`The database server ended meanwhile: nothing was restored. Its log says why: ${embedded.log}`, {
        cause: error,
      });
    } finally {
      await embedded?.stop();
    }
    return { at: shape.at, tables: shape.tables.length, where, key: await keepKey(config, key) };
  } finally {
    backup.close();
  }
}

/** A key that already exists is never overwritten. */
async function keepKey(config: Config, key: string | null): Promise<RestoreReport["key"]> {
  if (config.secretKey || existsSync(keyFile(config))) return "kept";
  if (key === null) return "missing";
  await createPrivateFile(keyFile(config), `${key}\n`);
  // Verified now, so that a later reader does not discover a damaged backup.
  await loadSecretKey(null, config.dataDir);
  return "written";
}

function keyFile(config: Config): string {
  return join(config.dataDir, "secret.key");
}
