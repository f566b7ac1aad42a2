import type { DeliveryState } from "#domain/deliveries/delivery-state";

import { acceptedMs, BUCKET_MS } from "../../buckets.ts";
import { logAndHook } from "../webhooks/event-fragments.ts";
import { bounceChecks } from "../subscribers/bounces.ts";
import { areaOf, counted, lagOf } from "../stats/stat-deltas.ts";
import { FAILED, LEFT, listOf, OPEN, SENT, SUCCESS } from "./delivery-states.ts";

/** Failures besides the state of that name: their event is `message.failed`, too. */
const FAILED_OTHERWISE = FAILED.filter((state) => state !== "failed");

export type StateChange = {
  /** A CTE with a row for each delivery that changed: message_id, phone, state, failure, and what `data` reads. */
  readonly rows: string;
  /** Possible previous states. If one of them is not open, the rows need the column `was`. */
  readonly was: readonly DeliveryState[];
  /** Possible new states. What neither list allows costs no step. */
  readonly becomes: readonly DeliveryState[];
  /** SQL for the data of its event: `reported`, `ended` or `doubtful` of event-data.ts. */
  readonly data: string;
  /** SQL for the quarter hour of its message in the roll-up; derived from the message's id if absent. */
  readonly bucket?: string;
  /** The rows have `price` and `currency` of a segment, of what was sent with this change. */
  readonly priced?: boolean;
  /**
   * SQL for the messages, if they are known: a SELECT of id, rolled_up, category, segments and accepted_at (seconds
   * since 1970). If absent, they are queried.
   */
  readonly known?: string;
  /** Events of the messages themselves: SELECTs of kind, message_id, phone and data. */
  readonly before?: string;
  readonly after?: string;
  /** Whether events are written in the order of the key. Hot statements omit the sort. */
  readonly ordered: boolean;
};

/**
 * SQL for everything that follows from "deliveries changed state", inside the statement that changed them: the event
 * log, webhook events, the log's roll-up, the progress of messages, the statistics, and which numbers may bounce. A
 * statement that moves rows of the ledger to or from any state other than `queued`, `held` and `sending` appends this,
 * and does not write any of these tables itself.
 *
 * Adds the CTEs `new_events`, `logged`, `hooked`, `tally` (unless nothing is counted), `known`, `progressed`,
 * `stat_rows` and `bounced`.
 */
export function stateChanged(change: StateChange): string {
  return [
    events(change),
    logAndHook("new_events"),
    tally(change),
    known(change),
    progress(change),
    counts(change),
    bounces(change),
  ]
    .filter(Boolean)
    .join(",");
}

/** The number of webhook deliveries created. */
export const HOOKS = "(select count(*) from hooked)::int as hooks";

function bounces({ rows, becomes }: StateChange): string {
  return both(becomes, ["delivered", "undelivered", "failed"]).length === 0 ? "" : bounceChecks(rows);
}

function events({ rows, becomes, data, before, after, ordered }: StateChange): string {
  const closed = without(becomes, OPEN);
  const odd = both(closed, FAILED_OTHERWISE);
  const kind =
    closed.length === 1
      ? `'${odd.length > 0 ? "message.failed" : `message.${closed[0]}`}'`
      : odd.length > 0
        ? `case when state in (${listOf(odd)}) then 'message.failed' else 'message.' || state end`
        : "'message.' || state";
  const own = `select ${kind} as kind, message_id, phone, ${data} as data
  from ${rows}${onlyClosed(becomes)}${ordered ? " order by message_id, phone" : ""}`;
  return `
new_events as (
  ${[before, own, after].filter(Boolean).join("\n  union all\n  ")}
)`;
}

const BUCKET = `to_timestamp(${acceptedMs("message_id")} / ${BUCKET_MS} * ${BUCKET_MS} / 1000.0)`;

const NOW_S = "extract(epoch from now())::float8";

function tally({ rows, was, becomes, bucket = BUCKET }: StateChange): string {
  const [success, failed, undone] = [both(becomes, SUCCESS), both(becomes, FAILED), both(was, SUCCESS)];
  const counted = [...success, ...failed];
  if (counted.length === 0) return "";
  const some = without(becomes, counted).length > 0;
  const count = (states: readonly DeliveryState[], column: string): string =>
    states.length === 0
      ? "0"
      : !some && states.length === becomes.length
        ? "count(*)"
        : `count(*) filter (where ${column} in (${listOf(states)}))`;
  const taken = undone.length === 0 ? "" : ` - count(*) filter (where was in (${listOf(undone)}))`;
  return tallied(`
  select ${bucket}, 0, ${count(success, "state")}${taken}, ${count(failed, "state")}
  from ${rows}${some && taken === "" ? ` where state in (${listOf(counted)})` : ""} group by 1`);
}

/**
 * A delivery in doubt has no reason in the progress of a message, and neither has a success, so that a receipt can
 * remove it again. `queued`, `held` and `sending` are the remainder and are stored nowhere.
 */
function progress({ rows, was, becomes }: StateChange): string {
  const closed = without(becomes, OPEN);
  const left = without(was, OPEN);
  const into = `
  select message_id, ${closed.length === 1 ? `'${closed[0]}'::delivery_state as state` : "state"}, ${
    both(closed, FAILED).length > 0 ? "left(coalesce(failure, ''), 100)" : "''"
  } as reason, 1 as change from ${rows}${onlyClosed(becomes)}`;
  const outOf = `
  union all select message_id, was, '', -1 from ${rows}${left.length < was.length ? ` where was in (${listOf(left)})` : ""}`;
  return progressed(`
  select message_id, state, reason, sum(change) from (${left.length === 0 ? into : into + outOf}) c
  where message_id in (select id from known where rolled_up)
  group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3`);
}

/** Adds the CTE `known`: what the messages of the changed deliveries have in common with all their deliveries. */
function known({ rows, becomes, known }: StateChange): string {
  return `
known as materialized (${known ?? messagesOf(`select distinct message_id from ${rows}${onlyClosed(becomes)}`)}
)`;
}

const messagesOf = (ids: string): string => `
  select id, rolled_up, category, segments, extract(epoch from to_timestamp(${acceptedMs("id")} / 1000.0))::float8 as accepted_at
  from messages where id = any(array(${ids}))`;

/** What was sent or is over has a gateway if one may have it; the reasons of the others are the service's own. */
function counts({ rows, was, becomes, bucket = BUCKET, priced = false }: StateChange): string {
  const closed = without(becomes, OPEN);
  const [fromUnknown, sends, gone] = [was.includes("unknown"), both(closed, SENT), both(closed, LEFT)];
  const when = (states: readonly DeliveryState[], value: string, otherwise: string): string =>
    states.length === 0
      ? otherwise
      : states.length === closed.length
        ? value
        : `case when state in (${listOf(states)}) then ${value} else ${otherwise} end`;
  const is = (state: DeliveryState): string => (closed.length === 1 ? "true" : `state = '${state}'`);
  const lags = [
    ...(closed.includes("sent") && was.some((state) => state !== "unknown")
      ? [`when ${is("sent")} then ${lagOf(`(select ${NOW_S}) - known.accepted_at`)}`]
      : []),
    ...(closed.includes("delivered") && was.includes("sent")
      ? [`when ${is("delivered")} then ${lagOf("extract(epoch from now() - sent_at)::float8")}`]
      : []),
  ];
  const lag =
    lags.length === 0
      ? "null::smallint"
      : `case ${fromUnknown ? `when was in (${listOf(both(was, ["unknown", "queued"]))}) then null ` : ""}${lags.join(" ")} end`;
  const cost = `,
      case when rolled_up then currency end as currency,
      case when rolled_up then price * coalesce(moved_rows.segments, known.segments) end as cost`;
  return counted(
    `
  select bucket, coalesce(category, ''), case when rolled_up then message_id end, gateway, area, state, from_unknown, lag,
    count(*), coalesce(sum(segments), 0)${priced ? ", currency, coalesce(sum(cost), 0)" : ""}
  from (
    select ${bucket} as bucket, known.category, known.rolled_up, message_id, ${when(gone, "coalesce(gateway, '')", "''")} as gateway,
      ${areaOf("phone")} as area, ${closed.length === 1 ? `'${closed[0]}'` : "state"}::text as state, ${fromUnknown ? "was = 'unknown'" : "false"} as from_unknown, ${lag} as lag,
      ${when(sends, `coalesce(moved_rows.segments, known.segments)`, "0")} as segments${priced ? cost : ""}
    from (select * from ${rows}) moved_rows left join known on known.id = message_id${onlyClosed(becomes)}
  ) c group by 1, 2, 3, 4, 5, 6, 7, 8${priced ? ", currency" : ""}`,
    priced,
  );
}

/** Adds the CTE `tally`: what `source` (bucket, total, success, failed) changes in the roll-up of the log. */
export function tallied(source: string): string {
  return `
tally as (
  insert into outbox_deltas (bucket, total, success, failed)${source}
)`;
}

/** Adds the CTE `progressed`: what `source` (message_id, state, reason, count) changes in the progress of messages. */
export function progressed(source: string): string {
  return `
progressed as (
  insert into message_deltas (message_id, state, reason, count)${source}
)`;
}

function onlyClosed(becomes: readonly DeliveryState[]): string {
  const open = both(becomes, OPEN);
  return open.length === 0 ? "" : ` where state not in (${listOf(open)})`;
}

const both = (states: readonly DeliveryState[], others: readonly DeliveryState[]): DeliveryState[] =>
  states.filter((state) => others.includes(state));
const without = (states: readonly DeliveryState[], others: readonly DeliveryState[]): DeliveryState[] =>
  states.filter((state) => !others.includes(state));
