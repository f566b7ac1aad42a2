import { MAX_THREADS, threadsData, threadsQuery } from "#contract/inbox-threads";
import type { Caller } from "#domain/access/capability";
import type { InboxThread, InboxThreads, ThreadFilter } from "#domain/inbox/thread-store";
import { siteTimeWriter } from "#domain/outbox/site-time";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { numberIn, pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { shownEntry } from "./inbox.ts";

export type InboxThreadsDeps = {
  readonly inboxThreads: InboxThreads;
  /** The site's current time zone. */
  readonly timeZone: () => string;
};

const placeOf = numberIn("thr");

export function inboxThreadsEndpoint({ inboxThreads, timeZone }: InboxThreadsDeps): Endpoint {
  return endpoint<typeof threadsQuery, ThreadFilter>({
    operationId: "listInboxThreads",
    method: "GET",
    path: "/inbox/threads",
    access: "svc_inbox",
    tag: "Inbox",
    summary: "List threads",
    description:
      "One thread for each number that wrote, newest first, with the number of unread messages and the user who takes care of it.",
    input: threadsQuery,
    data: threadsData,
    read: (fields, { caller }, issues) => ({
      unread: fields.unread ?? false,
      assigned: fields.assigned ? { to: fields.assigned === "me" ? caller.principal : null } : null,
      before: readCursor(fields.cursor, placeOf, issues),
      limit: fields.per_page ?? PER_PAGE,
    }),
    async handle({ limit, ...filter }, { caller }) {
      const [found, unreadThreads] = await Promise.all([
        inboxThreads.threads({ ...filter, limit: limit + 1 }),
        inboxThreads.unreadThreads(MAX_THREADS),
      ]);
      const { items: threads, pagination } = pageOf(found, limit, ({ latest }) => `thr_${latest.id}`);
      const write = siteTimeWriter(timeZone());
      return {
        message: `${counted(threads.length, "thread")}.`,
        data: {
          items: threads.map((thread) => shownThread(thread, caller, write)),
          unread_threads: unreadThreads,
          pagination,
        },
      };
    },
  });
}

function shownThread(thread: InboxThread, caller: Caller, write: (millis: number) => string) {
  const { sender, latest, unread, suppressed, subscriber, assignee } = thread;
  return {
    number: sender,
    latest: shownEntry(latest, write),
    unread,
    suppressed,
    assignee,
    subscriber: caller.capabilities.has("svc_subscribers") ? subscriber : null,
  };
}
