import { HOOKS, stateChanged } from "./state-changes.ts";
import { ended } from "./event-data.ts";
import { endOf, wordsOf } from "../queue/doubt-fragment.ts";

/** The state of deliveries that end for a reason before they are sent. */
const STATES = { suppressed: "suppressed", erased: "canceled" } as const;
/** An erasure checks again once the others have an outcome. */
const TOUCHED = { suppressed: "'queued', 'held', 'sending'", erased: "'queued', 'held'" } as const;

/**
 * Ends deliveries that wait to be sent: `$1` are their messages, all of one partition, `$2` their phones. One that is
 * being marked is sent. If it returns to the queue (the gateway deferred it, or it was never written), a mark ends it:
 * unlike a STOP, a person's leaving is in no list by then, so it is recorded on the delivery. To be called after {@link
 * holdsOf}; the row of the result has `hooks`.
 */
export function endWaiting(table: string, reason: keyof typeof STATES): string {
  const state = STATES[reason];
  return `
with open as (
  select d.message_id, d.phone, d.state, d.doubted_at is not null as doubted
  from unnest($1::uuid[], $2::text[]) as k(message_id, phone)
  join ${table} d on d.message_id = k.message_id and d.phone = k.phone
  where d.state in (${TOUCHED[reason]}) order by d.message_id, d.phone for update of d
),
in_flight as (
  update ${table} d set left_at = now() from open
  where open.state = 'sending' and d.message_id = open.message_id and d.phone = open.phone
),
moved as (
  update ${table} d set state = ${endOf("open.doubted", `'${state}'::delivery_state`)},
    failure = case when not open.doubted then '${reason}' end,
    response = case when open.doubted then ${wordsOf(`'${reason}'`)} else d.response end
  from open where open.state <> 'sending' and d.message_id = open.message_id and d.phone = open.phone
  returning d.message_id, d.phone, d.id, d.state, d.gateway, d.failure
),${stateChanged({
    rows: "moved",
    was: ["queued", "held"],
    becomes: ["unknown", state],
    data: ended(`'${reason}'`),
    ordered: true,
  })}
select ${HOOKS}`;
}

/** Deletes the holds of these deliveries, with the same parameters. Before the deliveries, as a release locks them. */
export const holdsOf = (locked: "" | "skip locked" = ""): string => `
delete from holds where ctid = any(array(
  select h.ctid from holds h
  join unnest($1::uuid[], $2::text[]) as k(message_id, phone) on h.message_id = k.message_id and h.phone = k.phone
  order by h.message_id, h.phone for update of h ${locked}))`;
