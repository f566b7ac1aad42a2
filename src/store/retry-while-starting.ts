import { codeOf } from "#lib/error-text";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

/** A server that was killed reads its log first, which takes as long as the log is. */
const LONGEST_MS = 5 * 60 * second;
const PAUSE_MS = second / 2;

/**
 * Calls until the database server no longer answers that it is starting up (57P03). After a power failure the server
 * and the service start at the same time, and a service manager gives up on a service that exits several times within
 * seconds.
 *
 * @param options.onWait called once, before the first pause
 * @param options.stopping ends the wait: the last answer is thrown
 */
export async function retryWhileStarting<T>(
  call: () => Promise<T>,
  { now, onWait, stopping }: { now(): number; onWait(): void; readonly stopping?: Promise<unknown> | undefined },
): Promise<T> {
  const until = now() + LONGEST_MS;
  let stopped = false;
  void stopping?.then(() => (stopped = true));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (codeOf(error) !== "57P03" || stopped || now() >= until) throw error;
      if (attempt === 1) onWait();
      await signal().wait(PAUSE_MS);
    }
  }
}
