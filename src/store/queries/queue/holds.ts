import type { RecentMessage, Hold, Holds, ReleasePlace } from "#domain/deliveries/holds";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import { int4Array, int8Array, textArray, uuidArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { byPartition } from "../../partitions.ts";
import { ended } from "../deliveries/event-data.ts";
import { HOOKS, stateChanged } from "../deliveries/state-changes.ts";
import { isSuppressed, listedOf } from "../suppressions/suppression-fragment.ts";
import { endOf, wordsOf } from "./doubt-fragment.ts";

/**
 * $1 message, $2 phone, $3 chunk and $4 token of each delivery. Locks chunks and then rows, in the order of their keys,
 * as a mark does; a chunk whose lease was lost, or whose message was paused, changes nothing.
 */
const leased = (table: string, more: { readonly columns: string; readonly parameters: string }): string => `
with lease as materialized (
  select c.id, c.token, c.route, c.priority from chunks c
  join (select distinct * from unnest($3::bigint[], $4::integer[]) as l(id, token)) l on l.id = c.id and l.token = c.token
  where c.claimable order by c.id for no key update of c
),
wanted as (
  select d.message_id, d.phone, d.doubted_at is not null as doubted, d.left_at, coalesce(d.bound_to, lease.route) as route,
    lease.priority${more.columns}
  from unnest($1::uuid[], $2::text[], $3::bigint[]${more.parameters}
  join lease on lease.id = k.chunk_id
  join ${table} d on d.message_id = k.message_id and d.phone = k.phone
  where d.state = 'queued' order by d.message_id, d.phone for update of d
),
${listedOf("wanted")},
judged as materialized (
  select wanted.*, case
      when m.state = 'canceled' then 'canceled'
      when wanted.left_at is not null or ${isSuppressed("wanted.phone")} then 'suppressed'
      when m.valid_until <= now() then 'expired'
      else 'held' end::delivery_state as verdict, m.valid_until
  from wanted join messages m on m.id = wanted.message_id
  where m.state in ('running', 'resolving', 'canceled')
)`;

/**
 * A mark waits no longer than that. A node's estimate of the clock may be wrong: the machine was suspended, or the
 * clock was set.
 */
const RULED_AT = "least(now(), greatest(now() - interval '15 seconds', to_timestamp($7::float8 / 1000)))";

/**
 * $5 when each may leave, in milliseconds since 1970; $6 why not now; $7 when the rules for that were read. At the end
 * of a message's validity a delivery is queued again, too: then the mark ends it, with its reason.
 */
const holding = (table: string): string => `${leased(table, {
  columns: ", k.due",
  parameters: ", $5::bigint[]) as k(message_id, phone, chunk_id, due)",
})},
moved as (
  update ${table} d set
    state = ${endOf("judged.verdict <> 'held' and judged.doubted", "judged.verdict")},
    failure = case when judged.verdict <> 'held' and not judged.doubted then judged.verdict::text end,
    response = case when judged.verdict <> 'held' and judged.doubted then ${wordsOf("judged.verdict")} else d.response end
  from judged where d.message_id = judged.message_id and d.phone = judged.phone
  returning d.message_id, d.phone, d.id, d.state, d.gateway, d.failure, judged.verdict
),
kept as (
  insert into holds (message_id, phone, route, priority, due, reason, held_at)
  select message_id, phone, route, priority, least(to_timestamp(due / 1000.0), valid_until), $6, ${RULED_AT}
  from judged where verdict = 'held'
  order by message_id, phone
  on conflict (message_id, phone) do update
  set route = excluded.route, priority = excluded.priority, due = excluded.due, reason = excluded.reason, held_at = excluded.held_at
),${stateChanged({
  rows: "moved",
  was: ["queued"],
  becomes: ["held", "unknown", "suppressed", "expired", "canceled"],
  data: ended("verdict"),
  ordered: true,
})}
select ${HOOKS}`;

/** Deliveries that must not be sent any more have a reason of their own; the others exceeded the cap. */
const skipping = (table: string): string => `${leased(table, {
  columns: "",
  parameters: ") as k(message_id, phone, chunk_id)",
})},
moved as (
  update ${table} d set
    state = ${endOf("judged.doubted", "case judged.verdict when 'held' then 'suppressed' else judged.verdict end")},
    failure = case when judged.doubted then null when judged.verdict = 'held' then 'frequency_cap' else judged.verdict::text end,
    response = case when judged.doubted then ${wordsOf("case judged.verdict when 'held' then 'frequency_cap' else judged.verdict::text end")}
      else d.response end
  from judged where d.message_id = judged.message_id and d.phone = judged.phone
  returning d.message_id, d.phone, d.id, d.state, d.gateway, d.failure,
    case judged.verdict when 'held' then 'frequency_cap' else judged.verdict::text end as verdict
),${stateChanged({
  rows: "moved",
  was: ["queued"],
  becomes: ["unknown", "suppressed", "expired", "canceled"],
  data: ended("verdict"),
  ordered: true,
})}
select ${HOOKS}`;

const RELEASED_AT_ONCE = 2_000;

/** Locked rows are being released already, or judged again. */
const RELEASE = `
with page as materialized (
  select ctid as place, held_at from holds
  where reason = $1 and held_at >= coalesce($2::timestamptz, '-infinity') and held_at <= coalesce($3::timestamptz, now())
    and due > now()
  order by held_at limit ${RELEASED_AT_ONCE} for update skip locked
),
released as (
  update holds set due = now() where ctid = any(array(select place from page))
)
select count(*)::int as size, max(held_at)::text as after, coalesce($3::timestamptz, now())::text as until from page`;

const ZONES = `
select extract(epoch from clock_timestamp())::float8 * 1000 as now, (
  select json_object_agg(phone, time_zone) from subscribers where phone = any($1::text[]) and time_zone is not null) as zones`;

/**
 * $1 phone and $2 message of each. In the order of the number: two nodes cannot wait for each other. A list is locked
 * by the write that almost always is the only one.
 */
const ADD_CONTACTS = `
with clock as materialized (select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now),
added as (
  insert into contacts as c (phone, recent)
  select phone, jsonb_agg(jsonb_build_array(message, clock.now) order by nth)
  from unnest($1::text[], $2::uuid[]) with ordinality as m(phone, message, nth), clock group by phone order by phone
  on conflict (phone) do update set recent = c.recent || excluded.recent, last_at = excluded.last_at
  returning phone, recent
)
select phone, recent, clock.now from added, clock`;

/** By the primary key, whatever the statistics say: a scan of all people made a mark ten times as expensive. */
const CORRECT_CONTACTS = `
insert into contacts (phone, recent, last_at)
select phone, recent, to_timestamp((recent -> -1 ->> 1)::float8 / 1000)
from unnest($1::text[], $2::jsonb[]) as r(phone, recent) order by phone
on conflict (phone) do update set recent = excluded.recent, last_at = excluded.last_at`;

const DROP_CONTACTS = "delete from contacts where phone = any($1::text[])";

type Leased = Omit<Hold, "until">;

const messageOf = ({ key }: Leased): Uuid => key.messageId;

/** @param hooked called when a commit created work for webhooks */
export function holdQueries(db: Db, hooked: () => void): Holds {
  /** The statement's values begin with the keys of the deliveries. */
  async function run(name: string, text: string, part: readonly Leased[], more: readonly unknown[]): Promise<void> {
    const [row] = await db.query<{ hooks: number }>(name, text, [
      uuidArray(part.map(({ key }) => key.messageId)),
      textArray(part.map(({ key }) => key.phone)),
      int8Array(part.map(({ chunk }) => chunk.id)),
      int4Array(part.map(({ chunk }) => chunk.token)),
      ...more,
    ]);
    if (row!.hooks > 0) db.afterCommit(hooked);
  }

  return {
    async zonesOf(phones) {
      const [row] = await db.query<{ now: number; zones: Record<Phone, string> | null }>("zones of people", ZONES, [
        phones,
      ]);
      return { now: Math.floor(row!.now), of: new Map(Object.entries(row!.zones ?? {}) as [Phone, string][]) };
    },
    async hold(holds, reason, ruledAt) {
      for (const [table, part] of byPartition(holds, messageOf)) {
        const due = int8Array(part.map(({ until }) => Math.ceil(until)));
        await run(`hold back ${table}`, holding(table), part, [due, reason, ruledAt]);
      }
    },
    async release(reason, from) {
      const [page] = await db.query<ReleasePlace & { size: number }>("release holds", RELEASE, [
        reason,
        from?.after ?? null,
        from?.until ?? null,
      ]);
      return page!.size < RELEASED_AT_ONCE ? null : { after: page!.after, until: page!.until };
    },
    async skip(holds) {
      for (const [table, part] of byPartition(holds, messageOf))
        await run(`skip over cap ${table}`, skipping(table), part, []);
    },
    async addContacts(messages) {
      const rows = await db.query<{ phone: Phone; recent: RecentMessage[]; now: number }>(
        "add contacts",
        ADD_CONTACTS,
        [textArray(messages.map(({ phone }) => phone)), uuidArray(messages.map(({ messageId }) => messageId))],
      );
      const added = new Map<Phone, number>();
      for (const { phone } of messages) added.set(phone, (added.get(phone) ?? 0) + 1);
      return {
        now: rows[0]?.now ?? db.now(),
        before: new Map(rows.map(({ phone, recent }) => [phone, recent.slice(0, -added.get(phone)!)])),
      };
    },
    async correctContacts(lists) {
      const empty = [...lists].flatMap(([phone, list]) => (list.length === 0 ? phone : []));
      if (empty.length > 0) await db.query("remove contacts", DROP_CONTACTS, [empty]);
      const others = [...lists].filter(([, list]) => list.length > 0);
      if (others.length > 0) {
        const values = [others.map(([phone]) => phone), others.map(([, list]) => JSON.stringify(list))];
        await db.query("correct contacts", CORRECT_CONTACTS, values);
      }
    },
  };
}
