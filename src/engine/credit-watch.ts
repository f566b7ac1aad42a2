import { balanceOf } from "#domain/credit/balance";
import type { Credit } from "#domain/credit/read-credit";
import type { Holds, ReleasePlace } from "#domain/deliveries/holds";
import type { SpendRules } from "#domain/spending/spend-rules";
import { logFailure } from "#lib/log-failure";
import { minute } from "#lib/time";

import { workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

/** Interval between two readings of a gateway's credit, while the settings have a limit. */
const POLL_MS = minute;

/**
 * Reads the credit of every gateway while there is a limit below which sending stops, so that a decision is never older
 * than a minute, and releases what is held once the credit is back.
 */
export function creditWatch(
  options: LoopDeps & {
    readonly rules: () => Promise<SpendRules>;
    readonly gateways: () => readonly string[];
    readonly readCredit: (gateway: string) => Promise<Credit>;
    readonly holds: Pick<Holds, "release">;
  },
): WorkerLoop {
  /** Gateways that were below the limit at the last poll. */
  const low = new Set<string>();
  /**
   * Other nodes may use the old balance for a second and hold again what was released, so the next check releases once
   * more.
   */
  let releases = 0;

  async function poll(gateway: string, stopBelow: string): Promise<void> {
    const { credit } = await options.readCredit(gateway);
    const balance = credit && balanceOf(credit);
    if (credit === null || balance === null) return;
    const isLow = balance < Number(stopBelow);
    if (isLow && !low.has(gateway)) {
      low.add(gateway);
      options.log("warn", "credit is low: deliveries are held", { gateway, credit: credit.amount });
    } else if (!isLow && low.delete(gateway)) {
      options.log("info", "credit is back: deliveries are released", { gateway });
      releases = 2;
    }
  }

  return workerLoop({
    name: "credit",
    log: options.log,
    random: options.random,
    async step(stopping) {
      const { stopBelow } = (await options.rules()).lowCredit;
      if (stopBelow === null) low.clear();
      else {
        for (const gateway of options.gateways()) {
          // A provider that does not respond must not prevent the others from being read.
          await poll(gateway, stopBelow).catch(
            logFailure(options.log, "a gateway's credit could not be watched", { gateway }),
          );
        }
      }
      if (releases > 0) {
        for (let place: ReleasePlace | null = null; ;) {
          place = await options.holds.release("low_credit", place);
          if (place === null || stopping.aborted) break;
        }
        releases -= 1;
      }
      return POLL_MS;
    },
  });
}
