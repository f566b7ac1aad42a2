import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";

/** A subscriber to be created. Times are in milliseconds since 1970. */
export type DemoPerson = {
  readonly phone: Phone;
  readonly name: string;
  readonly locale: string;
  readonly zone: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  readonly joinedAt: number;
  readonly bouncedAt: number | null;
  /** How they agreed, for each of their groups. */
  readonly consent: {
    readonly kind: "confirmed" | "subscribed" | "imported";
    readonly source: string;
    readonly wording: string;
  };
  readonly memberships: readonly { readonly groupId: number; readonly state: "pending" | "active" }[];
};

const AT_ONCE = 1_000;

/**
 * Creates subscribers whose numbers nothing here refers to, with memberships. Their consents are plain rows, like those
 * of an import, which the sealing job moves into the ledger. Must run in a transaction.
 *
 * @returns the numbers of those who were created
 */
export async function addDemoPeople(db: Db, people: readonly DemoPerson[], by: string): Promise<ReadonlySet<Phone>> {
  const added = new Set<Phone>();
  const inOrder = people.toSorted((a, b) => a.joinedAt - b.joinedAt);
  for (let at = 0; at < inOrder.length; at += AT_ONCE) {
    const rows = await db.query<{ phone: Phone }>("add demo people", ADD, [
      JSON.stringify(inOrder.slice(at, at + AT_ONCE).map(rowOf)),
      by,
    ]);
    for (const { phone } of rows) added.add(phone);
  }
  return added;
}

function rowOf({ phone, name, locale, zone, fields, joinedAt, bouncedAt, consent, memberships }: DemoPerson): object {
  return {
    phone,
    name,
    locale,
    zone,
    fields,
    joined_at: new Date(joinedAt),
    bounced_at: bouncedAt === null ? null : new Date(bouncedAt),
    ...consent,
    memberships: memberships.map(({ groupId, state }) => ({ group_id: groupId, state })),
  };
}

const ADD = `
with given as materialized (
  select * from json_to_recordset($1::json) as r(phone text, name text, locale text, zone text, fields jsonb,
    joined_at timestamptz, bounced_at timestamptz, kind text, source text, wording text, memberships json)
),
added as (
  insert into subscribers (phone, name, custom_fields, locale, time_zone, created_at, updated_at, bounced_at)
  select phone, name, fields, locale, zone, joined_at, joined_at, bounced_at from given g
  where not exists (select from deliveries d where d.phone = g.phone)
    and not exists (select from suppressions s where s.phone = g.phone)
    and not exists (select from inbox_threads t where t.sender = g.phone)
    and not exists (select from customers c where c.phone = g.phone)
    and not exists (select from users u where u.phone = g.phone)
  order by joined_at on conflict do nothing
  returning id, phone
),
joined as materialized (
  select a.id, g.phone, m.group_id, m.state, g.joined_at, g.kind, g.source, g.wording
  from added a join given g using (phone)
  cross join lateral json_to_recordset(g.memberships) as m(group_id bigint, state membership_state)
),
members as (
  insert into memberships (group_id, subscriber_id, phone, state, since)
  select group_id, id, phone, state, joined_at from joined order by group_id, id
),
agreed as (
  insert into consents (subscriber_id, group_id, kind, at, source, actor, wording)
  select id, group_id, case when state = 'pending' then 'requested' else kind end, joined_at, source,
    case when source <> 'page' then $2::text end, wording
  from joined order by id, group_id
)
select phone from added`;
