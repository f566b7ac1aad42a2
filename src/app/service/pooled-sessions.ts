import type { Log } from "#lib/log";
import { minute } from "#lib/time";
import { POOLER_REMEDY, TransactionPooler } from "#store/pooler";

/** A look takes sessions of the pool that the service needs itself, and a busy service opens sessions all the time. */
const LOOK_EVERY_MS = minute;

/**
 * A pooler may be put before the database while we run: the sessions that are opened then tell of it.
 *
 * @param look rejects with TransactionPooler where sessions are lent
 * @param ticks milliseconds of a clock that never jumps
 */
export function watchSessions(look: () => Promise<void>, ticks: () => number, log: Log) {
  let lent = false;
  let looking = false;
  let lookedAt = -Infinity;
  const found = (): void => {
    if (!lent) log("error", POOLER_REMEDY);
    lent = true;
  };
  return {
    lent: () => (lent ? POOLER_REMEDY : null),
    watch: {
      onLent: found,
      onSession({ direct }: { readonly direct: boolean }) {
        // What is put in between next is looked at at once.
        if (direct) [lent, lookedAt] = [false, -Infinity];
        if (direct || lent || looking || ticks() - lookedAt < LOOK_EVERY_MS) return;
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
