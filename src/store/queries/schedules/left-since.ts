import type { ConsentKeys } from "#domain/consent/consent-keys";
import { everySpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";
import type { LeftSince } from "#domain/schedules/schedule-store";
import type { Uuid } from "#lib/ids";

import { byteaArray, textArray, uuidArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { everLeft } from "../consent/left-fragment.ts";
import { goesToMembers, isMemberOf } from "../newsletter/end-queued.ts";

const wasLeft = (group: string, at: string): string => `${isMemberOf("m", group)} and ${at} > m.created_at`;

/** $2 to $5: the named numbers, each with the numbers of its phone and their lookups in the ledger. */
const LEFT = `
with m as materialized (
  select id, 'marketing' as category, message->'audience' as audience, null::jsonb as resent_audience, frozen_set, created_at
  from schedules where id = any($1::uuid[])
),
named as materialized (
  select * from unnest($2::uuid[], $3::text[], $4::text[], $5::bytea[]) as n(schedule_id, phone, spelling, lookup)
),
gone as materialized (
  select distinct m.id, m.frozen_set, named.phone from m join named on named.schedule_id = m.id
  where ${goesToMembers("m")}
    and (exists (
        select from subscribers s join memberships g on g.subscriber_id = s.id
        where s.phone = named.spelling and g.state = 'left' and ${wasLeft("g.group_id", "g.since")})
      or ${everLeft({ phone: "named.spelling", lookup: "named.lookup" }, wasLeft)})
    and not exists (
      select from named of_phone join subscribers s on s.phone = of_phone.spelling join memberships g on g.subscriber_id = s.id
      where of_phone.schedule_id = m.id and of_phone.phone = named.phone and g.state = 'active'
        and ${isMemberOf("m", "g.group_id")})
),
leaving as (
  delete from schedule_recipients r using gone where r.set_id = gone.frozen_set and r.phone = gone.phone
)
select id, phone from gone`;

/** Like `LeftSince`. */
export function leftSince(db: Db, keys: Pick<ConsentKeys, "lookup">): LeftSince {
  return async (schedules) => {
    const named = schedules.flatMap(({ id, message }) =>
      message.phones.flatMap((phone) => everySpelling([phone]).map((spelling) => ({ id, phone, spelling }))),
    );
    const rows = await db.query<{ id: Uuid; phone: Phone }>("left since scheduled", LEFT, [
      uuidArray([...new Set(named.map(({ id }) => id))]),
      uuidArray(named.map(({ id }) => id)),
      textArray(named.map(({ phone }) => phone)),
      textArray(named.map(({ spelling }) => spelling)),
      byteaArray(named.map(({ spelling }) => keys.lookup(spelling))),
    ]);
    const left = new Map<Uuid, Set<Phone>>();
    for (const { id, phone } of rows) left.set(id, (left.get(id) ?? new Set()).add(phone));
    return left;
  };
}
