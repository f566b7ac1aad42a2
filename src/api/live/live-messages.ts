import { limits } from "#contract/limits";
import { runningMessageStates } from "#domain/messages/message";
import type { MessageView, MessageViews } from "#domain/messages/message-view";
import { isOver } from "#domain/messages/progress";
import { withPrefix, type Uuid } from "#lib/ids";

import { eventOf } from "./event-stream.ts";
import { shownProgress } from "../v1/messages/message-views.ts";

export type LiveMessages = {
  /** The progress of running messages, and once more of each message that has ended since the last call. */
  next(): Promise<readonly LiveMessage[]>;
};

/** `isNew`: it differs from the last call. */
export type LiveMessage = { readonly id: Uuid; readonly event: string; readonly isNew: boolean };

const ANY = { category: null, from: null, to: null } as const;

/**
 * The newest running messages, read one after the other, so that all watchers together use one session of the database.
 */
export function liveMessages(views: MessageViews): LiveMessages {
  let running: ReadonlyMap<Uuid, string> = new Map();
  return {
    async next() {
      const found = await Promise.all(
        runningMessageStates.map((state) =>
          views.list({ ...ANY, state }, { before: null, rows: ROWS, keep: limits.eventMessages }),
        ),
      );
      const newest = found
        .flatMap(({ found: some }) => some.map(({ id }) => id))
        .toSorted()
        .toReversed()
        .slice(0, limits.eventMessages);
      const events: LiveMessage[] = [];
      const still = new Map<Uuid, string>();
      // One that has ended since the last round is read once more, for its final state.
      for (const id of new Set([...newest, ...running.keys()])) {
        const view = await views.find(id);
        if (!view) continue;
        const event = progressEvent(view);
        events.push({ id, event, isNew: running.get(id) !== event });
        if (newest.includes(id) && !isOver(view)) still.set(id, event);
      }
      running = still;
      return events;
    },
  };
}

/** Open messages that are looked through for those that are running. */
const ROWS = 1_000;

const progressEvent = (view: MessageView): string =>
  eventOf("progress", { message_id: withPrefix("msg", view.id), progress: shownProgress(view) });
