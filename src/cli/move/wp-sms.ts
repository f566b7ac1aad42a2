import { dumpRows, UnreadableDump, type DumpRow } from "#lib/sql-dump";

import { pagesOf, type RowPages } from "./pages.ts";
import { logEntryOf } from "./wp-sms-log.ts";
import { peopleOf, type WpSmsGroup } from "./wp-sms-people.ts";
import { prefixesToMove } from "./wp-sms-prefixes.ts";
import { repeatingOf, scheduledOf } from "./wp-sms-schedules.ts";
import { isZoneOption, zoneOfSite } from "./wp-sms-zone.ts";

/** What one site's tables in a dump have; a network of sites has several, by the prefix of their names. */
export type WpSmsSite = {
  readonly prefix: string;
  /** Its time zone; null: the dump does not have it. */
  readonly zone: string | null;
  readonly log: RowPages;
  readonly schedules: RowPages;
};

/** What a dump has of WP SMS. */
export type WpSmsDump = {
  readonly groups: readonly WpSmsGroup[];
  /** Of subscribers. */
  readonly rows: number;
  readonly sites: readonly WpSmsSite[];
};

/** The tables that are read, by the end of their names. */
const TABLES = [
  "sms_subscribes_group",
  "sms_subscribes",
  "sms_send",
  "sms_scheduled",
  "sms_repeating",
  "options",
] as const;

/** Rows of one call: it must be shorter than 2 MiB, and a text may have 64 KiB. */
const LOG_PAGE = { rows: 500, bytes: 1_000_000 };
const SCHEDULE_PAGE = { rows: 50, bytes: 1_000_000 };

/** The rows of these tables in the text of an SQL dump. @throws UnreadableDump */
export async function* rowsOfDump(source: AsyncIterable<string>): AsyncGenerator<TableRow> {
  for await (const found of dumpRows(inUtf8(source), (name) => (tableOf(name) === null ? null : name))) {
    if (isUnused(found)) continue;
    // Elsewhere in the dump there may be binary data. A later run from a better dump would move these rows of the log
    // again.
    if ([...found.row.values()].some((value) => value?.includes("\uFFFD"))) throw new UnreadableDump(NOT_UTF8);
    yield found;
  }
}

const NOT_UTF8 =
  "A row has characters that are not UTF-8: make the dump with --default-character-set=utf8mb4, or read from the site itself.";

/** Among the options of a site are caches of anything. */
const isUnused = ({ table, row }: TableRow): boolean =>
  tableOf(table) === "options" && !isZoneOption(row.get("option_name"));

/** In UTF-16 every second byte of a statement is zero, and no table would be found. */
async function* inUtf8(source: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const part of source) {
    if (isFirst && part.slice(0, 8).includes("\0")) throw new UnreadableDump(UTF16);
    isFirst = false;
    yield part;
  }
}

const UTF16 =
  "The dump is UTF-16, as PowerShell writes what it redirects, and letters in it may be damaged: make it with --result-file=FILE in place of > FILE.";

type TableRow = { readonly table: string; readonly row: DumpRow };

/**
 * Reads everything before anything is moved.
 *
 * @param named the prefix of the installation that is meant, if there are tables of several
 * @throws UnreadableDump
 */
export async function readWpSms(source: AsyncIterable<TableRow>, named?: string): Promise<WpSmsDump> {
  const sites = new Map<string, ReturnType<typeof siteOf>>();
  const onlyOptions = new Set<string>();
  for await (const { table: name, row } of source) {
    const table = tableOf(name)!;
    const prefix = name.slice(0, -table.length);
    const isNew = !sites.has(prefix);
    const site = sites.get(prefix) ?? siteOf();
    sites.set(prefix, site);
    if (table !== "options") onlyOptions.delete(prefix);
    else if (isNew) onlyOptions.add(prefix);
    if (table === "sms_subscribes_group") site.people.group(row);
    else if (table === "sms_subscribes") site.people.subscriber(row);
    else if (table === "sms_send") site.log.add(logEntryOf(row));
    else if (table === "sms_scheduled") site.schedules.add(scheduledOf(row));
    else if (table === "sms_repeating") site.schedules.add(repeatingOf(row));
    else site.options.set(row.get("option_name")!, row.get("option_value") ?? "");
  }
  for (const prefix of onlyOptions) sites.delete(prefix);
  const chosen = new Set(prefixesToMove([...sites.keys()], named));
  for (const prefix of sites.keys()) if (!chosen.has(prefix)) sites.delete(prefix);
  const people = [...sites.values()].map((site) => site.people.read());
  return {
    groups: people.flatMap(({ groups }) => groups),
    rows: people.reduce((sum, { rows }) => sum + rows, 0),
    sites: [...sites]
      .map(([prefix, { log, schedules, options }]) => ({
        prefix,
        zone: zoneOfSite(options),
        log: log.end(),
        schedules: schedules.end(),
      }))
      .filter(({ log, schedules }) => log.rows + schedules.rows > 0),
  };
}

const siteOf = () => ({
  people: peopleOf(),
  log: pagesOf(LOG_PAGE),
  schedules: pagesOf(SCHEDULE_PAGE),
  options: new Map<string, string>(),
});

const tableOf = (name: string): (typeof TABLES)[number] | null =>
  TABLES.find((table) => name === table || name.endsWith(`_${table}`)) ?? null;
