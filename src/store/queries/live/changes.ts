import type { Changes, ChangeStore, Place } from "#domain/live/change-store";
import type { Topic } from "#domain/live/topics";

import type { Db } from "../../database.ts";

/** Events that a resumed view may have missed: beyond that, reading everything again is cheaper. */
const MAX_MISSED = 100_000;

/** How far below the last number the events of transactions may be that are open at the first reading. */
const SLACK = 1_000;
/** Readings that are remembered while a transaction stays open. */
const MAX_OPEN = 600;
const LAST = Number.MAX_SAFE_INTEGER;

/** The topics of an event, by the beginning of its kind. */
const KINDS: readonly (readonly [string, readonly Topic[]])[] = [
  ["message.", ["messages", "outbox", "sandbox"]],
  ["outbox.", ["outbox"]],
  ["new_sms", ["messages"]],
  ["new_incoming_sms", ["inbox", "sandbox"]],
  ["inbox.", ["inbox"]],
  ["gateway.", ["gateways", "status"]],
  ["schedule.", ["schedules", "status"]],
  ["new_subscriber", ["subscribers"]],
  ["subscriber.", ["subscribers"]],
  ["suppression.", ["subscribers"]],
  ["privacy.", ["subscribers", "outbox", "inbox"]],
  ["webhook.", ["webhooks", "status"]],
  ["alert.", ["alerts"]],
];

/**
 * $1: everything up to here is known. $2: what the next reading begins after. The fingerprints of small tables are the
 * transactions that wrote their rows; of large ones, how many rows were ever written, which the server reports some
 * seconds after the commit.
 */
const READ = `
select
  (select coalesce(json_agg(json_build_array(kind, total, later)), '[]') from (
    select kind, count(*) as total, count(*) filter (where id > $2::bigint) as later
    from events where id > greatest($1::bigint, (select last_value from event_ids) - ${MAX_MISSED}) group by kind) k) as kinds,
  (select last_value from event_ids) as "lastId",
  pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax,
  (select concat(count(*), '.', sum(xmin::text::bigint)) from settings) as settings,
  (select concat(count(*), '.', sum(xmin::text::bigint)) from webhooks) as webhooks,
  (select revision::text from gateway_setup) as gateways,
  (select concat(count(*), '.', sum(xmin::text::bigint)) from jobs where finished_at is null or finished_at > now() - interval '1 minute') as jobs,
  (select sum(pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) + pg_stat_get_tuples_deleted(oid))::text
    from pg_class where oid in ('subscribers'::regclass, 'groups'::regclass, 'suppressions'::regclass)) as subscribers,
  (select sum(pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) + pg_stat_get_tuples_deleted(oid))::text
    from pg_class where oid = 'schedules'::regclass) as schedules`;

const TABLES: Readonly<Record<string, readonly Topic[]>> = {
  settings: ["settings", "status"],
  webhooks: ["webhooks", "status"],
  gateways: ["gateways", "status"],
  jobs: ["jobs"],
  subscribers: ["subscribers"],
  schedules: ["schedules", "status"],
};

type Row = {
  readonly kinds: readonly (readonly [string, number, number])[];
  readonly lastId: number;
  readonly xmin: string;
  readonly xmax: string;
} & Readonly<Record<string, string | null>>;

export function changeQueries(db: Db): ChangeStore {
  const read = async (known: number, next: number): Promise<Row> =>
    (await db.query<Row>("changes", READ, [known, next]))[0]!;

  return {
    follow() {
      /** Numbers that were given out, and the first transaction that began after that. */
      let given: { readonly lastId: number; readonly xmax: bigint }[] = [];
      let known: number | null = null;
      /** All transactions before this one have ended. */
      let ended = 0n;
      let before: { readonly counts: ReadonlyMap<string, number>; readonly tables: Place["tables"] } | null = null;
      return {
        async next(): Promise<Changes> {
          known ??= (await read(LAST, LAST)).lastId - SLACK;
          // A transaction that is still open may have numbers below those already seen. So the next reading begins
          // after numbers whose transactions had all ended, and one reading later than that: a number is given out a
          // moment before its transaction is.
          const over = given.findLastIndex(({ xmax }) => xmax <= ended);
          const settled = over > 0 ? given[over - 1]!.lastId : known;
          // A transaction that stays open for very long must not make every reading longer.
          const next = Math.max(known, settled, (given.at(-1)?.lastId ?? 0) - MAX_MISSED);
          const row = await read(known, next);
          ended = BigInt(row.xmin);
          given = [...given.slice(Math.max(0, over)).slice(-MAX_OPEN), { lastId: row.lastId, xmax: BigInt(row.xmax) }];
          const topics = new Set<Topic>();
          if (before) {
            for (const [kind, total] of row.kinds) {
              if (total !== (before.counts.get(kind) ?? 0)) for (const topic of topicsOf(kind)) topics.add(topic);
            }
            for (const topic of changedTables(before.tables, tablesOf(row))) topics.add(topic);
          }
          before = { counts: new Map(row.kinds.map(([kind, , later]) => [kind, later])), tables: tablesOf(row) };
          known = next;
          return { topics, place: { events: next, tables: before.tables } };
        },
      };
    },
    async since(place) {
      const row = await read(place.events, place.events);
      if (row.lastId - place.events > MAX_MISSED || place.events > row.lastId) return null;
      const topics = new Set<Topic>(row.kinds.flatMap(([kind]) => topicsOf(kind)));
      for (const topic of changedTables(place.tables, tablesOf(row))) topics.add(topic);
      return topics;
    },
  };
}

const topicsOf = (kind: string): readonly Topic[] =>
  KINDS.filter(([beginning]) => kind.startsWith(beginning)).flatMap(([, topics]) => topics);

const tablesOf = (row: Row): Place["tables"] =>
  Object.fromEntries(Object.keys(TABLES).map((name) => [name, row[name] ?? ""]));

const changedTables = (a: Place["tables"], b: Place["tables"]): Topic[] =>
  Object.entries(TABLES).flatMap(([name, topics]) => (a[name] === b[name] ? [] : topics));
