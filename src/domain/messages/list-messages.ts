import { second, type Clock } from "#lib/time";
import type { Uuid } from "#lib/ids";

import type { MessageFilter, MessageSummary, MessageViews } from "./message-view.ts";

/** How long one call looks for messages of a rare state before it answers with what it has. */
const SEARCH_MS = second;
/** The first mostly is the last. */
const STEPS = [200, 5_000, 20_000] as const;

export type MessagePage = {
  readonly messages: readonly MessageSummary[];
  /** Behind which message to go on; null: nothing is left. */
  readonly next: Uuid | null;
};

/**
 * Reads a page of messages, newest first. No index knows states and categories: they are looked for in bounded steps
 * until the page is full or a second has passed; `next` then goes on where it stopped.
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
      // One more than is shown tells whether there is a next page.
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
