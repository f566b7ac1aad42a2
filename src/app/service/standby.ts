import { access, constants, readFile } from "node:fs/promises";
import { join } from "node:path";

import { cancelMessage } from "#domain/messages/control";
import { skipRestored } from "#domain/schedules/skip-restored";
import type { Db } from "#store/database";
import { endStandby, readInherited, readInstallation } from "#store/queries/installation/standby";
import { messageControlQueries } from "#store/queries/messages/message-control";
import { scheduleQueries } from "#store/queries/schedules/schedules";

import { createPrivateFile, replacePrivateFile } from "../private-file.ts";

const FILE = "installation";

/**
 * Why this database must not send: it was restored, or it is not the one that this data folder belongs to. null: it may
 * send.
 */
export async function standbyReason(db: Db, dataDir: string): Promise<string | null> {
  const { id, standby } = await readInstallation(db);
  if (standby) return "it was restored from a backup";
  const known = await readBound(dataDir);
  if (known === "unreadable")
    return `this user may not read ${join(dataDir, FILE)}, which names the data folder's database: change its owner`;
  if (known !== null && known.trim() !== id) return "the data folder belongs to another database";
  return null;
}

/** null: the folder is not bound, or this user may not enter it. */
async function readBound(dataDir: string): Promise<string | null> {
  try {
    return await readFile(join(dataDir, FILE), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    // A disk or network error must fail the start: a standby might go unnoticed.
    if (code !== "EACCES" && code !== "EPERM") throw error;
    const entered = await access(dataDir, constants.X_OK).then(
      () => true,
      () => false,
    );
    return entered ? "unreadable" : null;
  }
}

/** Binds a folder that is not bound to a database yet to this one. A folder that is not writable is not bound. */
export async function adopt(db: Db, dataDir: string): Promise<void> {
  const { id } = await readInstallation(db);
  await createPrivateFile(join(dataDir, FILE), `${id}\n`).catch(() => undefined);
}

/** What becomes of messages that were still being sent when the backup was made. */
export type QueuedChoice = "send" | "cancel";

export type Activation =
  /** Nothing was changed: without a choice, this would be sent. */
  | { readonly activated: false; readonly messages: number; readonly deliveries: number }
  /**
   * `already`: nothing kept it from sending. `backupOf`: when the backup was made; null: the database was not restored.
   * `skippedRuns`: runs of schedules that the original may have sent since.
   */
  | {
      readonly activated: true;
      readonly already: boolean;
      readonly backupOf: string | null;
      readonly canceled: number;
      readonly skippedRuns: number;
    };

/**
 * From now on this database is the installation. Running nodes take part after a restart.
 *
 * @param queued null: no choice was made, so a copy that would send messages which its original has probably sent stays
 *   a standby
 */
export async function activate(db: Db, dataDir: string, queued: QueuedChoice | null): Promise<Activation> {
  const already = (await standbyReason(db, dataDir)) === null;
  const done = await db.ownTransaction(async (): Promise<Activation> => {
    const inherited = await readInherited(db);
    const { messages = [], deliveries = 0, restoredAt = 0, backupOf = null } = inherited ?? {};
    if (messages.length > 0 && queued === null) return { activated: false, messages: messages.length, deliveries };
    const canceled = queued === "cancel" ? messages : [];
    for (const id of canceled) await cancelMessage(messageControlQueries(db, NO_LISTENERS), id, "restore");
    const skippedRuns = await skipRestored(
      scheduleQueries(db, () => undefined),
      restoredAt,
    );
    await endStandby(db);
    return { activated: true, already, backupOf, canceled: canceled.length, skippedRuns };
  });
  if (!done.activated) return done;
  const { id } = await readInstallation(db);
  await replacePrivateFile(join(dataDir, FILE), `${id}\n`);
  return done;
}

/** Nothing to notify: a service finds the work when it starts. */
const NO_LISTENERS = { dispatch: () => undefined, cancelDeliveries: () => undefined, webhooks: () => undefined };
