import type { Outcome } from "#domain/gateways/gateway";
import { withLastCheck } from "#lib/last-check";
import { errorWords } from "#lib/error-words";
import { second } from "#lib/time";

import type { DispatcherDeps } from "./options.ts";
import type { Pace } from "../throttle.ts";
import {
  countByChunk,
  PAUSE_MS,
  PAUSED,
  smsOf,
  UNANSWERED,
  wasHeldBack,
  outcomeWithoutSending,
  type InFlightDelivery,
} from "./in-flight.ts";
import type { Capacity } from "./capacity.ts";
import { awaitOnStop, PRIORITIES, type DispatcherState } from "./state.ts";
import type { Settling } from "./settling.ts";

/** Calls to the provider under way. */
export type Wire = {
  /** Puts ready deliveries on the wire while there are free slots, urgent priorities first. */
  launch(): void;
  /** Calls under way. */
  calls(): number;
  /** Records what is still on the wire as in doubt, as far as the database still answers. */
  recordUnanswered(): Promise<void>;
};

/**
 * A delivery leaves only if all its gates were checked within this time: a command acknowledged before that takes
 * effect. What waits longer is rechecked meanwhile (`recheck.ts`).
 */
export const CURRENT_MS = second;

export function wire(
  options: DispatcherDeps,
  state: DispatcherState,
  parts: {
    readonly capacity: Capacity;
    readonly settling: Settling;
    readonly pace: Pace;
    /** Calls that this node may have under way. */
    readonly allowed: () => number;
    /** What is ready was checked too long ago: call `launch` again after the recheck. */
    readonly recheck: () => void;
  },
): Wire {
  const { via, awake, clock, log } = options;
  const { gateway } = via;
  const { capacity, settling, pace } = parts;
  const inFlight = new Set<readonly InFlightDelivery[]>();
  let flying = 0;
  let texts = 0;
  let relaunch: NodeJS.Timeout | null = null;

  /** Segments or messages, as the provider counts. */
  const weigh = (deliveries: readonly InFlightDelivery[]): number =>
    via.ratePer === "message"
      ? deliveries.length
      : deliveries.reduce((sum, { message }) => sum + message.content.segments, 0);
  /** As many of them as one call may have. */
  function fitting(deliveries: readonly InFlightDelivery[]): readonly InFlightDelivery[] {
    if (weigh(deliveries) <= capacity.units) return deliveries;
    let left = capacity.units;
    const end = deliveries.findIndex((delivery) => (left -= weigh([delivery])) < 0);
    return deliveries.slice(0, Math.max(1, end));
  }

  const demand = (): number => PRIORITIES.reduce<number>((sum, priority) => sum + weigh(state.ready[priority]), 0);

  const isOver = ({ leased, marked, message }: InFlightDelivery, now: number): boolean =>
    now >= leased.until || now >= message.validUntil || now >= (marked.closes ?? Infinity);

  /**
   * The last gate, checked where the first byte would be written. A process suspended between its mark and this moment
   * does not know what was paused, canceled or opted out meanwhile: what it holds is too old to be sent.
   */
  function mayLeave(deliveries: readonly InFlightDelivery[]): boolean {
    const now = clock.now();
    const at = awake.now();
    if (state.abandoned || options.paused()) return false;
    if (deliveries.some((delivery) => at - delivery.cleared > CURRENT_MS || isOver(delivery, now))) return false;
    // Several deliveries may be several calls, one after the other: then the later ones are rechecked meanwhile.
    if (deliveries.length === 1) state.leaving.delete(deliveries[0]!);
    return true;
  }

  /**
   * A process that was suspended finds deliveries here that were checked too long ago: they are rechecked. Those whose
   * lease has ended, whose hours have, or that are no longer worth sending, return to the queue.
   */
  function launch(): void {
    if (state.stopping) return;
    const now = clock.now();
    const at = awake.now();
    const late = (delivery: InFlightDelivery): boolean => isOver(delivery, now);
    const calls = Math.min(capacity.window, parts.allowed());
    const most = options.circuit.allowance();
    const stays = (delivery: InFlightDelivery): Outcome | null => outcomeWithoutSending(delivery, options);
    for (const priority of PRIORITIES) {
      const ready = state.ready[priority];
      const slots = priority === 0 || calls < 2 ? calls : Math.max(1, calls - capacity.reservedCalls);
      while (ready.length > 0 && flying < slots && texts < most) {
        const batch = fitting(ready.slice(0, Math.min(capacity.batch, most - texts)));
        if (batch.some(late)) {
          ready.splice(0, batch.length);
          settling.releaseDeliveries(batch.filter(late));
          ready.unshift(...batch.filter((delivery) => !late(delivery)));
          continue;
        }
        if (batch.some(({ cleared }) => at - cleared > CURRENT_MS)) {
          parts.recheck();
          break;
        }
        // They were never on the wire, so the gateway's health and rate do not count them.
        if (batch.some(stays)) {
          ready.splice(0, batch.length, ...batch.filter((delivery) => stays(delivery) === null));
          const given = batch.filter(stays);
          awaitOnStop(
            state,
            writeDown(
              given,
              given.map((delivery) => stays(delivery)!),
            ),
          );
          continue;
        }
        if (via.rate !== null) {
          const wait = pace.take(weigh(batch), demand);
          if (wait > 0) return launchIn(wait);
        }
        ready.splice(0, batch.length);
        void fly(batch);
      }
    }
  }

  function launchIn(waitMs: number): void {
    if (waitMs === Infinity) return;
    relaunch ??= setTimeout(() => {
      relaunch = null;
      launch();
    }, Math.ceil(waitMs));
  }

  async function fly(deliveries: readonly InFlightDelivery[]): Promise<void> {
    flying += 1;
    texts += deliveries.length;
    inFlight.add(deliveries);
    const answered = options.paused() ? null : options.circuit.began();
    for (const delivery of deliveries) state.leaving.add(delivery);
    const outcomes = await attempt(deliveries);
    for (const delivery of deliveries) state.leaving.delete(delivery);
    flying -= 1;
    texts -= deliveries.length;
    const wasInFlight = inFlight.delete(deliveries);
    const { left, said } = withoutHeldBack(deliveries, outcomes, wasInFlight);
    const coolDown = answered?.(said) ?? null;
    const stop = said.find((outcome) => outcome.kind === "stop");
    if (stop?.kind === "stop" && stop !== PAUSED) await pause(stop.code, stop.reason, PAUSE_MS);
    else if (coolDown !== null) await pause("doubtful_answers", coolDown.reason, coolDown.ms);
    launch();
    if (left.length > 0) await writeDown(left, said, wasInFlight);
  }

  /** What never left returns to the queue and says nothing about the gateway. Returns the others. */
  function withoutHeldBack(
    deliveries: readonly InFlightDelivery[],
    outcomes: readonly Outcome[],
    wasInFlight: boolean,
  ) {
    if (!outcomes.some(wasHeldBack)) return { left: deliveries, said: outcomes };
    // Otherwise a stop has already recorded the outcome as unknown, and nothing of them leaves any more.
    if (wasInFlight) settling.releaseDeliveries(deliveries.filter((_, index) => wasHeldBack(outcomes[index]!)));
    return {
      left: deliveries.filter((_, index) => !wasHeldBack(outcomes[index]!)),
      said: outcomes.filter((outcome) => !wasHeldBack(outcome)),
    };
  }

  /** @param counts false after a stop that gave up: anything learned later is only evidence */
  async function writeDown(
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
      log("error", "the pause of a gateway could not be stored", { gateway: via.name, error: errorWords(error) });
    });
  }

  async function attempt(deliveries: readonly InFlightDelivery[]): Promise<readonly Outcome[]> {
    if (options.paused()) return deliveries.map(() => PAUSED);
    try {
      const outcomes = await withLastCheck(
        () => mayLeave(deliveries),
        () => gateway.send(deliveries.map((delivery) => smsOf(delivery, options))),
      );
      return deliveries.map(
        (_, index) => outcomes[index] ?? { kind: "unknown", reason: "The gateway adapter returned no outcome." },
      );
    } catch (error) {
      // The gateway broke its promise not to throw: it is unknown what it wrote.
      log("error", "gateway failed while sending", { gateway: via.name, error: errorWords(error) });
      return deliveries.map(() => ({ kind: "unknown", reason: "The gateway adapter failed." }));
    }
  }

  return {
    launch,
    calls: () => flying,
    async recordUnanswered() {
      const groups = [...inFlight];
      inFlight.clear();
      const written = Promise.allSettled(
        groups.map((deliveries) =>
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
