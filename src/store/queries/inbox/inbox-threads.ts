import type { InboxEntry } from "#domain/inbox/inbox-log";
import {
  MAX_UNREAD,
  type Assignee,
  type InboxThread,
  type InboxThreads,
  type ThreadDelivery,
  type ThreadFilter,
} from "#domain/inbox/thread-store";
import { LAST_ID, uuidTime } from "#lib/ids";

import { binder, type Statement } from "../../bind.ts";
import type { Db } from "../../database.ts";

type AssigneeColumns = { readonly assignee: string | null; readonly assignee_username: string | null };

type Row = Omit<InboxEntry, "at"> &
  Pick<InboxThread, "unread" | "suppressed"> & { readonly at: Date } & {
    readonly subscriber_id: number | null;
    readonly name: string | null;
  } & AssigneeColumns;

/** `offset 0`: the threads of the page are chosen before anything is looked up for them. */
const page = (condition: string): string => `
select i.id, i.at, i.sender, i.recipient, i.body as text, i.media, i.keyword, i.gateway, unread.count as unread,
  exists (select from suppressions p where p.phone = t.sender) as suppressed, s.id as subscriber_id, s.name,
  t.assignee, t.assignee_username
from (select * from inbox_threads where ${condition} offset 0) t
join inbox i on i.id = t.last_id
cross join lateral (
  select count(*)::int from (
    select from inbox n where n.sender = t.sender and n.id > t.read_id limit ${MAX_UNREAD}) counted
) unread
left join subscribers s on s.phone = t.sender
order by t.last_id desc`;

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

/** Known to every node at once, so that two people do not answer the same person. */
const ASSIGN = `
with before as (
  select sender, assignee, assignee_username, not ($4 or assignee is null or assignee = $5) as refused
  from inbox_threads where sender = $1 for update
), changed as (
  update inbox_threads t set assignee = $2, assignee_username = $3 from before b
  where t.sender = b.sender and not b.refused and b.assignee is distinct from $2 returning 1
), logged as (
  insert into events (kind) select 'inbox.assigned' from changed
)
select assignee, assignee_username, refused from before`;

/** A reader who has read up to a message has not seen what arrived after it. */
const READ = `
update inbox_threads set read_id = greatest(read_id, least(last_id, coalesce($2::bigint, last_id)))
where sender = $1 returning 1`;

export function inboxThreadQueries(db: Db): InboxThreads {
  return {
    async threads(filter) {
      const { text, values } = chosenThreads(filter);
      return (await db.unnamed<Row>(text, values)).map(threadOf);
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
    async assign(sender, { by, to, replace }) {
      const values = [sender, to?.principal ?? null, to?.username ?? null, replace, by];
      const [row] = await db.query<AssigneeColumns & { refused: boolean }>("assign thread", ASSIGN, values);
      return row ? { before: assigneeOf(row), refused: row.refused } : null;
    },
  };
}

function chosenThreads({ unread, assigned, before, limit }: ThreadFilter): Statement {
  const { values, bind } = binder();
  const conditions = [`last_id < ${bind(before ?? NEWEST)}`];
  if (unread) conditions.push("last_id > read_id");
  if (assigned) conditions.push(assigned.to === null ? "assignee is null" : `assignee = ${bind(assigned.to)}`);
  return { text: page(`${conditions.join(" and ")} order by last_id desc limit ${bind(limit)}`), values };
}

function threadOf({
  at,
  unread,
  suppressed,
  subscriber_id: id,
  name,
  assignee,
  assignee_username,
  ...latest
}: Row): InboxThread {
  return {
    sender: latest.sender,
    latest: { ...latest, at: at.getTime() },
    unread,
    suppressed,
    subscriber: id === null ? null : { id, name: name ?? "" },
    assignee: assigneeOf({ assignee, assignee_username }),
  };
}

function assigneeOf({ assignee: principal, assignee_username: username }: AssigneeColumns): Assignee | null {
  return principal === null ? null : { principal, username: username ?? principal };
}
