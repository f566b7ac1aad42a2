import type { Throttles } from "#domain/deliveries/throttle";
import { errorWords } from "#lib/error-words";
import type { Log } from "#lib/log";
import { signal } from "#lib/signal";
import { second, type Clock } from "#lib/time";

/** This node's part of the calls that all nodes together may have on a gateway's wire. */
export type Share = {
  /** Calls that this node may have under way now. */
  calls(): number;
  /** There is work: a node that had none has no part. */
  want(): void;
  keep(): Promise<void>;
  end(): Promise<void>;
};

const ASK_MS = second;
const TTL_MS = 5 * second;

/** @param changed called when the part has become larger */
export function share(options: {
  readonly gateway: string;
  readonly owner: string;
  readonly total: number;
  readonly throttles: Throttles;
  readonly clock: Clock;
  readonly log: Log;
  readonly busy: () => number;
  readonly idle: () => boolean;
  readonly changed: () => void;
  /** There is work and no part of the calls left for it. */
  readonly refused: () => void;
}): Share {
  const { gateway, owner, total, throttles, clock, log } = options;
  const wakeup = signal();
  let over = false;
  let part = 0;
  let until = 0;

  async function ask(): Promise<void> {
    const now = clock.now();
    const before = part;
    if (options.idle()) {
      if (until > 0) await throttles.leave(gateway, owner);
      [part, until] = [0, 0];
      return;
    }
    part = await throttles.share(gateway, owner, total, options.busy(), TTL_MS);
    until = now + TTL_MS;
    if (part > before) options.changed();
    if (part === 0) options.refused();
  }

  return {
    calls: () => (clock.now() < until ? part : 0),
    want() {
      if (until === 0) wakeup.notify();
    },
    async keep() {
      while (!over) {
        await ask().catch((error: unknown) => {
          log("warn", "the part of a gateway's calls could not be had", { gateway, error: errorWords(error) });
        });
        await wakeup.wait(ASK_MS);
      }
    },
    async end() {
      over = true;
      wakeup.notify();
      await throttles.leave(gateway, owner).catch(() => undefined);
    },
  };
}
