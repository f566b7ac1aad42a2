import type { InboxEntry } from "#domain/inbox/inbox-log";
import { MAX_UNREAD, type InboxThread, type InboxThreads, type ThreadDelivery } from "#domain/inbox/thread-store";
import { LAST_ID, uuidTime } from "#lib/ids";

import type { Db } from "../../database.ts";

type Row = Omit<InboxEntry, "at"> &
  Pick<InboxThread, "unread" | "suppressed"> & { readonly at: Date } & {
    readonly subscriber_id: number | null;
    readonly name: string | null;
  };

/** `offset 0`: the threads of the page are chosen before anything is looked up for them. */
const page = (condition: string): string => `
select i.id, i.at, i.sender, i.recipient, i.body as text, i.media, i.keyword, i.gateway, unread.count as unread,
  exists (select from suppressions p where p.phone = t.sender) as suppressed, s.id as subscriber_id, s.name
from (select * from inbox_threads where ${condition} offset 0) t
join inbox i on i.id = t.last_id
cross join lateral (
  select count(*)::int from (
    select from inbox n where n.sender = t.sender and n.id > t.read_id limit ${MAX_UNREAD}) counted
) unread
left join subscribers s on s.phone = t.sender
order by t.last_id desc`;

const THREADS = page("last_id < $1 order by last_id desc limit $2");
const UNREAD = page("last_id < $1 and last_id > read_id order by last_id desc limit $2");
const THREAD = page("sender = $1");
const HOW_MANY = `
select count(*)::int as count from (select from inbox_threads where last_id > read_id limit $1) unread`;

/** The greatest possible id. */
const NEWEST = Number.MAX_SAFE_INTEGER;

const SENT = `
select d.id, d.message_id as "messageId", m.sender, coalesce(d.own_text, m.body) as text, m.category, m.media, d.state,
  d.gateway, m.created_by as "createdBy"
from (
  select * from deliveries where phone = $1 and message_id < $2 order by phone, message_id desc limit $3
) d join messages m on m.id = d.message_id order by d.message_id desc`;

/** A reader who has read up to a message has not seen what arrived after it. */
const READ = `
update inbox_threads set read_id = greatest(read_id, least(last_id, coalesce($2::bigint, last_id)))
where sender = $1 returning 1`;

export function inboxThreadQueries(db: Db): InboxThreads {
  return {
    async threads({ unread, before, limit }) {
      const rows = await db.query<Row>(unread ? "unread threads" : "inbox threads", unread ? UNREAD : THREADS, [
        before ?? NEWEST,
        limit,
      ]);
      return rows.map(threadOf);
    },
    async unreadThreads(most) {
      const [row] = await db.query<{ count: number }>("unread threads count", HOW_MANY, [most]);
      return row!.count;
    },
    async thread(sender) {
      const [row] = await db.query<Row>("inbox thread", THREAD, [sender]);
      return row ? threadOf(row) : null;
    },
    async sentTo(phone, before, limit) {
      const rows = await db.query<Omit<ThreadDelivery, "at">>("sent to", SENT, [phone, before ?? LAST_ID, limit]);
      return rows.map((row) => ({ ...row, at: uuidTime(row.messageId) }));
    },
    async markRead(sender, upTo) {
      return (await db.query("read thread", READ, [sender, upTo])).length > 0;
    },
  };
}

function threadOf({ at, unread, suppressed, subscriber_id: id, name, ...latest }: Row): InboxThread {
  return {
    sender: latest.sender,
    latest: { ...latest, at: at.getTime() },
    unread,
    suppressed,
    subscriber: id === null ? null : { id, name: name ?? "" },
  };
}
