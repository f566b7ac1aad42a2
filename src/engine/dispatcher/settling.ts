import type { Outcome } from "#domain/gateways/gateway";
import type { DeliveryKey, Ending, Settlement } from "#domain/deliveries/queue";
import { errorText } from "#lib/error-text";
import { groupCommit } from "#lib/group-commit";

import type { DispatcherDeps } from "./options.ts";
import { retryWrite } from "../retry-write.ts";
import type { InFlightDelivery } from "./in-flight.ts";
import { countByChunk, unmarkedCount, type LeasedChunk } from "./leased-chunk.ts";
import { settlementOf, unsent } from "./settlement.ts";
import type { Capacity } from "./capacity.ts";
import { awaitOnStop, readyCount, type DispatcherState } from "./state.ts";

/** Records the outcomes of deliveries and ends chunks. */
export type Settling = {
  /** Resolves when it is written; rejects only after a stop that gave up. */
  settle(deliveries: readonly InFlightDelivery[], outcomes: readonly Outcome[]): Promise<void>;
  /**
   * Deliveries that are or may be marked and will not go to the wire: they return to the queue, with all their gates.
   */
  releaseKeys(leased: LeasedChunk, keys: readonly DeliveryKey[]): void;
  releaseDeliveries(deliveries: readonly InFlightDelivery[]): void;
  /** Records that this many deliveries of a chunk have ended. The chunk ends with its last delivery. */
  close(leased: LeasedChunk, count: number): void;
};

/** Results that are being written to the database. */
type Answer = { readonly leased: LeasedChunk; readonly settlement: Settlement };

/**
 * Answers that arrive one by one share a statement, as long as the wire does not wait for the capacity they occupy: of
 * two windows one is on the wire, and of the other, answers may wait here until less than a quarter of it is ready.
 */
const LINGER_MS = 10;
const MIN_WEIGHT = 100;

export function settling(options: DispatcherDeps, state: DispatcherState, capacity: Capacity): Settling {
  const { via, queue, log } = options;

  const write = groupCommit<Answer, void>({
    maxBatch: 1_000,
    maxInFlight: 2,
    minWeight: Math.min(MIN_WEIGHT, capacity.rows / 4),
    lingerMs: LINGER_MS,
    isUrgent: holdsUpWire,
    flush: async (answers) => {
      const over = lastOf(answers);
      const settlements = answers.map(({ settlement }) => settlement);
      const chunks = over.map(({ claim }) => claim.chunk);
      const ended = await retryWrite(() => queue.settle(settlements, chunks), {
        log,
        random: options.random,
        over: () => state.abandoned,
        what: "settling",
        detail: { gateway: via.name, rows: settlements.length },
      });
      for (const leased of over) if (ended.has(leased.claim.chunk.id)) leased.end = "over";
      return answers.map(() => undefined);
    },
  });

  /** Chunks that have nothing left once these outcomes are written, and in which nothing can have been left behind. */
  function lastOf(answers: readonly Answer[]): readonly LeasedChunk[] {
    if (state.stopping) return [];
    return [...countByChunk(answers)].flatMap(([leased, count]) =>
      leased.clean && leased.end === "finish" && unmarkedCount(leased) === 0 && leased.open === count ? [leased] : [],
    );
  }

  function holdsUpWire(): boolean {
    if (state.stopping) return true;
    const free = capacity.rows - state.marked;
    return free < capacity.minMark && readyCount(state) < capacity.rows / 8;
  }

  const finish = groupCommit<Ending, void>({
    maxBatch: 200,
    maxInFlight: 1,
    minWeight: 20,
    lingerMs: 5,
    flush: async (endings) => {
      await queue.finish(endings).catch((error: unknown) => {
        // The chunks become claimable when their leases end; the next owner finds nothing left to send.
        log("warn", "finished chunks could not be ended", { gateway: via.name, error: errorText(error) });
      });
      return endings.map(() => undefined);
    },
  });

  function close(leased: LeasedChunk, count: number): void {
    state.marked -= count;
    leased.open -= count;
    if (leased.open > 0 || unmarkedCount(leased) > 0 || !state.held.delete(leased)) return;
    const { chunk } = leased.claim;
    if (leased.end === "finish") awaitOnStop(state, finish({ chunk, clean: leased.clean }));
    else if (leased.end === "release")
      awaitOnStop(
        state,
        queue.release([chunk]).catch(() => undefined),
      );
  }

  function releaseKeys(leased: LeasedChunk, keys: readonly DeliveryKey[]): void {
    leased.clean = false;
    const written = Promise.all(keys.map((key) => write({ leased, settlement: unsent(leased, key, via) }))).then(
      () => close(leased, keys.length),
      () => undefined,
    );
    awaitOnStop(state, written.finally(state.notify));
  }

  return {
    async settle(deliveries, outcomes) {
      const answer = (delivery: InFlightDelivery, outcome: Outcome): Promise<void> =>
        write({ leased: delivery.leased, settlement: settlementOf(delivery, outcome, options) });
      if (deliveries.length === 1) return answer(deliveries[0]!, outcomes[0]!);
      await Promise.all(deliveries.map((delivery, index) => answer(delivery, outcomes[index]!)));
    },
    releaseKeys,
    releaseDeliveries(deliveries) {
      for (const leased of countByChunk(deliveries).keys()) {
        releaseKeys(
          leased,
          deliveries.filter((delivery) => delivery.leased === leased).map((delivery) => delivery.marked),
        );
      }
    },
    close,
  };
}
