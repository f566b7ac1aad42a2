import type { Log } from "#lib/log";
import { minute } from "#lib/time";
import { POOLER_REMEDY, TransactionPooler } from "#store/pooler";

/** A check takes sessions of the pool that the service needs itself, and a busy service opens sessions all the time. */
const CHECK_EVERY_MS = minute;

/**
 * A pooler may be put in front of the database while the service runs: the sessions opened from then on reveal it.
 *
 * @param check rejects with TransactionPooler if sessions are shared between clients
 * @param ticks milliseconds of a monotonic clock
 */
export function watchSessions(check: () => Promise<void>, ticks: () => number, log: Log) {
  let isPooled = false;
  let checking = false;
  let checkedAt = -Infinity;
  const found = (): void => {
    if (!isPooled) log("error", POOLER_REMEDY);
    isPooled = true;
  };
  return {
    poolerIssue: () => (isPooled ? POOLER_REMEDY : null),
    watch: {
      onPooled: found,
      onSession({ direct }: { readonly direct: boolean }) {
        // A pooler inserted later is checked at once.
        if (direct) [isPooled, checkedAt] = [false, -Infinity];
        if (direct || isPooled || checking || ticks() - checkedAt < CHECK_EVERY_MS) return;
        checking = true;
        void check()
          .catch((error: unknown) => error instanceof TransactionPooler && found())
          .finally(() => {
            checking = false;
            checkedAt = ticks();
          });
      },
    },
  };
}
