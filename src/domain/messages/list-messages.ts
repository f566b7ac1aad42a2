import type { Clock } from "#lib/time";
import type { Uuid } from "#lib/ids";

import type { MessageFilter, MessageSummary, MessageViews } from "./message-view.ts";

/** How long one call searches for messages in a rare state before it returns what it has. */
const SEARCH_MS = 200;
/** Usually the first step is also the last. */
const STEPS = [200, 5_000, 20_000] as const;

export type MessagePage = {
  readonly messages: readonly MessageSummary[];
  /** The message after which to continue; null: this is the last page. */
  readonly next: Uuid | null;
};

/**
 * Reads a page of messages, newest first. Categories and the state `completed` have no index: they are searched for in
 * bounded steps until the page is full or the time is up; `next` then continues where it stopped.
 */
export async function listMessages(
  ports: { readonly messageViews: MessageViews; readonly clock: Clock },
  filter: MessageFilter,
  at: { readonly before: Uuid | null; readonly perPage: number },
): Promise<MessagePage> {
  const start = ports.clock.now();
  const messages: MessageSummary[] = [];
  let before = at.before;
  for (let step = 0; ; step += 1) {
    const { found, last } = await ports.messageViews.list(filter, {
      before,
      rows: STEPS[Math.min(step, STEPS.length - 1)]!,
      // One more than is shown, to know whether there is a next page.
      keep: at.perPage + 1 - messages.length,
    });
    messages.push(...found);
    if (messages.length > at.perPage) {
      const shown = messages.slice(0, at.perPage);
      return { messages: shown, next: shown.at(-1)!.id };
    }
    before = last;
    if (last === null || ports.clock.now() - start >= SEARCH_MS) return { messages, next: last };
  }
}
