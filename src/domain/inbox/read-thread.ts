import type { Uuid } from "#lib/ids";

import type { InboxEntry, InboxLog } from "./inbox-log.ts";
import type { InboxThreads, ThreadDelivery } from "./thread-store.ts";

/** One message of a conversation, in either direction. */
export type ThreadItem =
  | { readonly direction: "received"; readonly at: number; readonly received: InboxEntry }
  | { readonly direction: "sent"; readonly at: number; readonly sent: ThreadDelivery };

/** After which message of each direction to continue; null: from its newest. */
export type ThreadPosition = { readonly received: number | null; readonly sent: Uuid | null };

export type ThreadPage = { readonly items: readonly ThreadItem[]; readonly next: ThreadPosition | null };

type ThreadDeps = { readonly inbox: Pick<InboxLog, "list">; readonly inboxThreads: Pick<InboxThreads, "sentTo"> };

/**
 * Messages received from a number and sent to it, newest first. Each direction has a position of its own, so a page
 * repeats and omits nothing, even if the two clocks differ.
 *
 * @param wanted.sent whether the caller may see what was sent
 */
export async function readThread(
  { inbox, inboxThreads }: ThreadDeps,
  wanted: {
    readonly sender: string;
    readonly from: ThreadPosition;
    readonly limit: number;
    readonly sent: boolean;
  },
): Promise<ThreadPage> {
  const { sender, from, limit } = wanted;
  const filter = { from: null, to: null, sender, gateway: null, keyword: null };
  const [received, sent] = await Promise.all([
    inbox.list({ ...filter, before: from.received, limit: limit + 1 }),
    wanted.sent ? inboxThreads.sentTo(sender, from.sent, limit + 1) : [],
  ]);
  const merged = merge(received, sent);
  const items = merged.slice(0, limit);
  if (merged.length <= limit) return { items, next: null };
  const next = { ...from } as { received: number | null; sent: Uuid | null };
  for (const item of items) {
    if (item.direction === "received") next.received = item.received.id;
    else next.sent = item.sent.messageId;
  }
  return { items, next };
}

/** Within one direction the order is that of the store, also where a clock was set back. */
function merge(received: readonly InboxEntry[], sent: readonly ThreadDelivery[]): readonly ThreadItem[] {
  const items: ThreadItem[] = [];
  let [nth, mth] = [0, 0];
  while (nth < received.length || mth < sent.length) {
    const [entry, delivery] = [received[nth], sent[mth]];
    if (entry && (!delivery || entry.at >= delivery.at)) {
      items.push({ direction: "received", at: entry.at, received: entry });
      nth += 1;
    } else {
      items.push({ direction: "sent", at: delivery!.at, sent: delivery! });
      mth += 1;
    }
  }
  return items;
}
