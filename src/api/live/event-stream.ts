import { minute, second } from "#lib/time";

/** A comment this often tells proxies and readers that the stream is alive. */
export const HEARTBEAT_MS = 15 * second;
/** Longest life of a stream. Reopening it requires credentials, which may have been revoked in the meantime. */
export const LONGEST_MS = 15 * minute;

/** One stream of server-sent events. */
export type EventStream = {
  readonly stream: ReadableStream<Uint8Array>;
  /**
   * Queues an event, replacing an unread one with the same key. `id`: the place from which a reader that has read
   * everything continues.
   */
  show(key: string, event: string, id?: string): void;
  /** How many events wait to be read. */
  waiting(): number;
  /** Forgets what was not read yet. */
  clear(): void;
  /** Ends the stream after the queued events and `event`. */
  end(event?: string): void;
};

/**
 * Nothing is produced until it is read, and a slow reader skips outdated states. All queued events are read together,
 * so that the id after them covers all of them.
 *
 * @param left called once, when the stream ends or its reader goes
 */
export function openEventStream(heartbeatMs: number, left: () => void): EventStream {
  const encoder = new TextEncoder();
  const next = new Map<string, string>();
  let id: string | null = null;
  let last: string | null = null;
  let ended = false;
  let gone = false;
  let wake = (): void => undefined;

  function leave(): void {
    if (ended) return;
    ended = true;
    left();
    wake();
  }

  async function somethingToRead(): Promise<void> {
    if (next.size > 0 || ended) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, heartbeatMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function take(): string | null {
    if (next.size === 0) {
      const text = ended ? last : ": still here\n\n";
      if (ended) last = null;
      return text;
    }
    const events = [...next.values()];
    next.clear();
    if (id !== null) events.push(`id: ${id}\n${events.pop()!}`);
    id = null;
    return events.join("");
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await somethingToRead();
        if (gone) return;
        const text = take();
        if (text !== null) controller.enqueue(encoder.encode(text));
        if (ended && next.size === 0 && last === null) controller.close();
      },
      cancel() {
        gone = true;
        leave();
      },
    },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
  return {
    stream,
    show(key, event, newest) {
      next.set(key, event);
      if (newest !== undefined) id = newest;
      wake();
    },
    waiting: () => next.size,
    clear: () => next.clear(),
    end(event) {
      if (ended) return;
      last = event ?? null;
      leave();
    },
  };
}

export function eventOf(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
