import type { DeliveryState } from "#domain/outbox/status";

import { logAndHook } from "../webhooks/event-fragments.ts";
import { bounceChecks } from "../subscribers/bounces.ts";
import { FAILED, listOf, OPEN, SUCCESS } from "./delivery-states.ts";

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
  /** SQL for an array of the messages that are rolled up, if that is known. If absent, the messages are queried. */
  readonly rolledUp?: string;
  /** Events of the messages themselves: SELECTs of kind, message_id, phone and data. */
  readonly before?: string;
  readonly after?: string;
  /** Whether events are written in the order of the key. Hot statements omit the sort. */
  readonly ordered: boolean;
};

/**
 * SQL for everything that follows from "deliveries changed state", inside the statement that changed them: the event
 * log, webhook events, the log's roll-up, the progress of messages, and which numbers may bounce. A statement that moves rows of the ledger to or
 * from any state other than `queued`, `held` and `sending` appends this, and does not write any of these tables itself.
 *
 * Adds the CTEs `news`, `logged`, `hooked`, `tally` (unless nothing is counted), `changes`, `rolled`, `progressed` and `bounced`.
 */
export function stateChanged(change: StateChange): string {
  return [events(change), logAndHook("news"), tally(change), progress(change), bounces(change)]
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
news as (
  ${[before, own, after].filter(Boolean).join("\n  union all\n  ")}
)`;
}

/** The quarter hour of a message is in the first 48 bits of its id, in milliseconds. */
const BUCKET = "to_timestamp(('x' || left(replace(message_id::text, '-', ''), 12))::bit(48)::bigint / 900000 * 900)";

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
function progress({ rows, was, becomes, rolledUp }: StateChange): string {
  const closed = without(becomes, OPEN);
  const left = without(was, OPEN);
  const into = `
  select message_id, ${closed.length === 1 ? `'${closed[0]}'::delivery_state as state` : "state"}, ${
    both(closed, FAILED).length > 0 ? "coalesce(failure, '')" : "''"
  } as reason, 1 as change from ${rows}${onlyClosed(becomes)}`;
  const outOf = `
  union all select message_id, was, '', -1 from ${rows}${left.length < was.length ? ` where was in (${listOf(left)})` : ""}`;
  const source = left.length === 0 ? into : into + outOf;
  if (rolledUp !== undefined) {
    return progressed(`
  select message_id, state, reason, sum(change) from (${source}) c
  where message_id = any(${rolledUp}) group by 1, 2, 3 order by 1, 2, 3`);
  }
  return `
changes as materialized (
  select message_id, state, left(reason, 100) as reason, sum(change) as change from (${source}) as c group by 1, 2, 3
),
rolled as materialized (
  select id from messages where id = any(array(select distinct message_id from changes)) and rolled_up
),${progressed(`
  select message_id, state, reason, change from changes
  where change <> 0 and message_id in (select id from rolled) order by message_id, state, reason`)}`;
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
