import { acceptedMs, BUCKET_S } from "../../buckets.ts";
import { areaOf, counted, lagOf } from "../stats/stat-deltas.ts";
import { FAILED_LIST, LEFT_LIST, SUCCESS_LIST } from "../deliveries/delivery-states.ts";
import { tallied } from "../deliveries/state-changes.ts";

const ACCEPTED_AT = `(${acceptedMs("message_id")} / 1000.0)::float8`;
const BUCKET = `to_timestamp(floor(${ACCEPTED_AT} / ${BUCKET_S}) * ${BUCKET_S})`;

const secondsSince = (time: string, start: string): string => `extract(epoch from ${time})::float8 - ${start}`;

/**
 * SQL that adds deliveries to the log's roll-up and to the statistics as `stateChanged` does for each change of state,
 * or subtracts them again. `stateChanged` itself cannot do this, because it counts at the present time.
 *
 * @param rows a CTE with message_id, phone, state, gateway, segments, sent_at, delivered_at, category, split (the
 *   message whose split by country counts them, or null) and at_once (opted out before the message was accepted)
 */
export function countedDeliveries(rows: string, sign: 1 | -1): string {
  return `${tallied(`
  select ${BUCKET}, ${sign} * count(*), ${sign} * count(*) filter (where state in (${SUCCESS_LIST})),
    ${sign} * count(*) filter (where state in (${FAILED_LIST}))
  from ${rows} group by 1`)},${counted(`
  select bucket, category, split, gateway, area, state, false, lag, ${sign} * count(*), ${sign} * coalesce(sum(segments), 0)
  from (
    select ${BUCKET} as bucket, category, split, step.*, ${areaOf("phone")} as area
    from ${rows} r cross join lateral (
      select 'accepted' as state, '' as gateway, null::smallint as lag, 0 as segments where not at_once
      union all select 'suppressed', '', null, 0 where r.state = 'suppressed'
      union all select 'sent', coalesce(r.gateway, ''), ${lagOf(secondsSince("sent_at", ACCEPTED_AT))}, r.segments
        where sent_at is not null
      union all select r.state::text, case when r.state in (${LEFT_LIST}) then coalesce(r.gateway, '') else '' end,
        case when r.state = 'delivered' then ${lagOf("extract(epoch from delivered_at - sent_at)::float8")} end, 0
        where r.state not in ('queued', 'held', 'sending', 'sent', 'suppressed')
    ) step
  ) c group by 1, 2, 3, 4, 5, 6, 8`)}`;
}
