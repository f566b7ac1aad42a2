import type { Log } from "#lib/log";
import { minute } from "#lib/time";
import { POOLER_REMEDY, TransactionPooler } from "#store/pooler";

/** A check takes sessions of the pool that the service needs itself, and a busy service opens sessions all the time. */
const CHECK_EVERY_MS = minute;

/**
 * A pooler may be put in front of the database while the service runs: the sessions opened from then on reveal it.
 *
 * @param look rejects with TransactionPooler if sessions are shared between clients
 * @param ticks milliseconds of a monotonic clock
 */
export function watchSessions(look: () => Promise<void>, ticks: () => number, log: Log) {
  let isLent = false;
  let looking = false;
  let lookedAt = -Infinity;
  const found = (): void => {
    if (!isLent) log("error", POOLER_REMEDY);
    isLent = true;
  };
  return {
    poolerIssue: () => (isLent ? POOLER_REMEDY : null),
    watch: {
      onLent: found,
      onSession({ direct }: { readonly direct: boolean }) {
        // A pooler inserted later is checked at once.
        if (direct) [isLent, lookedAt] = [false, -Infinity];
        if (direct || isLent || looking || ticks() - lookedAt < CHECK_EVERY_MS) return;
        looking = true;
        void look()
          .catch((error: unknown) => error instanceof TransactionPooler && found())
          .finally(() => {
            looking = false;
            lookedAt = ticks();
          });
      },
    },
  };
}
