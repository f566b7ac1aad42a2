import { ruleForKnown, type ImportCounts, type ImportPlan } from "#domain/imports/import";
import type { ImportPage, ImportStore } from "#domain/imports/import-store";
import type { Uuid } from "#lib/ids";
import { haveGroups } from "#domain/imports/joined-groups";
import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Phone } from "#domain/recipients/phone";

import { int8Array, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { isOnList } from "../suppressions/suppression-fragment.ts";
import type { Leaver } from "../newsletter/end-queued.ts";
import { afterLeaving } from "../newsletter/after-leaving.ts";
import { everySpellingOf, mayBeSpelledTwice, otherSpellingOf } from "../other-spelling-sql.ts";
import { comingOf, evidenceOf, hasLeftUnderOtherSpelling } from "./named-groups.ts";
import { departedOf, type Departed } from "./departed-people.ts";
import { IS_FORGOTTEN } from "./erase-from-imports.ts";

/**
 * Merges a page of people in the order of their numbers, so that two imports of the same people wait for each other and
 * do not deadlock. First everyone is created or locked; only a later statement sees what the previous holders of the
 * locks have written, such as a STOP.
 */
export async function mergeImport(
  db: Db,
  { keys, webhooks }: { readonly keys: Pick<ConsentKeys, "lookup">; readonly webhooks: () => void },
  page: ImportPage,
): ReturnType<ImportStore["merge"]> {
  const { id, plan, actor, after, last } = page;
  const groups = [plan.isFallback ?? false, int8Array(page.fresh)];
  if (plan.dryRun) {
    const newPeople = await db.query<{ phone: Phone }>("new people of import", NEW_PEOPLE, [id, after, last]);
    const departed = await departedOf(db, keys, page, { created: newPeople, pending: await pendingOf(db, page) });
    const values = [id, after, last, plan.groups, ruleForKnown(plan), ...arraysOf(departed), ...groups];
    const [row] = await db.query<ImportCounts & { joined: number[] }>("try import", TRY, values);
    const { joined, ...counts } = row!;
    return { counts, joined, optedOut: [] };
  }
  // People who leave in the meantime leave under both numbers of their phone, either before this or after it is
  // committed.
  const inserted = await db.query<Inserted>("create imported", CREATE, [id, after, last]);
  const added = inserted.filter(({ comes }) => comes);
  // Read only now, when the ledger has everyone who was being deleted in the meantime.
  const departed = await departedOf(db, keys, page, { created: added, pending: await pendingOf(db, page) });
  const entirely = new Set(departed.entirely);
  const stays = ({ comes, phone }: Inserted): boolean => comes && !entirely.has(phone);
  const created = inserted.filter(stays);
  const others = inserted.filter((one) => !stays(one));
  if (others.length > 0) await db.query("uncreate imported", UNCREATE, [others.map((one) => one.id)]);
  const [row] = await db.query<Merged>("merge import", MERGE, [
    id,
    after,
    last,
    plan.groups,
    ruleForKnown(plan),
    ...arraysOf(departed),
    ...groups,
    int8Array(created.map((one) => one.id)),
    actor,
    plan.consent.source,
    plan.consent.wording,
  ]);
  const { joined, optedOut, leavers, ...counts } = row!;
  await afterLeaving(db, leavers, webhooks);
  return { counts, joined, optedOut };
}

/** Known people whom this page may confirm, under either number of their phone. */
const pendingOf = async (
  db: Db,
  { id, plan, after, last }: ImportPage,
): Promise<readonly { readonly phone: Phone }[]> =>
  ruleForKnown(plan) === "skip"
    ? []
    : db.query<{ phone: Phone }>("pending people of import", PENDING, [id, after, last]);

/** `comes`: otherwise only the place of the number is held. */
type Inserted = { readonly id: number; readonly phone: Phone; readonly comes: boolean };

type Merged = ImportCounts & { joined: number[]; optedOut: Phone[]; leavers: Leaver[] };

export async function importPage(
  db: Db,
  id: Uuid,
  { groups, columns }: Pick<ImportPlan, "groups" | "columns">,
  { after, upto }: { readonly after: string; readonly upto: string | null },
  memberships: number,
): ReturnType<ImportStore["page"]> {
  type Row = { last: string | null; people: number; groups: string[] };
  if (!haveGroups(columns)) {
    const people = Math.ceil(memberships / Math.max(1, groups.length));
    const [page] = await db.query<Row>("import page of equals", PAGE_OF_EQUALS, [id, after, people, upto]);
    return page!;
  }
  const [page] = await db.query<Row>("import page", PAGE, [id, after, memberships, groups.length, upto]);
  return page!;
}

const arraysOf = ({ phones, groups, entirely }: Departed): Buffer[] => [
  textArray(phones),
  int8Array(groups),
  textArray(entirely),
];

/** Where no row names groups, nothing but the numbers is read. */
const PAGE_OF_EQUALS = `
select max(phone) as last, count(*)::int as people, '{}'::text[] as groups from (
  select phone from import_people where import_id = $1 and phone > $2 and phone <= coalesce($4::text, '~')
  order by phone limit $3) next`;

/**
 * The end of the range is a bound of the index scan, or the last page of a range would read all of the next one. "~"
 * comes after every number.
 *
 * Includes the person who makes the page full, so that a single person with many memberships still fits.
 */
const PAGE = `
with next as materialized (
  select phone, groups, sum(own) over (order by phone) - own as before from (
    select phone, fields -> 'groups' as groups, $4::int + case when fields ? 'groups'
      then (select count(*) from jsonb_object_keys(fields -> 'groups')) else 0 end as own
    from import_people where import_id = $1 and phone > $2 and phone <= coalesce($5::text, '~')
    order by phone limit $3) people
),
page as materialized (select phone, groups from next where before < $3)
select max(phone) as last, count(*)::int as people,
  array(select distinct key from page cross join lateral jsonb_object_keys(page.groups) as key) as groups
from page`;

const IN_PAGE = "p.import_id = $1 and p.phone > $2 and p.phone <= $3";
/** Whether the file says that the person is to be a member. */
const COMES = "p.state in ('active', 'pending')";
const IS_SUPPRESSED = `(${isOnList("p.phone")}
  or ${mayBeSpelledTwice("p.phone")} and ${isOnList(otherSpellingOf("p.phone"))})`;

/**
 * Known people are locked and not changed, and so is whoever has the other number of a phone. People who must stay out
 * are only locked if they are known. Of people who are suppressed by their row, the place is held as `lockPlaces` holds
 * it. All in one statement, in the order in which all code locks people.
 */
const CREATE = `
with people as materialized (
  select distinct on (phone) * from (
    select phone, name, fields -> 'custom' as custom, fields ->> 'locale' as locale, fields ->> 'time_zone' as zone, comes
    from (
      select p.*, ${COMES} and not ${IS_SUPPRESSED} as comes from import_people p
      where ${IN_PAGE} and not ${IS_FORGOTTEN} offset 0) p
    where comes or state = 'unsubscribed' or exists (select from subscribers s where s.phone = p.phone)
    union all
    select ${otherSpellingOf("p.phone")}, '', '{}', null, null, false from import_people p
    where ${IN_PAGE} and ${mayBeSpelledTwice("p.phone")} and not ${IS_FORGOTTEN} and ${otherSpellingOf("p.phone")} is not null
      and (p.state = 'unsubscribed' or exists (
        select from subscribers s where s.phone = ${otherSpellingOf("p.phone")} offset 0))
  ) named order by phone, comes desc
),
inserted as (
  insert into subscribers (phone, name, custom_fields, locale, time_zone)
  select phone, name, custom, locale, zone from people order by phone
  on conflict (phone) do update set phone = excluded.phone where false
  returning id, phone
)
select id, phone, phone not in (select phone from people where not comes) as comes from inserted`;

const UNCREATE = "delete from subscribers where id = any($1::bigint[])";

const NEW_PEOPLE = `
select p.phone from import_people p
where ${IN_PAGE} and ${COMES} and not exists (select from subscribers s where s.phone = p.phone)`;

const PENDING = `
select p.phone from import_people p
where ${IN_PAGE} and ${COMES} and exists (
  select from subscribers s join memberships m on m.subscriber_id = s.id
  where s.phone = any(${everySpellingOf("p.phone")}) and m.state = 'pending' offset 0)`;

/** The values of the file for fields that a known person lacks. A form that was left empty stores an empty value. */
const LACKING = `coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(custom)
        where coalesce(known_fields -> key, '""') = '""'), '{}')`;

/**
 * What a row says about leaving counts for both numbers of a phone. A person who left is not confirmed by a file:
 * anyone could have requested the code for which a membership waits.
 *
 * Lists in parameters are searched by `in (select …)`, which makes a table of them: `= any(…)`, and a join, which the
 * planner makes a loop, compare each person with each.
 *
 * @param created whether subscriber `s` is new, or will be
 */
const judged = (created: string): string => `
departed as materialized (select * from unnest($6::text[], $7::bigint[]) as d(phone, group_id)),
page as materialized (
  select p.*, s.id, s.name as known_name, s.custom_fields as known_fields, s.locale as known_locale,
    s.time_zone as known_zone, p.fields -> 'custom' as custom, p.phone in (select unnest($8::text[])) as gone,
    ${created} and p.phone not in (select unnest($8::text[])) as created,
    ${COMES} as comes, ${IS_SUPPRESSED} as suppressed
  from import_people p left join subscribers s on s.phone = p.phone
  where ${IN_PAGE} and not ${IS_FORGOTTEN}
),
${comingOf("page", { groups: "$4", isFallback: "$9", fresh: "$10" })},
joins as materialized (
  select c.phone, c.id, c.created, c.wanted as state, c.group_id,
    case when (m.state is null or m.state = 'pending' and c.wanted = 'active')
      and (d.phone is not null or ${hasLeftUnderOtherSpelling("c.phone", "c.group_id")})
      then 'left' else m.state end as before, ${evidenceOf("c")}
  from coming c
  left join memberships m on m.subscriber_id = case when not c.created then c.id end and m.group_id = c.group_id
  left join departed d on d.phone = c.phone and d.group_id = c.group_id
  where c.comes and c.wanted <> 'left' and not c.suppressed and (c.created or c.gone or $5::text <> 'skip')
),
moves as materialized (
  select * from joins where before is null or (before = 'pending' and state = 'active')
),
renamed as materialized (
  select * from (
    select id, phone, known_name, known_fields, known_locale, known_zone,
      case $5 when 'add' then coalesce(nullif(known_name, ''), name) else coalesce(nullif(name, ''), known_name) end as name,
      known_fields || case $5 when 'add' then ${LACKING} else custom end as fields,
      case $5 when 'add' then coalesce(known_locale, fields ->> 'locale') else coalesce(fields ->> 'locale', known_locale)
        end as locale,
      case $5 when 'add' then coalesce(known_zone, fields ->> 'time_zone') else coalesce(fields ->> 'time_zone', known_zone)
        end as zone
    from page where not created and not suppressed and comes and $5 <> 'skip'
  ) said
  where (name, fields, locale, zone) is distinct from (known_name, known_fields, known_locale, known_zone)
),
left_otherwise as materialized (
  select m.group_id, m.subscriber_id, m.phone from (
    select phone, null::bigint as group_id from page where state = 'unsubscribed'
    union all select phone, group_id from coming where wanted = 'left'
  ) gone cross join lateral (
    select m.* from subscribers s join memberships m on m.subscriber_id = s.id
    where s.phone = ${otherSpellingOf("gone.phone")} and m.state <> 'left'
      and (gone.group_id is null or m.group_id = gone.group_id) offset 0) m
  where ${mayBeSpelledTwice("gone.phone")}
    and (m.group_id, m.subscriber_id) not in (select group_id, id from moves where id is not null)
),
leaves as materialized (
  select m.group_id, m.subscriber_id, page.phone from page join memberships m on m.subscriber_id = page.id
  where page.state = 'unsubscribed' and m.state <> 'left'
  union
  select group_id, subscriber_id, phone from left_otherwise
  union
  select c.group_id, c.id, c.phone
  from coming c left join memberships m on m.subscriber_id = c.id and m.group_id = c.group_id
  where c.wanted = 'left' and c.id is not null and not c.gone and m.state is distinct from 'left'
    and (c.entry is not null or m.state is not null)
),
counted as (
  select count(*) filter (where kind = 'created')::int as created, count(*) filter (where kind = 'updated')::int as updated,
    count(*) filter (where kind = 'unchanged')::int as unchanged,
    count(*) filter (where kind = 'suppressed')::int as suppressed,
    count(*) filter (where kind = 'unsubscribed')::int as unsubscribed,
    (select count(*) from (
      select phone from joins where before = 'left' union select phone from page where state = 'left' and not suppressed
      union select phone from coming where wanted = 'left' and comes and not suppressed
    ) stayed)::int as "stayedOut",
    array(select count(m.phone)::int from unnest($10::bigint[]) with ordinality as n(id, nth)
      left join moves m on m.group_id = n.id group by n.id, n.nth order by n.nth) as joined
  from (
    select case when suppressed then 'suppressed' when state = 'unsubscribed' then 'unsubscribed'
      when created and comes then 'created'
      when id in (select subscriber_id from leaves) then 'updated'
      when phone in (select phone from renamed union all select phone from moves) then 'updated'
      else 'unchanged' end as kind
    from page) judged
)`;

const TRY = `with ${judged("s.id is null")} select * from counted`;

/**
 * The only place where an import writes consents. The person's own evidence from the file counts before that of the
 * call. The rows are plain: an append encrypts each, which takes 0.1 ms. The sealing job moves them into the ledger.
 *
 * Nobody else can see a person who was created by this transaction, and `on conflict` costs each row a second lookup.
 */
const MERGE = `
with ${judged("s.id in (select unnest($11::bigint[]))")},
joined_new as (
  insert into memberships (group_id, subscriber_id, phone, state)
  select group_id, id, phone, state::membership_state from moves where created order by group_id, id
),
joined as (
  insert into memberships (group_id, subscriber_id, phone, state)
  select group_id, id, phone, state::membership_state from moves where not created order by group_id, id
  on conflict (group_id, subscriber_id) do update set state = excluded.state, since = now()
),
changed as (
  update subscribers s set name = r.name, custom_fields = r.fields, locale = r.locale, time_zone = r.zone,
    updated_at = now()
  from renamed r where s.id = r.id
),
left_groups as (
  insert into memberships (group_id, subscriber_id, phone, state)
  select group_id, subscriber_id, phone, 'left'::membership_state from leaves order by group_id, subscriber_id
  on conflict (group_id, subscriber_id) do update set state = 'left', since = now()
),
evidence as (
  insert into consents (subscriber_id, group_id, kind, at, source, actor, wording, ip)
  select id, group_id, case state when 'active' then 'imported' else 'requested' end, coalesce(consent_at, now()),
    coalesce(consent_source, $13), $12, coalesce(consent_wording, $14), consent_ip from moves
  union all
  select subscriber_id, group_id, 'left', now(), $13, $12, null, null from leaves
  order by 1, 2
)
select counted.*, array(select phone from page where state = 'unsubscribed' order by phone) as "optedOut",
  (select coalesce(json_agg(l), '[]') from (
    select subscriber_id as "subscriberId", phone, array_agg(group_id) as groups from leaves group by 1, 2 order by 2) l) as leavers
from counted`;
