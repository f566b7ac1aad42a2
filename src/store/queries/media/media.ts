import type { MediaFacts, MediaStore } from "#domain/media/media-store";
import type { MediaType } from "#domain/media/media-type";
import { LONGEST_VALID_FOR } from "#domain/messages/message";
import { uuidFloor } from "#lib/ids";
import { day, second } from "#lib/time";

import type { Db } from "../../database.ts";
import { IS_OPEN } from "../messages/open-fragment.ts";

const ADD = `
insert into media (token, type, sha256, content, created_by) values ($1, $2, $3, $4, $5)
on conflict (sha256) do update set at = now()
returning token`;
const UPLOADS = "select count(*)::int as files from media where created_by = $1 and at > now() - interval '1 day'";
const OF_FILE = "type, octet_length(content) as bytes";
const FACTS = `select ${OF_FILE} from media where token = $1`;
/** A file that many messages name is not written for each of them. */
const USED_LATELY = `select ${OF_FILE} from media where token = $1 and used_at > now() - interval '10 minutes'`;
/** Waits for a deletion of the file that is under way, and then finds none. */
const USE = `update media set used_at = now() where token = $1 returning ${OF_FILE}`;
const READ = "select type, content from media where token = $1";

/**
 * What a message or a schedule that is not finished refers to stays, and what a message of the last days does: the
 * provider has it, and may fetch the file only when it sends it. Messages that could no longer be open are not read. The
 * address is searched for as text: it may have been written with an earlier TIDINGS_PUBLIC_URL.
 */
const END = `
with used as materialized (
  select (regexp_matches(urls, '/m/([A-Za-z0-9_-]{22})\\.', 'g'))[1] as token from (
    select media::text as urls from messages
    where ${IS_OPEN} and media <> '{}'
    union all
    select media::text from messages
    where id >= $3::uuid and finished_at > now() - make_interval(days => $4) and media <> '{}'
    union all
    select message::text from schedules where state not in ('completed', 'canceled')) open
  where position('/m/' in urls) > 0
)
delete from media where id = any(array(
  select m.id from media m where m.at < now() - make_interval(days => $1)
    and (m.used_at is null or m.used_at < now() - interval '1 hour')
    and not exists (select from used where used.token = m.token)
  order by m.at limit $2 for update skip locked))
returning 1`;

export function mediaQueries(db: Db): MediaStore {
  return {
    async add({ token, type, sha256, content, createdBy }) {
      const [row] = await db.query<{ token: string }>("add media", ADD, [token, type, sha256, content, createdBy]);
      return row!.token;
    },
    async uploadsOf(createdBy) {
      const [row] = await db.query<{ files: number }>("media uploads", UPLOADS, [createdBy]);
      return row!.files;
    },
    async facts(token) {
      const [row] = await db.query<MediaFacts>("media facts", FACTS, [token]);
      return row ?? null;
    },
    async use(token) {
      const [lately] = await db.query<MediaFacts>("media used lately", USED_LATELY, [token]);
      if (lately) return lately;
      const [row] = await db.query<MediaFacts>("use media", USE, [token]);
      return row ?? null;
    },
    async read(token) {
      const [row] = await db.query<{ type: MediaType; content: Buffer }>("read media", READ, [token]);
      return row ?? null;
    },
  };
}

/** Longer than any provider keeps a message before it sends it. */
const FETCHED_WITHIN_DAYS = 7;

/** @param days age of the last upload; @param limit files at once, because each may have megabytes */
export async function pruneMedia(db: Db, days: number, limit: number): Promise<number> {
  const oldest = uuidFloor(db.now() - FETCHED_WITHIN_DAYS * day - LONGEST_VALID_FOR * second);
  return (await db.query("prune media", END, [days, limit, oldest, FETCHED_WITHIN_DAYS])).length;
}
