import { useSyncExternalStore } from "react";

/** One timer for every relative time on the page. */
const interval = 15_000;
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const each of listeners) each();
  }, interval);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The timer does not run while nothing listens, and runs slowly while the tab is hidden. */
function read(): Date {
  if (Date.now() - now.getTime() > interval) now = new Date();
  return now;
}

/** The current time, updated every 15 seconds. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, read);
}
