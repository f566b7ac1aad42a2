import { MOST_THREADS, threadsData, threadsQuery } from "#contract/inbox-threads";
import type { Caller } from "#domain/access/capability";
import type { InboxThread, InboxThreads } from "#domain/inbox/thread-store";
import { siteTimeWriter } from "#domain/outbox/site-time";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { shownEntry } from "./inbox.ts";

export type InboxThreadsDeps = {
  readonly inboxThreads: InboxThreads;
  /** The site's current time zone. */
  readonly timeZone: () => string;
};

type Filter = { readonly unread: boolean; readonly before: number | null; readonly limit: number };

const DEFAULT_PER_PAGE = 20;
const CURSOR = /^thr_(\d{1,15})$/;

export function inboxThreadsEndpoint({ inboxThreads, timeZone }: InboxThreadsDeps): Endpoint {
  return endpoint<typeof threadsQuery, Filter>({
    operationId: "listInboxThreads",
    method: "GET",
    path: "/inbox/threads",
    access: "svc_inbox",
    tag: "Inbox",
    summary: "List threads",
    description: "One thread for each number that wrote, the newest first, with what is unread in it.",
    input: threadsQuery,
    data: threadsData,
    read(fields, _context, issues) {
      const cursor = fields.cursor === undefined ? null : CURSOR.exec(fields.cursor);
      if (fields.cursor !== undefined && !cursor) {
        issues.push({ field: "cursor", code: "invalid_format", message: "is not a cursor of this list" });
      }
      return {
        unread: fields.unread ?? false,
        before: cursor ? Number(cursor[1]) : null,
        limit: fields.per_page ?? DEFAULT_PER_PAGE,
      };
    },
    async handle({ limit, ...filter }, { caller }) {
      const [found, unreadThreads] = await Promise.all([
        inboxThreads.threads({ ...filter, limit: limit + 1 }),
        inboxThreads.unreadThreads(MOST_THREADS),
      ]);
      const threads = found.slice(0, limit);
      const write = siteTimeWriter(timeZone());
      return {
        message: `${counted(threads.length, "thread")}.`,
        data: {
          items: threads.map((thread) => shownThread(thread, caller, write)),
          unread_threads: unreadThreads,
          pagination: {
            per_page: limit,
            next_cursor: found.length > threads.length ? `thr_${threads.at(-1)!.latest.id}` : null,
          },
        },
      };
    },
  });
}

function shownThread(thread: InboxThread, caller: Caller, write: (millis: number) => string) {
  const { sender, latest, unread, suppressed, subscriber } = thread;
  return {
    number: sender,
    latest: shownEntry(latest, write),
    unread,
    suppressed,
    subscriber: caller.capabilities.has("svc_subscribers") ? subscriber : null,
  };
}
