import { isRecord } from "./principal.ts";
import type { Site, SiteCredentials } from "./site.ts";

/** The tables of WP SMS that the companion plugin shows, without their prefix. */
const WP_SMS_TABLES = ["sms_subscribes_group", "sms_subscribes", "sms_send", "sms_scheduled", "sms_repeating"] as const;

export type SiteRow = { readonly table: string; readonly row: ReadonlyMap<string, string | null> };

/**
 * Reads what WP SMS left in the site's database, page by page; its time zone comes as a row of `options`.
 *
 * @throws SiteDown, or an Error with a sentence that says what to do
 */
export async function* readWpSmsTables(site: Site, administrator: SiteCredentials): AsyncGenerator<SiteRow> {
  for (const table of WP_SMS_TABLES) {
    for (let after: number | null = 0; after !== null;) {
      const reply = await site.get("/tidings/v1/wp-sms", { table, after: String(after) }, administrator);
      const json = isRecord(reply.json) ? reply.json : {};
      const { rows, next, time_zone: zone } = json;
      if (reply.status !== 200 || !Array.isArray(rows)) throw refusal(site, administrator, reply.status);
      if (after === 0 && typeof zone === "string") yield { table: "options", row: zoneRow(zone) };
      for (const row of rows) if (isRecord(row)) yield { table, row: rowOf(row) };
      // Whatever answers there must not keep this going forever.
      after = typeof next === "number" && next > after ? next : null;
    }
  }
}

const rowOf = (row: Readonly<Record<string, unknown>>): ReadonlyMap<string, string | null> =>
  new Map(Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? value : null]));

/** As WordPress stores it: a name, or hours. It shows them as "+02:00". */
function zoneRow(zone: string): ReadonlyMap<string, string | null> {
  const offset = /^([+-])(\d\d):00$/.exec(zone);
  return offset
    ? new Map([
        ["option_name", "gmt_offset"],
        ["option_value", String(Number(`${offset[1]}${offset[2]}`))],
      ])
    : new Map([
        ["option_name", "timezone_string"],
        ["option_value", zone],
      ]);
}

function refusal(site: Site, { user }: SiteCredentials, status: number): Error {
  switch (status) {
    case 401:
      return new Error(
        `${site.url} does not accept the application password of ${user}, or its web server drops the Authorization header.`,
      );
    case 403:
      return new Error(`${user} is not an administrator of ${site.url}.`);
    case 404:
      return new Error(
        `The companion plugin of ${site.url} is not active, or older than 1.4.0: update it, or use an SQL dump.`,
      );
    default:
      return new Error(`${site.url} does not show the tables of WP SMS (status ${status}).`);
  }
}
