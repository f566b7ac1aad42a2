import type { GroupTexts } from "#domain/newsletter/group-texts";
import type { LockedSubscriber, NewsletterGroup, NewsletterStore } from "#domain/newsletter/newsletter-store";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { isOnList } from "../suppressions/suppression-fragment.ts";
import type { ConsentQueries } from "../consent/consents.ts";
import { leaveStoredAudiences } from "../schedules/stored-audiences.ts";
import { appendEvents } from "../webhooks/events.ts";
import { endQueued } from "./end-queued.ts";
import { saveCode, takeTry } from "./opt-in-codes.ts";
import { subscriberColumns } from "./subscriber-row.ts";

/** @param webhooks called after a commit that left work for the webhook sender */
export function newsletterQueries(
  db: Db,
  { keys, ledger }: Pick<ConsentQueries, "keys" | "ledger">,
  webhooks: () => void,
): NewsletterStore {
  async function lock(phone: Phone): Promise<LockedSubscriber | null> {
    // The lock is a statement of its own: only a later one sees what the previous holder has written.
    const locked = await db.query("lock subscriber", "select 1 from subscribers where phone = $1 for update", [phone]);
    if (locked.length === 0) return null;
    const [row] = await db.query<LockedSubscriber>("read subscriber", READ, [phone, keys.lookup(phone)]);
    return row!;
  }

  return {
    async groups(ids) {
      return ids === null
        ? db.query<NewsletterGroup>("default group", `${GROUPS} order by id limit 1 for key share`, [])
        : db.query<NewsletterGroup>("groups", `${GROUPS} where id = any($1) order by id for key share`, [ids]);
    },

    groupTexts: (ids) => db.query<GroupTexts>("group texts", TEXTS, [ids]),

    async enroll(phone, { name, customFields, locale, timeZone }) {
      const fields = customFields === null ? null : JSON.stringify(customFields);
      const place = [locale !== undefined, locale ?? null, timeZone !== undefined, timeZone ?? null];
      // Locked first: most calls find the number, and an insert that conflicts would use up an id.
      const known = await lock(phone);
      const hasValues = fields !== null || locale !== undefined || timeZone !== undefined;
      if (known && known.name === name && !hasValues) return known;
      await (known
        ? db.query("rename subscriber", RENAME, [known.id, name, fields, ...place])
        : db.query("enroll", ENROLL, [phone, name, fields, locale ?? null, timeZone ?? null]));
      return (await lock(phone))!;
    },

    lock,

    async lockPlaces(phones) {
      const placed = await db.query<{ id: number }>("place subscribers", PLACE, [phones]);
      if (placed.length > 0) await db.query("unplace subscribers", UNPLACE, [placed.map(({ id }) => id)]);
    },

    takeTry: (phone, maxTries) => takeTry(db, phone, maxTries),

    endQueued: ({ id, phone }, groups) => endQueued(db, [{ subscriberId: id, phone, groups }], webhooks),

    leaveStoredAudiences: (phone) => leaveStoredAudiences(db, [phone]),

    async keepMember(id, groups) {
      await db.query("keep member", KEEP, [id, groups]);
    },

    async noteReachable(phone) {
      await db.query("reachable", REACHABLE, [phone]);
    },
    async reactivate(ids) {
      const rows = await db.query<{ id: number }>("reactivate", REACTIVATE, [ids]);
      return rows.map(({ id }) => id);
    },

    async save(change) {
      const { subscriber, memberships = [], code, consents = [], evidence, events = [] } = change;
      if (memberships.length > 0) {
        await db.query("save memberships", SAVE_MEMBERSHIPS, [
          subscriber.id,
          subscriber.phone,
          memberships.map((one) => one.groupId),
          memberships.map((one) => one.state),
        ]);
      }
      if (code !== undefined) await saveCode(db, subscriber.id, code);
      const { phone, name } = subscriber;
      await ledger.append(consents.map((one) => ({ ...one, phone, name, evidence })));
      await appendEvents(
        db,
        events.map(({ kind, data }) => ({ kind, data, phone: subscriber.phone })),
        webhooks,
      );
    },
  };
}

const KEEP = "delete from bulk_joins where subscriber_id = $1 and group_id = any($2::bigint[])";

const REACHABLE = "update subscribers set bounced_at = null, reachable_since = now() where phone = $1";

const TEXTS = `
select id, name, code_texts as "codeTexts", welcome_texts as "welcomeTexts" from groups where id = any($1::bigint[]) order by id`;

const GROUPS = `
select id, name, double_opt_in as "doubleOptIn", code_texts as "codeTexts", welcome_texts as "welcomeTexts" from groups`;

// clock_timestamp(), not now(): a transaction that waited for the lock began before the code was sent.
const READ = `
select ${subscriberColumns("subscribers")},
  ${isOnList("subscribers.phone")} as suppressed,
  -- Without a code: a person who was deleted and subscribes again.
  extract(epoch from clock_timestamp() - coalesce(
    (select sent_at from opt_in_codes where subscriber_id = id),
    greatest((select max(r.at) from consent_people p join consent_records r on r.person_id = p.id
        where p.lookup = $2 and r.kind = 'requested' and not exists (
          select from consent_records later where later.person_id = p.id and later.seq > r.seq and later.kind = 'confirmed')),
      (select max(at) from opt_in_echoes where phone_hash = $2))))::float8 as "codeAge",
  -- One call writes a consent for each group, all with the same time.
  array(
    select extract(epoch from clock_timestamp() - at)::float8 from (
      select r.at from consent_people p join consent_records r on r.person_id = p.id
      where p.lookup = $2 and r.kind = 'requested'
      -- Imports write here.
      union select at from consents where subscriber_id = subscribers.id and kind = 'requested'
      union select at from opt_in_echoes where phone_hash = $2) requests
    where at > now() - interval '24 hours' order by at desc limit 100) as "requestAges",
  coalesce((
    select json_agg(json_build_object('groupId', groups.id, 'groupName', groups.name, 'state', state) order by groups.id)
    from memberships join groups on groups.id = group_id where subscriber_id = subscribers.id), '[]') as memberships
from subscribers where phone = $1`;

/**
 * Whoever has added the number meanwhile is locked: otherwise they could be deleted before they are read. Created after
 * what the ledger has of an earlier subscriber with the number, for whose deletion this transaction may have waited.
 */
const ENROLL = `
insert into subscribers (phone, name, custom_fields, locale, time_zone, created_at)
values ($1, $2, coalesce($3::jsonb, '{}'), $4, $5, clock_timestamp())
on conflict (phone) do update set phone = excluded.phone where false`;

/** The row is deleted at once. Until the transaction ends, its key in the unique index makes others wait. */
const PLACE = `
insert into subscribers (phone, name) select phone, '' from unnest($1::text[]) as p(phone) order by phone
on conflict (phone) do update set phone = excluded.phone where false
returning id`;

const UNPLACE = "delete from subscribers where id = any($1::bigint[])";

const RENAME = `
update subscribers s set name = $2, custom_fields = said.fields, locale = said.locale, time_zone = said.zone, updated_at = now()
from (select coalesce($3::jsonb, custom_fields) as fields, case when $4 then $5 else locale end as locale,
  case when $6 then $7 else time_zone end as zone from subscribers where id = $1) said
where id = $1
  and (s.name, s.custom_fields, s.locale, s.time_zone) is distinct from ($2, said.fields, said.locale, said.zone)`;

// A new opt-in begins a new count of failures.
const SAVE_MEMBERSHIPS = `
with reachable as (
  update subscribers set bounced_at = null, reachable_since = now() where id = $1 and 'active' = any($4::membership_state[])
)
insert into memberships (group_id, subscriber_id, phone, state)
select group_id, $1::bigint, $2, state from unnest($3::bigint[], $4::membership_state[]) as r(group_id, state) order by group_id
on conflict (group_id, subscriber_id) do update set state = excluded.state, since = now()`;

const REACTIVATE = `
update subscribers set bounced_at = null, reachable_since = now() where id = any(array(
  select id from subscribers where id = any($1::bigint[]) and bounced_at is not null order by phone for update))
returning id`;
