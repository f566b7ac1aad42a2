import type { Withdrawal, WithdrawalStore } from "#domain/ports/withdrawal-store";
import { second, type Clock } from "#lib/time";

import { machine, type Log, type Machine } from "./machine.ts";

/** 20-40 ms of one session; other statements of the node come between. */
const BATCH = 2_000;
const LEASE_MS = 30 * second;
const POLL_MS = second;
const SWEEP_MS = 10 * second;

export type WithdrawerOptions = {
  readonly store: WithdrawalStore;
  readonly owner: string;
  /** Database time. */
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** How often it looks for messages whose time is over. */
  readonly sweepMs?: number;
};

/**
 * Takes the unsent texts of canceled and expired messages out of the queue, batch by batch: each commits with its
 * place, so that a restart, or another node, goes on where the last one ended.
 */
export function withdrawer(options: WithdrawerOptions): Machine {
  const { store, clock, sweepMs = SWEEP_MS } = options;
  let stopping = false;
  let swept = -Infinity;
  const own = machine({
    name: "withdrawals",
    log: options.log,
    random: options.random,
    async step() {
      const job = await store.claim(options.owner, LEASE_MS);
      if (job) {
        await withdraw(job);
        return 0;
      }
      // The clock may be set back: then it is swept early rather than late.
      if (Math.abs(clock.now() - swept) < sweepMs) return Math.min(POLL_MS, sweepMs);
      if (!(await store.sweep())) swept = clock.now();
      return 0;
    },
  });

  async function withdraw(job: Withdrawal): Promise<void> {
    try {
      for (;;) {
        if (stopping) return await store.release(job);
        const more = await store.step(job, BATCH, LEASE_MS);
        if (more === null) return;
        if (!more) return await store.end(job);
      }
    } catch (error) {
      await store.release(job).catch(() => undefined);
      throw error;
    }
  }

  return {
    ...own,
    async stop() {
      stopping = true;
      await own.stop();
    },
  };
}
