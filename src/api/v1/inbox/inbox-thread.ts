import { threadData, threadQuery, threadReadData, threadReadRequest } from "#contract/inbox-threads";
import { DomainError } from "#domain/error";
import type { InboxLog } from "#domain/inbox/inbox-log";
import { readThread, type ThreadItem, type ThreadPosition } from "#domain/inbox/read-thread";
import type { InboxThread, InboxThreads } from "#domain/inbox/thread-store";
import { HIDDEN_TEXT } from "#domain/messages/message";
import type { Country } from "#domain/recipients/phone";
import { withPrefix, type Uuid } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readCursor } from "../../response/paged-list.ts";
import { senderOf } from "./inbox.ts";

export type InboxThreadDeps = {
  readonly inbox: InboxLog;
  readonly inboxThreads: InboxThreads;
  readonly country: Country | null;
};

type Command = { readonly sender: string; readonly from: ThreadPosition; readonly limit: number };

const common = { access: "svc_inbox", tag: "Inbox", errors: ["not_found"] } as const;
const DEFAULT_PER_PAGE = 50;
const CURSOR = /^thr_(\d{1,15}|n)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|n)$/;

/** One thread: what was written in both directions, and that it was read. */
export function inboxThreadEndpoints(services: InboxThreadDeps): readonly Endpoint[] {
  return [read(services), markRead(services)];
}

function read(services: InboxThreadDeps): Endpoint {
  return endpoint<typeof threadQuery, Command>({
    ...common,
    operationId: "getInboxThread",
    method: "GET",
    path: "/inbox/threads/{number}",
    summary: "Read a thread",
    description:
      "Messages received from a number and sent to it, newest first. Sent messages are shown to callers with svc_outbox. Answer with `POST /send`.",
    input: threadQuery,
    data: threadData,
    read(fields, _context, issues) {
      return {
        sender: senderOf(fields.number ?? "", services.country),
        from: readCursor(fields.cursor, positionIn, issues) ?? START,
        limit: fields.per_page ?? DEFAULT_PER_PAGE,
      };
    },
    async handle({ sender, from, limit }, { caller }) {
      const thread = await find(services.inboxThreads, sender);
      const sent = caller.capabilities.has("svc_outbox");
      const { items, next } = await readThread(services, { sender, from, limit, sent });
      return {
        message: `The thread with ${sender}.`,
        data: {
          number: sender,
          unread: thread.unread,
          suppressed: thread.suppressed,
          assignee: thread.assignee,
          items: items.map(shownItem),
          sent_hidden: !sent,
          pagination: { per_page: limit, next_cursor: next && `thr_${next.received ?? "n"}_${next.sent ?? "n"}` },
        },
      };
    },
  });
}

function markRead({ inboxThreads, country }: InboxThreadDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "markInboxThreadRead",
    method: "POST",
    path: "/inbox/threads/{number}/read",
    summary: "Mark a thread as read",
    description: "For all users. With `up_to`, a message that arrived while the thread was being read stays unread.",
    input: threadReadRequest,
    data: threadReadData,
    async handle({ number, up_to: upTo }) {
      const sender = senderOf(number, country);
      if (!(await inboxThreads.markRead(sender, upTo ?? null))) throw noThread();
      const { unread } = await find(inboxThreads, sender);
      return { message: "The thread is read.", data: { number: sender, unread } };
    },
  });
}

async function find(inboxThreads: InboxThreads, sender: string): Promise<InboxThread> {
  const thread = await inboxThreads.thread(sender);
  if (!thread) throw noThread();
  return thread;
}

export const noThread = (): DomainError => new DomainError("not_found", "Nothing was received from this number.");

const START: ThreadPosition = { received: null, sent: null };

function positionIn(cursor: string): ThreadPosition | null {
  const [, received, sent] = CURSOR.exec(cursor) ?? [];
  if (received === undefined || sent === undefined) return null;
  return { received: received === "n" ? null : Number(received), sent: sent === "n" ? null : (sent as Uuid) };
}

function shownItem(item: ThreadItem) {
  const at = isoTime(item.at);
  if (item.direction === "received") {
    const { id, text, media, gateway, keyword } = item.received;
    return {
      direction: item.direction,
      id,
      at,
      message: text,
      media: [...media],
      gateway,
      keyword,
      message_id: null,
      state: null,
    };
  }
  const { id, text, category, media, gateway, messageId, state } = item.sent;
  return {
    direction: item.direction,
    id,
    at,
    message: category === "otp" ? HIDDEN_TEXT : text,
    media: [...media],
    gateway,
    keyword: null,
    message_id: withPrefix("msg", messageId),
    state,
  };
}
