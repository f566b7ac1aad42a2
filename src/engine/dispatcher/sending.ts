import type { Outcome } from "#domain/gateways/gateway";
import { errorText } from "#lib/error-text";
import { minute } from "#lib/time";

import type { DispatcherDeps } from "./options.ts";
import type { Pace } from "./shared-pace.ts";
import type { InFlightDelivery } from "./in-flight.ts";
import { countByChunk } from "./leased-chunk.ts";
import { outcomeWithoutSending } from "./outcome-without-sending.ts";
import { fitting, unitsOf, type Capacity } from "./capacity.ts";
import { callGateway, PAUSED, resultOf } from "./gateway-call.ts";
import { isOver, isStale } from "./may-leave.ts";
import { openCalls } from "./open-calls.ts";
import { awaitOnStop, PRIORITIES, type DispatcherState } from "./state.ts";
import type { Settling } from "./settling.ts";

/** How long a gateway with account trouble is paused. */
const PAUSE_MS = minute;
/** The outcome of a delivery that was on the wire when the service stopped. */
const UNANSWERED: Outcome = { kind: "unknown", reason: "The service stopped before the gateway answered." };

/** Calls to the provider under way. */
export type Sending = {
  /** Puts ready deliveries on the wire while there are free slots, urgent priorities first. */
  launch(): void;
  /** Calls under way. */
  calls(): number;
  /** Records deliveries that are still on the wire as in doubt, if the database still answers. */
  recordUnanswered(): Promise<void>;
};

export function sending(
  options: DispatcherDeps,
  state: DispatcherState,
  parts: {
    readonly capacity: Capacity;
    readonly settling: Settling;
    readonly pace: Pace;
    /** Calls that this node may have under way. */
    readonly allowed: () => number;
    /** The ready deliveries were checked too long ago: call `launch` again after the recheck. */
    readonly recheck: () => void;
  },
): Sending {
  const { via, awake, clock, log } = options;
  const { capacity, settling, pace } = parts;
  const calls = openCalls();
  let relaunch: NodeJS.Timeout | null = null;

  const isDecided = (delivery: InFlightDelivery): boolean => outcomeWithoutSending(delivery, options) !== null;
  const demand = (): number => PRIORITIES.reduce<number>((sum, one) => sum + unitsOf(state.ready[one], via), 0);

  /**
   * A process that was suspended finds deliveries here that were checked too long ago: they are rechecked. Those that
   * are over return to the queue.
   */
  function launch(): void {
    if (state.stopping) return;
    const now = clock.now();
    const at = awake.now();
    const late = (delivery: InFlightDelivery): boolean => isOver(delivery, now);
    const allowed = Math.min(capacity.window, parts.allowed());
    const most = options.circuit.allowance();
    for (const priority of PRIORITIES) {
      const ready = state.ready[priority];
      const slots = priority === 0 || allowed < 2 ? allowed : Math.max(1, allowed - capacity.reservedCalls);
      while (ready.length > 0 && calls.count < slots && calls.onWire < most) {
        const batch = fitting(ready.slice(0, Math.min(capacity.batch, most - calls.onWire)), capacity, via);
        if (batch.some(late)) {
          ready.splice(0, batch.length, ...batch.filter((delivery) => !late(delivery)));
          settling.releaseDeliveries(batch.filter(late));
          continue;
        }
        if (batch.some((delivery) => isStale(delivery, at))) {
          parts.recheck();
          break;
        }
        // They were never on the wire, so the gateway's health and rate do not count them.
        if (batch.some(isDecided)) {
          ready.splice(0, batch.length, ...batch.filter((delivery) => !isDecided(delivery)));
          recordUnsent(batch.filter(isDecided));
          continue;
        }
        if (via.rate !== null) {
          const wait = pace.take(unitsOf(batch, via), demand);
          if (wait > 0) return launchIn(wait);
        }
        ready.splice(0, batch.length);
        void send(batch);
      }
    }
  }

  function recordUnsent(deliveries: readonly InFlightDelivery[]): void {
    const outcomes = deliveries.map((delivery) => outcomeWithoutSending(delivery, options)!);
    awaitOnStop(state, record(deliveries, outcomes));
  }

  function launchIn(waitMs: number): void {
    if (waitMs === Infinity) return;
    relaunch ??= setTimeout(() => {
      relaunch = null;
      launch();
    }, Math.ceil(waitMs));
  }

  async function send(deliveries: readonly InFlightDelivery[]): Promise<void> {
    calls.begin(deliveries);
    const answered = options.paused() ? null : options.circuit.began();
    for (const delivery of deliveries) state.leaving.add(delivery);
    const given = await callGateway(deliveries, options, state);
    for (const delivery of deliveries) state.leaving.delete(delivery);
    const counts = calls.end(deliveries);
    const { sent, outcomes, heldBack } = resultOf(deliveries, given);
    // They say nothing about the gateway, and return to the queue unless a stop has recorded them as unknown.
    if (counts && heldBack.length > 0) settling.releaseDeliveries(heldBack);
    const coolDown = answered?.(outcomes) ?? null;
    const stop = outcomes.find((outcome) => outcome.kind === "stop");
    if (stop?.kind === "stop" && stop !== PAUSED) await pause(stop.code, stop.reason, PAUSE_MS);
    else if (coolDown !== null) await pause("doubtful_answers", coolDown.reason, coolDown.ms);
    launch();
    if (sent.length > 0) await record(sent, outcomes, counts);
  }

  /** @param counts false after a stop that gave up: anything learned later is only evidence */
  async function record(
    deliveries: readonly InFlightDelivery[],
    outcomes: readonly Outcome[],
    counts = true,
  ): Promise<void> {
    try {
      await settling.settle(deliveries, outcomes);
    } catch {
      // Only a stop gives up; the next owner of the chunk records these as `unknown`.
      return;
    }
    if (!counts) return;
    if (deliveries.length === 1) settling.close(deliveries[0]!.leased, 1);
    else for (const [leased, count] of countByChunk(deliveries)) settling.close(leased, count);
    state.notify();
  }

  async function pause(code: string, reason: string, pauseMs: number): Promise<void> {
    await options.pause(code, reason, pauseMs).catch((error: unknown) => {
      log("error", "the pause of a gateway could not be stored", { gateway: via.name, error: errorText(error) });
    });
  }

  return {
    launch,
    calls: () => calls.count,
    async recordUnanswered() {
      const written = Promise.allSettled(
        calls.takeUnanswered().map((deliveries) =>
          settling.settle(
            deliveries,
            deliveries.map(() => UNANSWERED),
          ),
        ),
      );
      // A stop that gives up waiting may end the dispatcher before these are written.
      awaitOnStop(state, written);
      await written;
    },
  };
}
