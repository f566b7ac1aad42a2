import type { Caller } from "#domain/access/capability";
import { isInStanding, type ReadStanding } from "#domain/access/standing";
import { errorText } from "#lib/error-text";
import type { Log } from "#lib/log";
import { second, type Clock } from "#lib/time";

/**
 * A reader whose session or application password has ended, or who lost a capability, receives nothing after this time.
 */
const STANDING_MS = 5 * second;

export type StandingDeps = { readonly readStanding: ReadStanding; readonly clock: Clock; readonly log: Log };

/**
 * Ends the streams of readers who would no longer be allowed to open them. May be called often: it checks every few
 * seconds.
 */
export function standingCheck({ readStanding, clock, log }: StandingDeps) {
  let checked = clock.now();
  return async (watchers: Iterable<{ readonly caller: Caller; end(): void }>): Promise<void> => {
    if (clock.now() - checked < STANDING_MS) return;
    checked = clock.now();
    const all = [...watchers];
    try {
      const standing = await readStanding(all.map(({ caller }) => caller));
      for (const [index, watcher] of all.entries()) {
        if (!isInStanding(watcher.caller, standing[index] ?? null)) watcher.end();
      }
    } catch (error) {
      log("warn", "the readers of live views could not be checked", { error: errorText(error) });
    }
  };
}
