import { HOOKS, stateChanged } from "./state-changes.ts";
import { ended } from "./event-data.ts";
import { endOf, wordsOf } from "../queue/doubt-fragment.ts";

/** The state of deliveries that end for a reason before they are sent. */
const STATES = { suppressed: "suppressed", erased: "canceled" } as const;

/**
 * Ends what waits to be sent to a person: `$1` are messages of one partition, `$2` is the phone. A delivery that is being
 * marked leaves. To be called after {@link holdsOfPerson}; the row of the result has `hooks`.
 */
export function endWaiting(table: string, reason: keyof typeof STATES): string {
  const state = STATES[reason];
  return `
with open as (
  select d.message_id, d.phone, d.doubted_at is not null as doubted
  from ${table} d
  where d.message_id = any($1::uuid[]) and d.phone = $2 and d.state in ('queued', 'held') order by d.message_id for update of d
),
moved as (
  update ${table} d set state = ${endOf("open.doubted", `'${state}'::delivery_state`)},
    failure = case when not open.doubted then '${reason}' end,
    response = case when open.doubted then ${wordsOf(`'${reason}'`)} else d.response end
  from open where d.message_id = open.message_id and d.phone = open.phone
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

/** Deletes the holds of a person in messages, with the same parameters. Before the deliveries, as a release locks them. */
export const holdsOfPerson = (locked: "" | "skip locked" = ""): string => `
delete from holds where ctid = any(array(
  select ctid from holds where message_id = any($1::uuid[]) and phone = $2 order by message_id for update ${locked}))`;
