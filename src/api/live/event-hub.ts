import { limits } from "#contract/limits";
import type { Caller } from "#domain/access/capability";
import type { JobKind } from "#domain/jobs/job-kind";
import type { JobFilter, JobStore } from "#domain/jobs/job-store";
import type { Changes, ChangeFollower, ChangeStore, Place } from "#domain/live/change-store";
import type { followed, Topic } from "#domain/live/topics";
import type { MessageViews } from "#domain/messages/message-view";
import { isoTime } from "#lib/iso-time";
import { logFailure } from "#lib/log-failure";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import { placeOfEventId, eventIdOf } from "./event-id.ts";
import { eventOf, HEARTBEAT_MS, LONGEST_MS, openEventStream } from "./event-stream.ts";
import { liveJobs, type LiveJobs } from "./live-jobs.ts";
import { liveMessages, type LiveMessages } from "./live-messages.ts";
import { standingCheck, type StandingDeps } from "../access/standing-check.ts";
import { showStates, type Watcher } from "./watcher.ts";

const POLL_MS = second;
export type EventRequest = ReturnType<typeof followed> & {
  readonly caller: Caller;
  /** The jobs that the caller may see. */
  readonly jobs: JobFilter;
  readonly lastEventId: string | null;
};

/** The live views on this node. */
export type EventHub = {
  /** A stream of what changes; null: the maximum number is open. */
  watch(request: EventRequest): Promise<ReadableStream<Uint8Array> | null>;
  /** How many streams are open. */
  open(): number;
  /** Ends all streams, and opens no more. */
  close(): void;
};

export type EventHubDeps = StandingDeps & {
  readonly changes: ChangeStore;
  readonly messageViews: MessageViews;
  readonly jobs: Pick<JobStore, "list">;
  readonly jobKinds: readonly JobKind[];
  readonly heartbeatMs?: number;
};

/**
 * What changes is read once a second for all watchers of a node, one statement after the other, and not at all without
 * watchers. A slow reader gets the newest state, not all the earlier ones.
 */
export function eventHub(options: EventHubDeps): EventHub {
  const { clock } = options;
  const watchers = new Set<Watcher>();
  const wakeup = signal();
  /** Resolves when changes are followed; null while there are no watchers. */
  let begun: Promise<void> | null = null;
  let place: Place | null = null;
  let closed = false;
  /** Since jobs were last read. */
  let areJobsChanged = false;

  /**
   * Completed before a reader receives `ready`, so that no change is missed between what it then reads and the first
   * event.
   */
  async function begin(): Promise<void> {
    const follower = options.changes.follow();
    ({ place } = await follower.next());
    void loop(follower);
  }

  const failed = logFailure(options.log, "changes could not be read for live views");

  async function loop(follower: ChangeFollower): Promise<void> {
    const messages = liveMessages(options.messageViews);
    const jobs = liveJobs(options.jobs, options.jobKinds);
    const endUnauthorized = standingCheck(options);
    while (watchers.size > 0) {
      const start = clock.now();
      await endUnauthorized(watchers);
      for (const watcher of watchers) if (start - watcher.since > LONGEST_MS) watcher.end();
      await poll(follower, messages, jobs).catch(failed);
      await wakeup.wait(Math.max(POLL_MS / 10, POLL_MS - (clock.now() - start)));
    }
    begun = null;
  }

  async function poll(follower: ChangeFollower, messages: LiveMessages, jobs: LiveJobs): Promise<void> {
    const wanted = (topic: Topic): boolean => [...watchers].some(({ topics }) => topics.has(topic));
    const changes = await follower.next();
    ({ place } = changes);
    const id = eventIdOf(place);
    // Sent at once: if one of the following reads failed, these changes would never be reported.
    for (const watcher of watchers) showChanges(watcher, changes, id);
    areJobsChanged ||= changes.topics.has("jobs");
    const progress = wanted("messages") ? await messages.next() : [];
    const changed = wanted("jobs") ? await jobs.next(areJobsChanged) : [];
    areJobsChanged = false;
    for (const watcher of watchers) showStates(watcher, progress, changed, id);
  }

  function showChanges(watcher: Watcher, { topics }: Changes, id: string): void {
    for (const topic of topics) if (watcher.topics.has(topic)) watcher.show(topic, changedEvent(topic), id);
  }

  const changedEvent = (topic: Topic): string => eventOf("changed", { topic, at: isoTime(clock.now()) });

  /** What the reader of an earlier stream has missed. */
  async function greeting({ lastEventId, topics }: EventRequest): Promise<readonly string[]> {
    if (lastEventId === null) return [];
    const left = placeOfEventId(lastEventId);
    const missed = left && (await options.changes.since(left));
    if (!missed) return [eventOf("reset", { reason: "too_old" })];
    return topics.filter((topic) => missed.has(topic)).map(changedEvent);
  }

  return {
    async watch(request) {
      const { caller } = request;
      const own = [...watchers].filter((watcher) => watcher.caller.principal === caller.principal).length;
      if (closed || watchers.size >= limits.eventStreams || own >= limits.eventStreamsPerCaller) return null;
      const { stream, ...parts } = openEventStream(options.heartbeatMs ?? HEARTBEAT_MS, () => {
        watchers.delete(watcher);
        if (watchers.size === 0) wakeup.notify();
      });
      const { topics, leftOut, jobs } = request;
      const common = { ...parts, caller, jobs, since: clock.now() };
      const watcher: Watcher = { ...common, topics: new Set(topics), isFirst: true };
      // Always the first event of the stream, whatever else is queued. Nothing is read before the stream is returned.
      const ready = `retry: 2000\n${eventOf("ready", { topics, left_out: leftOut })}`;
      watcher.show("ready", ready);
      watchers.add(watcher);
      try {
        await (begun ??= begin().catch((error: unknown) => {
          begun = null;
          throw error;
        }));
        const missed = await greeting(request);
        const id = eventIdOf(place!);
        watcher.show("ready", ready, id);
        for (const [index, event] of missed.entries()) watcher.show(`missed ${index}`, event, id);
      } catch (error) {
        watcher.end();
        throw error;
      }
      return stream;
    },
    open: () => watchers.size,
    close() {
      closed = true;
      for (const watcher of watchers) watcher.end();
    },
  };
}
