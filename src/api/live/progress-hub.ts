import { limits } from "#contract/limits";
import type { Caller } from "#domain/access/capability";
import { isOver } from "#domain/messages/progress";
import type { MessageView, MessageViews } from "#domain/messages/message-view";
import { logFailure } from "#lib/log-failure";
import type { Uuid } from "#lib/ids";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import { eventOf, HEARTBEAT_MS, LONGEST_MS, openEventStream } from "./event-stream.ts";
import { standingCheck, type StandingDeps } from "../access/standing-check.ts";
import { shownProgress } from "../v1/messages/message-views.ts";

const POLL_MS = second;

/** Streams of the progress of single messages, on this node. */
export type ProgressHub = {
  /** A stream that begins with this view; null: the maximum number is open. */
  watch(view: MessageView, caller: Caller): ReadableStream<Uint8Array> | null;
  /** How many streams are open. */
  open(): number;
  /** Ends all streams, and opens no more. */
  close(): void;
};

type Watcher = {
  readonly caller: Caller;
  readonly since: number;
  show(event: string): void;
  end(event?: string): void;
};
type Topic = { readonly watchers: Set<Watcher>; last: string };

/**
 * Each watched message is read once a second for all its watchers, one message after the other: all watchers together
 * never use more than one database session. A slow reader gets the newest state, not all the earlier ones.
 */
export function progressHub(
  options: StandingDeps & {
    readonly messageViews: Pick<MessageViews, "find">;
    readonly heartbeatMs?: number;
  },
): ProgressHub {
  const { clock } = options;
  const topics = new Map<Uuid, Topic>();
  const wakeup = signal();
  let running = false;
  let closed = false;

  const watchers = (): Watcher[] => [...topics.values()].flatMap((topic) => [...topic.watchers]);

  const failed = logFailure(options.log, "the progress of a message could not be read");

  async function loop(): Promise<void> {
    const endUnauthorized = standingCheck(options);
    while (topics.size > 0) {
      const start = clock.now();
      await endUnauthorized(watchers());
      for (const [id, topic] of topics) {
        for (const watcher of topic.watchers) if (start - watcher.since > LONGEST_MS) watcher.end();
        await poll(id, topic).catch(failed);
      }
      await wakeup.wait(Math.max(POLL_MS / 10, POLL_MS - (clock.now() - start)));
    }
    running = false;
  }

  async function poll(id: Uuid, topic: Topic): Promise<void> {
    if (topic.watchers.size === 0) return;
    const view = await options.messageViews.find(id);
    if (!view) return [...topic.watchers].forEach((watcher) => watcher.end());
    sendProgress(topic, view);
  }

  function sendProgress(topic: Topic, view: MessageView): void {
    const event = eventOf("progress", shownProgress(view));
    for (const watcher of topic.watchers) {
      if (event !== topic.last) watcher.show(event);
      if (isOver(view)) watcher.end(eventOf("end", { state: view.state }));
    }
    topic.last = event;
  }

  return {
    watch(view, caller) {
      const all = watchers();
      const own = all.filter((watcher) => watcher.caller.principal === caller.principal).length;
      if (closed || all.length >= limits.progressStreams || own >= limits.progressStreamsPerCaller) return null;
      const first = eventOf("progress", shownProgress(view));
      const topic = topics.get(view.id) ?? { watchers: new Set(), last: first };
      topics.set(view.id, topic);
      const { stream, show, end } = openEventStream(options.heartbeatMs ?? HEARTBEAT_MS, () => {
        topic.watchers.delete(entry);
        if (topic.watchers.size === 0 && topics.get(view.id) === topic) topics.delete(view.id);
        if (topics.size === 0) wakeup.notify();
      });
      const entry: Watcher = { caller, since: clock.now(), show: (event) => show("progress", event), end };
      topic.watchers.add(entry);
      entry.show(`retry: 2000\n${first}`);
      if (isOver(view)) entry.end(eventOf("end", { state: view.state }));
      if (!running && topics.size > 0) {
        running = true;
        void wakeup.wait(POLL_MS).then(loop);
      }
      return stream;
    },
    open: () => watchers().length,
    close() {
      closed = true;
      for (const watcher of watchers()) watcher.end();
    },
  };
}
