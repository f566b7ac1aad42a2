import type pg from "pg";

import type { Seen } from "../providers/gateway-stub.ts";

/** The promise for the gateway: see "default", `at_least_once=`, `dedup=` in docs/reference/gateways. */
export type Promised = "default" | "at_least_once" | "deduplicating";

export type Verdict = {
  readonly accepted: number;
  readonly seen: number;
  /** Of the accepted, those whose outcome the ledger calls unknown, and of these the ones that were never sent. */
  readonly unknown: number;
  readonly unknownUnseen: number;
  /** Messages beyond the first one to a number. */
  readonly extra: number;
  readonly states: Readonly<Record<string, number>>;
  /** Numbers by their fault. All empty: the promise was kept. */
  readonly wrong: Readonly<Record<Wrong, readonly string[]>>;
};

type Wrong =
  /** Acknowledged, never seen by the gateway, and not called unknown. */
  | "lost"
  /** Seen more often than the promise allows. */
  | "doubled"
  /** Seen, but never requested. */
  | "stray"
  /** Acknowledged, and the ledger has no row, or more than one. */
  | "rows"
  /** Not ended although everything is idle. */
  | "unfinished"
  /** The ledger says that it was sent, and the gateway never saw it. */
  | "unfounded"
  /** The gateway saw it, and the ledger says that it was never sent. */
  | "denied";

const LEFT = new Set(["sent", "delivered", "undelivered"]);
const OPEN = new Set(["queued", "held", "sending"]);

/**
 * Compares the acknowledgements, the gateway's counts and the ledger. Every number has one message.
 *
 * @param options.inFlight how many deliveries may have been between mark and settle at the kills, in total
 */
export async function judge(
  pool: pg.Pool,
  options: {
    readonly promised: Promised;
    readonly accepted: ReadonlySet<string>;
    readonly seen: ReadonlyMap<string, Seen>;
    readonly inFlight: number;
  },
): Promise<Verdict> {
  const { promised, accepted, seen, inFlight } = options;
  const { rows } = await pool.query<{ phone: string; state: string; n: number }>(
    "select phone, min(state::text) as state, count(*)::int as n from deliveries group by phone",
  );
  const ledger = new Map(rows.map((row) => [row.phone, row]));
  const states: Record<string, number> = {};
  for (const row of rows) states[row.state] = (states[row.state] ?? 0) + row.n;
  const stateOf = (phone: string): string => ledger.get(phone)?.state ?? "";
  const people = [...accepted];
  const repeated = [...seen].filter(([, { times }]) => times > 1).map(([phone]) => phone);
  const extra = [...seen.values()].reduce((sum, { times }) => sum + times - 1, 0);
  const unknown = people.filter((phone) => stateOf(phone) === "unknown");
  const mayBeUnknown = promised === "default";

  return {
    accepted: accepted.size,
    seen: seen.size,
    unknown: unknown.length,
    unknownUnseen: unknown.filter((phone) => !seen.has(phone)).length,
    extra,
    states,
    wrong: {
      lost: people.filter((phone) => !seen.has(phone) && !(mayBeUnknown && stateOf(phone) === "unknown")),
      doubled: promised === "at_least_once" && extra <= inFlight ? [] : repeated,
      stray: [...seen.keys()].filter((phone) => !accepted.has(phone)),
      rows: people.filter((phone) => ledger.get(phone)?.n !== 1),
      unfinished: people.filter((phone) => OPEN.has(stateOf(phone))),
      unfounded: people.filter((phone) => LEFT.has(stateOf(phone)) && !seen.has(phone)),
      denied: people.filter((phone) => seen.has(phone) && !LEFT.has(stateOf(phone)) && stateOf(phone) !== "unknown"),
    },
  };
}

export const isKept = (verdict: Verdict): boolean => Object.values(verdict.wrong).every((list) => list.length === 0);

const SHOWN = 2;

/** The entries of the ledger and the events for the wrong numbers, a few of each kind. */
export async function evidence(pool: pg.Pool, verdict: Verdict): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, phones] of Object.entries(verdict.wrong)) {
    if (phones.length === 0) continue;
    lines.push(`${kind}: ${phones.length}`);
    for (const phone of phones.slice(0, SHOWN)) {
      const { rows } = await pool.query("select * from deliveries where phone = $1", [phone]);
      const { rows: events } = await pool.query(
        `select at, kind, phone, data from events where phone = $1
          or (phone is null and message_id in (select message_id from deliveries where phone = $1)) order by id`,
        [phone],
      );
      lines.push(`  ${phone}`, ...rows.map((row) => `    row ${JSON.stringify(row)}`));
      lines.push(...events.map((event) => `    event ${JSON.stringify(event)}`));
    }
  }
  return lines;
}
