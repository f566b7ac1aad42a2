/**
 * SQL that appends changes of state to the progress of their messages, inside the statement that made them; only for
 * messages whose progress is rolled up, the others are counted. The source needs the columns message_id, state, reason
 * and change (+1: came into the state, -1: left it). `queued` and `sending` need none: they are what is left.
 *
 * Adds the CTEs `changes`, `rolled` and `progressed`.
 */
export function rollUpProgress(source: string): string {
  return `
changes as materialized (
  select message_id, state, left(reason, 100) as reason, sum(change) as change from (${source}) as c group by 1, 2, 3
),
rolled as materialized (
  select id from messages where id = any(array(select distinct message_id from changes)) and rolled_up
),
progressed as (
  insert into message_deltas (message_id, state, reason, count)
  select message_id, state, reason, change from changes
  where change <> 0 and message_id in (select id from rolled) order by message_id, state, reason
)`;
}
