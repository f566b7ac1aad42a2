import { createClient } from "tidings-client";

import { watchedFetch } from "./watched-fetch.ts";

/** An event of `GET /events`: `changed`, `progress`, `job`, ... with its data. */
export type LiveEvent = { readonly event: string; readonly data: unknown };
export type LiveState = {
  readonly connected: boolean;
  /** When that began, in milliseconds since 1970. */
  readonly at: number;
};
type Line = { readonly event?: LiveEvent; readonly state?: LiveState; readonly query?: true };

const name = "tidings-live";
/** Between two attempts, in milliseconds. The client itself reconnects a stream that ends sooner. */
const pauses = [500, 1_000, 2_000, 5_000, 10_000];

/**
 * The browser's only stream of events. A browser opens six connections to a host over HTTP/1.1, so streams in six tabs
 * would block all other calls: the tab that holds the lock reads the stream and informs the others. Returns a function
 * that stops it.
 */
export function openLiveStream(handle: (event: LiveEvent) => void, report: (state: LiveState) => void): () => void {
  // Absent over plain HTTP from another machine: screens are then read again when they become visible.
  if (!("locks" in navigator)) return () => {};
  const channel = new BroadcastChannel(name);
  const stop = new AbortController();
  let own: LiveState | undefined;
  const publish = (line: Line): void => {
    if (line.event) handle(line.event);
    if (line.state) report((own = line.state));
    channel.postMessage(line);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Line>) => {
    if (data.event) handle(data.event);
    if (data.state) report(data.state);
    // A tab that was just opened knows the state without waiting for an event.
    if (data.query && own) channel.postMessage({ state: own } satisfies Line);
  });
  channel.postMessage({ query: true } satisfies Line);

  const opened = (): void => publish({ state: { connected: true, at: Date.now() } });
  const closed = (since: number): void => {
    if (own?.connected !== false && !stop.signal.aborted) publish({ state: { connected: false, at: since } });
  };
  /** Gives up the connection and the pause before the next one. */
  let restart = new AbortController();
  const renew = (): void => restart.abort();
  addEventListener("offline", renew, { signal: stop.signal });
  addEventListener("online", renew, { signal: stop.signal });
  const stream = createClient({ url: "", fetch: watchedFetch(opened, closed) });

  async function read(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      const signal = AbortSignal.any([stop.signal, restart.signal]);
      try {
        for await (const { type, data } of stream.streamEvents({}, { signal })) {
          failures = 0;
          publish({ event: { event: type, data } });
        }
      } catch {
        // The next attempt shows what ended it; the screens' own calls notice the end of a session.
      }
      if (restart.signal.aborted) {
        restart = new AbortController();
        failures = 0;
      }
      await pause(
        pauses[Math.min(failures, pauses.length - 1)] ?? 10_000,
        AbortSignal.any([stop.signal, restart.signal]),
      );
    }
  }
  navigator.locks.request(name, { signal: stop.signal }, read).catch(() => {
    // The tab closed before its turn came.
  });
  return () => {
    stop.abort();
    channel.close();
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
