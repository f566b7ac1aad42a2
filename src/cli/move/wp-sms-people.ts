import { plainRow } from "#lib/csv/cells";
import { readPhpArray } from "#lib/php-array";
import type { DumpRow } from "#lib/sql-dump";
import { hour } from "#lib/time";

/**
 * The people of one group of WP SMS, as a file to import; a name of null: their group does not exist or has no name.
 * `ids`: what their rows have there, in the order of the file.
 */
export type WpSmsGroup = { readonly name: string | null; readonly ids: readonly number[]; readonly file: Blob };

const HEADINGS = ["mobile", "name", "status", "date", "fields"] as const;

/** What the columns of these files contain, for `POST /imports`. */
export const WP_SMS_MAPPING = {
  mobile: "phone",
  name: "name",
  status: "state",
  date: "consent_at",
  fields: "attributes",
} as const;

/** Rows in one string: a million small ones would take more memory. */
const PART = 5_000;

/**
 * Collects groups and subscribers of one site: another one has the same ids for other groups. There, a subscriber is a
 * row for each group; a group of null has the rows whose group does not exist.
 */
export function peopleOf() {
  const names = new Map<string, string>();
  const parts = new Map<string, { done: string[]; open: string[]; ids: number[] }>();
  let rows = 0;
  return {
    group: (row: DumpRow): unknown => names.set(row.get("ID") ?? "0", row.get("name") ?? ""),
    subscriber(row: DumpRow): void {
      const id = row.get("group_ID") ?? "0";
      const group = parts.get(id) ?? { done: [], open: [], ids: [] };
      parts.set(id, group);
      group.open.push(lineOf(row));
      group.ids.push(Number(row.get("ID")));
      rows += 1;
      if (group.open.length === PART) group.done.push(group.open.splice(0).join(""));
    },
    read(): { readonly groups: readonly WpSmsGroup[]; readonly rows: number } {
      const isNamed = ([id]: readonly [string, unknown]): boolean => Boolean(names.get(id)?.trim());
      const groups = [...parts].filter(isNamed).map(([id, part]) => groupOf(names.get(id)!, [part]));
      // One list, whatever ids their groups had: they join the same group here.
      const others = [...parts].filter((part) => !isNamed(part)).map(([, part]) => part);
      return { groups: others.length === 0 ? groups : [...groups, groupOf(null, others)], rows };
    },
  };
}

const groupOf = (
  name: string | null,
  parts: readonly {
    readonly done: readonly string[];
    readonly open: readonly string[];
    readonly ids: readonly number[];
  }[],
): WpSmsGroup => ({
  name,
  ids: parts.flatMap(({ ids }) => ids),
  file: new Blob([plainRow(HEADINGS), ...parts.flatMap(({ done, open }) => [...done, ...open])]),
});

function lineOf(row: DumpRow): string {
  const fields = readPhpArray(row.get("custom_fields") ?? "");
  return plainRow([
    row.get("mobile") ?? "",
    row.get("name") ?? "",
    // There, only 1 is active: nobody without a status got a text.
    row.get("status") === null ? "0" : (row.get("status") ?? ""),
    dateOf(row.get("date") ?? ""),
    fields && fields.size > 0 ? JSON.stringify(Object.fromEntries(fields)) : "",
  ]);
}

/** Of the zone that is furthest ahead of UTC. */
const AHEAD_MS = 14 * hour;

/**
 * Local time there, read as UTC. Of the last hours in a zone ahead it would be in the future, and the row refused;
 * without a date the time of the import counts.
 */
function dateOf(date: string): string {
  // MySQL's zero date means that there is none.
  if (date.startsWith("0000")) return "";
  const ahead = Date.parse(`${date.replace(" ", "T")}Z`) - Date.now();
  return ahead > 0 && ahead <= AHEAD_MS ? "" : date;
}
