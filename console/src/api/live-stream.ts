import type { StreamEvent } from "tidings-client";

import { optional } from "./optional.ts";

export type LiveEvent = { readonly event: string; readonly data: unknown };
export type LiveState = { readonly connected: boolean; readonly at: number };
type Line = { readonly event?: LiveEvent; readonly state?: LiveState };

const name = "tidings-live";
/** Between two attempts, in milliseconds. */
const pauses = [500, 1_000, 2_000, 5_000, 10_000];

/**
 * The browser's one stream of events. A browser opens six connections to a host over HTTP/1.1, so a stream in each tab
 * would block the seventh: the tab that holds the lock reads it and tells the others.
 */
export function openLiveStream(handle: (event: LiveEvent) => void, report: (state: LiveState) => void): () => void {
  const open = optional<object, never, AsyncIterable<StreamEvent<unknown>>>("streamEvents");
  if (!open || !("locks" in navigator)) return () => {};
  const channel = new BroadcastChannel(name);
  const stop = new AbortController();
  const take = ({ event, state }: Line): void => {
    if (event) handle(event);
    if (state) report(state);
  };
  const tell = (line: Line): void => {
    take(line);
    channel.postMessage(line);
  };
  channel.addEventListener("message", (message: MessageEvent<Line>) => take(message.data));

  async function read(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      try {
        for await (const event of open!({}, { signal: stop.signal })) {
          failures = 0;
          tell({ event: { event: event.type, data: event.data }, state: { connected: true, at: Date.now() } });
        }
      } catch {
        // Whatever ended it, the next attempt tells; a sign-in that ended is noticed by the screens' own calls.
      }
      tell({ state: { connected: false, at: Date.now() } });
      await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 10_000, stop.signal);
    }
  }
  navigator.locks.request(name, { signal: stop.signal }, read).catch(() => {
    // The tab closes before its turn came.
  });
  return () => {
    stop.abort();
    channel.close();
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
