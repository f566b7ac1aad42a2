import { defaultValidFor, priorityOf } from "#domain/messages/message";
import { FAILED_ELSEWHERE, movedBy, type MovedLogStore } from "#domain/outbox/move-log";
import type { MovedEntry } from "#domain/outbox/moved-entry";
import { DEFAULT_ROUTE } from "#domain/routing/route";
import { uuidv7, type Uuid } from "#lib/ids";
import { second } from "#lib/time";

import { bucketOf } from "../../buckets.ts";
import type { Db } from "../../database.ts";
import { CONTENT_BESIDE_TEXT } from "../../message-content.ts";
import { byPartition, ensureLogMonths } from "../../partitions.ts";
import { progressed, tallied } from "../deliveries/state-changes.ts";

/** Beyond this, the progress of a message is rolled up instead of counted in its deliveries. */
const FEW = 1_000;

/** The original category is unknown. If an entry is resent, the rules for marketing are the stricter ones. */
const CATEGORY = "marketing";
const VALID_MS = defaultValidFor[CATEGORY] * second;

export function movedLogQueries(db: Db): MovedLogStore {
  return {
    prepare: (times) => ensureLogMonths(db.pool, times),
    async known(digests) {
      const rows = await db.query<{ digest: string }>(
        "known moved entries",
        "select encode(digest, 'hex') as digest from moved_entries where digest = any($1::bytea[])",
        [digests],
      );
      return new Set(rows.map(({ digest }) => digest));
    },
    async claim(digest) {
      return (await db.query("claim moved entry", NEW, [[digest]])).length > 0;
    },
    add: (entries, { source, actor }) =>
      db.transaction(async () => {
        const digests = entries.map(({ digest }) => digest).toSorted((a, b) => a.compare(b));
        const rows = await db.query<{ digest: string }>("add moved entries", NEW, [digests]);
        const stored = new Set(rows.map(({ digest }) => digest));
        const fresh = entries
          .filter(({ digest }) => stored.has(digest.toString("hex")))
          .map((entry) => ({ ...entry, id: uuidv7(entry.at) }));
        for (const [table, part] of byPartition(fresh, ({ id }) => id)) {
          await db.query(`move log ${table}`, statement(table), [JSON.stringify(part.map(rowOf)), movedBy(source)]);
        }
        if (fresh.length > 0) await db.query("moved log", LOGGED, [source, fresh.length, actor]);
        return stored;
      }),
  };
}

/** In order: two calls with the same rows wait for each other, and never both. */
const NEW = `
insert into moved_entries (digest) select digest from unnest($1::bytea[]) as d(digest)
on conflict do nothing returning encode(digest, 'hex') as digest`;

const LOGGED = `
insert into events (kind, data)
values ('outbox.moved', json_build_object('source', $1::text, 'entries', $2::int, 'by', $3::text))`;

function rowOf({ id, at, content, phones, failed, duplicates, invalid }: MovedEntry & { readonly id: Uuid }): object {
  const { text: body, ...beside } = content;
  return {
    ...beside,
    id,
    body,
    phones,
    duplicates,
    invalid,
    failed,
    at: new Date(at).toISOString(),
    bucket: bucketOf(id),
    valid_until: new Date(at + VALID_MS).toISOString(),
    rolled_up: phones.length > FEW,
  };
}

/**
 * No gateway, no events and no statistics: this service sent nothing. The position of the walk that deletes texts may
 * be later than these messages, and then they are added to its list.
 */
function statement(table: string): string {
  return `
with given as materialized (
  select * from json_to_recordset($1::json) as r(id uuid, body text, ${CONTENT_BESIDE_TEXT.record}, phones json,
    duplicates integer, invalid integer, failed boolean, at timestamptz, bucket timestamptz, valid_until timestamptz,
    rolled_up boolean)
),
message as (
  insert into messages (id, state, category, priority, route, body, ${CONTENT_BESIDE_TEXT.columns}, valid_until, rolled_up,
    matched, accepted, duplicates, invalid, created_by, first_sent_at, finished_at)
  select id, 'completed', '${CATEGORY}', ${priorityOf[CATEGORY]}, '${DEFAULT_ROUTE}', body, ${CONTENT_BESIDE_TEXT.values},
    valid_until, rolled_up, json_array_length(phones) + duplicates + invalid, json_array_length(phones), duplicates, invalid,
    $2, case when not failed then at end, at
  from given order by id
),
written as (
  insert into ${table} (message_id, phone, state, attempt, segments, marked_at, sent_at, failure)
  select id, phone, case when failed then 'failed' else 'sent' end::delivery_state, 1, segments, at,
    case when not failed then at end, case when failed then '${FAILED_ELSEWHERE}' end
  from given cross join lateral json_array_elements_text(phones) as p(phone) order by id, phone
),
late as (
  insert into late_redactions (message_id)
  select id from given where id <= (select message_id from redactions for share)
  on conflict do nothing
),${progressed(`
  select id, case when failed then 'failed' else 'sent' end::delivery_state,
    case when failed then '${FAILED_ELSEWHERE}' else '' end, json_array_length(phones)
  from given where rolled_up order by 1`)},${tallied(`
  select bucket, sum(json_array_length(phones)), coalesce(sum(json_array_length(phones)) filter (where not failed), 0),
    coalesce(sum(json_array_length(phones)) filter (where failed), 0)
  from given group by 1`)}
select 1`;
}
