import type { KeyObject } from "node:crypto";

import { keptBy, retentionSection } from "../privacy/retention-settings.ts";
import type { ConfiguredRetention } from "../privacy/pruning-store.ts";
import type { Country } from "../recipients/phone.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { day } from "#lib/time";

import { readForeignEntry, type ForeignEntry, type MovedEntry, type UnmovedReason } from "./moved-entry.ts";

/** `created_by` of messages that another system sent. */
const MOVED_BY = "moved:";
export const movedBy = (source: string): string => `${MOVED_BY}${source}`;
/** The other system; null: this service sent it. */
export const movedFrom = (createdBy: string): string | null =>
  createdBy.startsWith(MOVED_BY) ? createdBy.slice(MOVED_BY.length) : null;

/** The failure of an entry that another system reported as failed. */
export const FAILED_ELSEWHERE = "failed_elsewhere";

export type MovedLogStore = {
  /** Makes the months that entries of these times are stored in. Not in a transaction. */
  prepare(times: readonly number[]): Promise<void>;
  /** Which of these rows were moved before. */
  known(digests: readonly Buffer[]): Promise<ReadonlySet<string>>;
  /** Notes that a row is moved by the surrounding transaction. @returns false: it was moved before */
  claim(digest: Buffer): Promise<boolean>;
  /**
   * Stores entries as history: ended messages that no worker looks at, without events, webhooks and statistics. Those
   * that were moved before, even if they have been deleted since, are left out.
   *
   * @returns the digests of those that were stored, in hex
   */
  add(
    entries: readonly MovedEntry[],
    by: { readonly source: string; readonly actor: string },
  ): Promise<ReadonlySet<string>>;
};

export type MoveLogDeps = {
  readonly movedLog: MovedLogStore;
  readonly movedKey: KeyObject;
  readonly country: Country | null;
  /** The database's clock. */
  readonly now: () => number;
  readonly timeZone: () => string;
  readonly readSettings: ReadSettings;
  readonly configuredRetention: ConfiguredRetention;
};

export type MoveLogCommand = {
  readonly source: string;
  readonly entries: readonly ForeignEntry[];
  /** null: the site's. */
  readonly zone: string | null;
  readonly country: Country | null;
  readonly dryRun: boolean;
  readonly actor: string;
};

/** Rows that can be stored, and why the others cannot. */
export type ReadEntries = {
  readonly entries: readonly MovedEntry[];
  readonly unreadable: readonly { readonly reference: string; readonly reason: UnmovedReason }[];
};

/** Every row is counted once: moved, already or unreadable. */
export type MovedLog = ReadEntries & {
  readonly moved: readonly MovedEntry[];
  readonly already: number;
};

export async function readEntries(ports: MoveLogDeps, command: MoveLogCommand): Promise<ReadEntries> {
  const now = ports.now();
  const { log } = keptBy(await ports.readSettings(retentionSection), ports.configuredRetention);
  const plan = {
    source: command.source,
    zone: command.zone ?? ports.timeZone(),
    country: command.country ?? ports.country,
    now,
    keptFrom: log === null ? null : now - log * day,
    key: ports.movedKey,
  };
  const entries: MovedEntry[] = [];
  const unreadable: ReadEntries["unreadable"][number][] = [];
  for (const entry of command.entries) {
    const read = readForeignEntry(entry, plan);
    if (typeof read === "string") unreadable.push({ reference: entry.reference, reason: read });
    else entries.push(read);
  }
  return { entries, unreadable };
}

/** Stores what was read, or counts what that would do. */
export async function moveLog(
  { movedLog }: Pick<MoveLogDeps, "movedLog">,
  read: ReadEntries,
  { source, actor, dryRun }: Pick<MoveLogCommand, "source" | "actor" | "dryRun">,
): Promise<MovedLog> {
  const { entries } = read;
  // Of two equal rows in one call the first counts.
  const once = [...new Map(entries.map((entry) => [hex(entry), entry])).values()];
  let moved: readonly MovedEntry[];
  if (dryRun) {
    const known = await movedLog.known(once.map(({ digest }) => digest));
    moved = once.filter((entry) => !known.has(hex(entry)));
  } else {
    const stored = await movedLog.add(once, { source, actor });
    moved = once.filter((entry) => stored.has(hex(entry)));
  }
  return { ...read, moved, already: entries.length - moved.length };
}

const hex = ({ digest }: MovedEntry): string => digest.toString("hex");
