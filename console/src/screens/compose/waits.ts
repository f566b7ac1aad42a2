import type { Preview } from "./use-preview.ts";

const MINUTE = 60_000;

/** When the first text leaves, if quiet hours or the frequency cap keep everybody waiting; null: some leave at once. */
export function waitsUntil({ first_at: first, quiet_hours: quiet, frequency_cap: cap }: Preview, now: number) {
  return (quiet !== null || cap !== null) && Date.parse(first) > now + MINUTE ? first : null;
}
