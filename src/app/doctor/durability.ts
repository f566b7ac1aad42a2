import type { Db } from "#store/database";
import { isReadOnly, mostSessions, readDurability, unownedTable } from "#store/queries/installation/durability";

import { failure, warning, type CheckResult } from "./check-result.ts";

/** Whether what the database commits survives the loss of its server. */
export async function checkDurability(db: Pick<Db, "query">): Promise<readonly CheckResult[]> {
  const { off, hasLaggingStandby } = await readDurability(db);
  const texts = [
    ...(off.length > 0
      ? [
          `${off.join(" and ")} ${off.length === 1 ? "is" : "are"} off on the server: a crash of its machine loses messages that were accepted, and what was sent just before it is sent again.`,
        ]
      : []),
    ...(hasLaggingStandby
      ? [
          "Standbys copy the server, and no commit waits for them (synchronous_standby_names): if one takes over, the last messages that were accepted are lost, and the last that were sent are sent again.",
        ]
      : []),
  ];
  return texts.map((text) => ({ level: "warning", about: "database", text }));
}

/** Whether the server accepts what a start writes first. */
export async function checkWrites(db: Pick<Db, "query">): Promise<readonly CheckResult[]> {
  if (!(await isReadOnly(db))) return [];
  const text =
    "It accepts no writes: a copy of the server, or default_transaction_read_only. Use the address of the primary.";
  return [failure("database", text)];
}

/** Whether the role may create the partitions of the next month. Without them, nothing is accepted from then on. */
export async function checkOwner(db: Pick<Db, "query">): Promise<readonly CheckResult[]> {
  const table = await unownedTable(db);
  return table === null ? [] : [failure("database", notOwned(table))];
}

export const notOwned = (table: string): string =>
  `The role of DATABASE_URL does not own the table ${table}, so it cannot create the partitions of the next month: from then on nothing is accepted. Use the role that owns the database and its tables.`;

/** Whether a node can open as many sessions as it may: without them calls wait, and are refused. */
export async function checkSessions(db: Pick<Db, "query">, sessions: number): Promise<readonly CheckResult[]> {
  // One more is for notifications between nodes.
  const [most, needed] = [await mostSessions(db), sessions + 1];
  if (most >= needed) return [];
  const text = `It admits at most ${most} sessions of this role, and a node opens up to ${needed}: worker loops fail and calls are refused when they are used up. Raise the limit (max_connections, or the connection limit of the role or the database), or lower TIDINGS_DATABASE_SESSIONS.`;
  return [warning("database", text)];
}
