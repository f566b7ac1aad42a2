import { plainRow } from "#lib/csv/cells";
import { readPhpArray } from "#lib/php-array";
import { dumpRows, type DumpRow } from "#lib/sql-dump";

/** The people of one group of WP SMS, as a file to import. */
export type WpSmsGroup = { readonly name: string | null; readonly rows: number; readonly file: Blob };

/** What a dump of a site has of WP SMS. */
export type WpSmsDump = { readonly groups: readonly WpSmsGroup[]; readonly rows: number };

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
 * Reads groups and subscribers. There, a subscriber is a row for each group; a group of null has the rows whose group does
 * not exist.
 *
 * @throws UnreadableDump
 */
export async function readWpSms(source: AsyncIterable<string>): Promise<WpSmsDump> {
  const names = new Map<string, string>();
  const parts = new Map<string, { done: string[]; open: string[]; rows: number }>();
  let rows = 0;
  for await (const { table, row } of dumpRows(source, tableOf)) {
    const id = (table === "groups" ? row.get("ID") : row.get("group_ID")) ?? "0";
    if (table === "groups") {
      names.set(id, row.get("name") ?? "");
      continue;
    }
    const group = parts.get(id) ?? { done: [], open: [], rows: 0 };
    parts.set(id, group);
    group.open.push(lineOf(row));
    group.rows += 1;
    rows += 1;
    if (group.open.length === PART) group.done.push(group.open.splice(0).join(""));
  }
  const groups = [...parts].map(([id, { done, open, rows: count }]) => ({
    name: names.get(id) || null,
    rows: count,
    file: new Blob([plainRow(HEADINGS), ...done, ...open]),
  }));
  return { groups, rows };
}

function tableOf(name: string): string | null {
  if (name.endsWith("sms_subscribes_group")) return "groups";
  return name.endsWith("sms_subscribes") ? "subscribers" : null;
}

function lineOf(row: DumpRow): string {
  const fields = readPhpArray(row.get("custom_fields") ?? "");
  const date = row.get("date") ?? "";
  return plainRow([
    row.get("mobile") ?? "",
    row.get("name") ?? "",
    row.get("status") ?? "",
    // MySQL's zero date means that there is none.
    date.startsWith("0000") ? "" : date,
    fields && fields.size > 0 ? JSON.stringify(Object.fromEntries(fields)) : "",
  ]);
}
