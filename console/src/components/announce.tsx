import { useSyncExternalStore } from "react";

/** Users of screen readers switch off a live region that speaks more often. */
const pause = 10_000;
let text = "";
let spokenAt = -pause;
let waiting: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function speak(next: string): void {
  text = next;
  spokenAt = performance.now();
  for (const listener of listeners) listener();
}

/**
 * Tells a screen reader what changed. `live`: the change comes by itself and comes again, so the newest one is spoken,
 * at most every 10 seconds; without it at once.
 */
export function announce(next: string, { live = false }: { readonly live?: boolean } = {}): void {
  clearTimeout(waiting);
  const rest = live ? Math.max(0, spokenAt + pause - performance.now()) : 0;
  if (rest === 0) speak(next);
  else waiting = setTimeout(() => speak(next), rest);
}

/** The one live region of the page. */
export function Announcer() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
  );
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {now}
    </div>
  );
}
