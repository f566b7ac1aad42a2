import { createStore, useStore } from "../lib/store.ts";

/** Users of screen readers switch off a live region that speaks more often. */
const pause = 10_000;
const text = createStore("");
let spokenAt = -pause;
let waiting: ReturnType<typeof setTimeout> | undefined;

function speak(next: string): void {
  spokenAt = performance.now();
  text.set(next);
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
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {useStore(text)}
    </div>
  );
}
