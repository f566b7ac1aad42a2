import type {
  LockedSubscriber,
  NewsletterChange,
  NewsletterGroup,
  NewsletterStore,
} from "#domain/newsletter/newsletter-store";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { appendEvents } from "../webhooks/events.ts";
import { subscriberOf, type SubscriberRow } from "./subscriber-row.ts";

type Row = SubscriberRow & {
  readonly suppressed: boolean;
  readonly code_age: number | null;
  readonly request_ages: readonly number[];
};

/** @param webhooks called after a commit that left work for the webhook sender */
export function newsletterQueries(db: Db, webhooks: () => void): NewsletterStore {
  async function lock(phone: Phone): Promise<LockedSubscriber | null> {
    // The lock comes first and alone: only a later statement sees what the previous transaction has written.
    const locked = await db.query("lock subscriber", "select 1 from subscribers where phone = $1 for update", [phone]);
    if (locked.length === 0) return null;
    const [row] = await db.query<Row>("read subscriber", READ, [phone]);
    return lockedOf(row!);
  }

  return {
    async groups(ids) {
      return ids === null
        ? db.query<NewsletterGroup>("default group", `${GROUPS} order by id limit 1 for key share`, [])
        : db.query<NewsletterGroup>("groups", `${GROUPS} where id = any($1) order by id for key share`, [ids]);
    },

    async enroll(phone, name, customFields) {
      const fields = customFields === null ? null : JSON.stringify(customFields);
      // Locked first: most calls find the number, and an insert that conflicts would use up an id.
      const known = await lock(phone);
      if (known && known.name === name && fields === null) return known;
      await (known
        ? db.query("rename subscriber", RENAME, [known.id, name, fields])
        : db.query("enroll", ENROLL, [phone, name, fields]));
      return (await lock(phone))!;
    },

    lock,

    async takeTry(phone, maxTries) {
      const [row] = await db.query<{ hash: Buffer | null }>("take try", TAKE_TRY, [phone, maxTries]);
      return row!.hash;
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
      if (consents.length > 0) {
        await db.query("save consents", SAVE_CONSENTS, [
          subscriber.id,
          evidence.source,
          evidence.actor,
          evidence.ip,
          consents.map((one) => one.groupId),
          consents.map((one) => one.kind),
          consents.map((one) => one.wording ?? null),
        ]);
      }
      await appendEvents(
        db,
        events.map(({ kind, data }) => ({ kind, data, phone: subscriber.phone })),
        webhooks,
      );
    },
  };
}

async function saveCode(db: Db, subscriber: number, code: NonNullable<NewsletterChange["code"]>): Promise<void> {
  if (code === "spent") {
    await db.query("spend code", "delete from opt_in_codes where subscriber_id = $1", [subscriber]);
  } else if (code === "revoked") {
    await db.query("revoke code", "update opt_in_codes set expires_at = '-infinity' where subscriber_id = $1", [
      subscriber,
    ]);
  } else {
    await db.query("save code", SAVE_CODE, [subscriber, code.hash, code.validSeconds]);
  }
}

function lockedOf(row: Row): LockedSubscriber {
  return {
    ...subscriberOf(row),
    suppressed: row.suppressed,
    codeAge: row.code_age,
    requestAges: row.request_ages,
  };
}

const GROUPS = `select id, name, double_opt_in as "doubleOptIn" from groups`;

// clock_timestamp(), not now(): a transaction that waited for the lock began before the code was sent.
const READ = `
select id, phone, name, custom_fields, created_at, updated_at,
  exists (select from suppressions where suppressions.phone = subscribers.phone) as suppressed,
  extract(epoch from clock_timestamp() - coalesce(
    (select sent_at from opt_in_codes where subscriber_id = id),
    (select max(at) from opt_in_echoes where phone_hash = sha256(phone::bytea))))::float8 as code_age,
  -- One call writes a consent for each group, all with the same time.
  array(
    select extract(epoch from clock_timestamp() - at)::float8 from (
      select at from consents where subscriber_id = subscribers.id and kind = 'requested'
      union select at from opt_in_echoes where phone_hash = sha256(phone::bytea)) requests
    where at > now() - interval '24 hours' order by at desc limit 100) as request_ages,
  coalesce((
    select json_agg(json_build_object('groupId', groups.id, 'groupName', groups.name, 'state', state) order by groups.id)
    from memberships join groups on groups.id = group_id where subscriber_id = subscribers.id), '[]') as memberships
from subscribers where phone = $1`;

const ENROLL = `
insert into subscribers (phone, name, custom_fields) values ($1, $2, coalesce($3::jsonb, '{}')) on conflict do nothing`;

const RENAME = `
update subscribers set name = $2, custom_fields = coalesce($3::jsonb, custom_fields), updated_at = now()
where id = $1 and (name <> $2 or custom_fields <> coalesce($3::jsonb, custom_fields))`;

// The message to no one makes every call a write: a commit with nothing to flush could be distinguished by its
// duration.
const TAKE_TRY = `
with person as materialized (select id from subscribers where phone = $1 for update),
code as (
  update opt_in_codes set tries = tries + 1 from person
  where subscriber_id = person.id and tries < $2 and expires_at > clock_timestamp()
  returning code_hash)
select (select code_hash from code) as hash, pg_logical_emit_message(true, 'tidings', '') as flushed`;

const SAVE_MEMBERSHIPS = `
insert into memberships (group_id, subscriber_id, phone, state)
select group_id, $1::bigint, $2, state from unnest($3::bigint[], $4::membership_state[]) as r(group_id, state) order by group_id
on conflict (group_id, subscriber_id) do update set state = excluded.state, since = now()`;

const SAVE_CODE = `
insert into opt_in_codes (subscriber_id, code_hash, expires_at, sent_at)
values ($1, $2, clock_timestamp() + make_interval(secs => $3), clock_timestamp())
on conflict (subscriber_id) do update
set code_hash = excluded.code_hash, expires_at = excluded.expires_at, sent_at = excluded.sent_at, tries = 0`;

const SAVE_CONSENTS = `
insert into consents (subscriber_id, group_id, kind, source, actor, ip, wording)
select $1::bigint, group_id, kind, $2, $3, $4, wording
from unnest($5::bigint[], $6::text[], $7::text[]) with ordinality as r(group_id, kind, wording, nth) order by nth`;
