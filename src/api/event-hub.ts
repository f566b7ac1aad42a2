import { limits } from "#contract/limits";
import type { Caller } from "#domain/access/capability";
import type { Job } from "#domain/jobs/job";
import type { JobKind } from "#domain/jobs/job-kind";
import type { JobFilter, JobStore } from "#domain/jobs/job-store";
import type { Changes, ChangeFollower, ChangeStore } from "#domain/live/change-store";
import type { followed, Topic } from "#domain/live/topics";
import type { MessageViews } from "#domain/messages/message-view";
import { errorWords } from "#lib/error-words";
import type { Log } from "#lib/log";
import { signal } from "#lib/signal";
import { second, type Clock } from "#lib/time";

import { readPlace, writePlace } from "./event-place.ts";
import { eventOf, HEARTBEAT_MS, LONGEST_MS, openEventStream, type EventStream } from "./event-stream.ts";
import { liveJobs, type LiveJobs } from "./live-jobs.ts";
import { liveMessages, type LiveMessages } from "./live-messages.ts";

const POLL_MS = second;
/** Events that a reader may leave unread before it is told to read everything again. */
const MOST_WAITING = 200;

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

type Watcher = Pick<EventStream, "show" | "waiting" | "clear" | "end"> & {
  readonly principal: string;
  readonly topics: ReadonlySet<Topic>;
  readonly jobs: JobFilter;
  readonly since: number;
};

export type EventHubDeps = {
  readonly changes: ChangeStore;
  readonly messageViews: MessageViews;
  readonly jobs: Pick<JobStore, "list">;
  readonly jobKinds: readonly JobKind[];
  readonly clock: Clock;
  readonly log: Log;
  readonly heartbeatMs?: number;
};

/**
 * What changes is read once a second for all watchers of a node, one statement after the other; nobody watching, nothing
 * is read. A slow reader gets the newest state, not all the earlier ones.
 */
export function eventHub(options: EventHubDeps): EventHub {
  const { clock } = options;
  const watchers = new Set<Watcher>();
  const wakeup = signal();
  let running = false;
  let closed = false;
  let opening = 0;

  async function loop(): Promise<void> {
    const follower = options.changes.follow();
    const messages = liveMessages(options.messageViews);
    const jobs = liveJobs(options.jobs, options.jobKinds);
    while (watchers.size > 0) {
      const start = clock.now();
      for (const watcher of watchers) if (start - watcher.since > LONGEST_MS) watcher.end();
      await poll(follower, messages, jobs).catch((error: unknown) => {
        options.log("warn", "changes could not be read for live views", { error: errorWords(error) });
      });
      await wakeup.wait(Math.max(POLL_MS / 10, POLL_MS - (clock.now() - start)));
    }
    running = false;
  }

  async function poll(follower: ChangeFollower, messages: LiveMessages, jobs: LiveJobs): Promise<void> {
    const wanted = (topic: Topic): boolean => [...watchers].some(({ topics }) => topics.has(topic));
    const changes = await follower.next();
    const progress = wanted("messages") ? await messages.next() : [];
    const changed = wanted("jobs") ? await jobs.next(changes.topics.has("jobs")) : [];
    for (const watcher of watchers) tell(watcher, changes, progress, changed);
  }

  function tell(
    watcher: Watcher,
    { topics, place }: Changes,
    progress: Awaited<ReturnType<LiveMessages["next"]>>,
    jobs: readonly { readonly job: Job; readonly event: string }[],
  ): void {
    const id = writePlace(place);
    const at = new Date(clock.now()).toISOString();
    for (const topic of topics) {
      if (watcher.topics.has(topic)) watcher.show(`changed ${topic}`, eventOf("changed", { topic, at }), id);
    }
    if (watcher.topics.has("messages"))
      for (const { key, event } of progress) watcher.show(`message ${key}`, event, id);
    if (watcher.topics.has("jobs")) {
      for (const { job, event } of jobs) if (isVisible(job, watcher.jobs)) watcher.show(`job ${job.id}`, event, id);
    }
    if (watcher.waiting() > MOST_WAITING) {
      watcher.clear();
      watcher.show("reset", eventOf("reset", { reason: "slow" }), id);
    }
  }

  /** What the reader of an earlier stream has missed. */
  async function greeting({ lastEventId, topics }: EventRequest): Promise<readonly string[]> {
    if (lastEventId === null) return [];
    const place = readPlace(lastEventId);
    const missed = place && (await options.changes.since(place));
    if (!missed) return [eventOf("reset", { reason: "too_old" })];
    const at = new Date(clock.now()).toISOString();
    return topics.filter((topic) => missed.has(topic)).map((topic) => eventOf("changed", { topic, at }));
  }

  return {
    async watch(request) {
      const { principal } = request.caller;
      const own = [...watchers].filter((watcher) => watcher.principal === principal).length;
      if (closed || watchers.size + opening >= limits.eventStreams || own >= limits.eventStreamsPerCaller) return null;
      opening += 1;
      const { stream, ...parts } = openEventStream(options.heartbeatMs ?? HEARTBEAT_MS, () => {
        watchers.delete(watcher);
        if (watchers.size === 0) wakeup.notify();
      });
      const watcher: Watcher = {
        ...parts,
        principal,
        topics: new Set(request.topics),
        jobs: request.jobs,
        since: clock.now(),
      };
      // From here on nothing is missed; what was before is compared afterwards.
      watchers.add(watcher);
      if (!running) {
        running = true;
        void loop();
      }
      try {
        const { topics, leftOut } = request;
        watcher.show("ready", `retry: 2000\n${eventOf("ready", { topics, left_out: leftOut })}`);
        for (const [index, event] of (await greeting(request)).entries()) watcher.show(`missed ${index}`, event);
      } catch (error) {
        watcher.end();
        throw error;
      } finally {
        opening -= 1;
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

const isVisible = (job: Job, { kinds, createdBy }: JobFilter): boolean =>
  kinds.includes(job.kind) && (createdBy ?? job.createdBy) === job.createdBy;
