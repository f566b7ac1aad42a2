import type { Outcome } from "#domain/ports/gateway";
import { errorWords } from "#lib/error-words";

import type { DispatcherOptions } from "./options.ts";
import type { Pace } from "../throttle.ts";
import { countByJob, PAUSE_MS, PAUSED, isTooLate, smsOf, TOO_LATE, UNANSWERED, type Ticket } from "../ticket.ts";
import type { Capacity } from "./capacity.ts";
import { attend, LANES, type Desk } from "./desk.ts";
import type { Settling } from "./settling.ts";

/** What is on its way to the provider. */
export type Wire = {
  /** Puts ready texts on the wire while there are free slots, urgent lanes first. */
  launch(): void;
  /** Calls under way. */
  calls(): number;
  /** What is still on the wire is in doubt from now on; what can be written of it, is. */
  lastWords(): Promise<void>;
};

export function wire(
  options: DispatcherOptions,
  desk: Desk,
  parts: {
    readonly capacity: Capacity;
    readonly settling: Settling;
    readonly pace: Pace;
    /** Calls that this node may have under way. */
    readonly allowed: () => number;
  },
): Wire {
  const { via, clock, log } = options;
  const { gateway } = via;
  const { capacity, settling, pace } = parts;
  const inFlight = new Set<readonly Ticket[]>();
  let flying = 0;
  let texts = 0;
  let relaunch: NodeJS.Timeout | null = null;

  /** Segments or texts, as the provider counts. */
  const weigh = (tickets: readonly Ticket[]): number =>
    via.ratePer === "message" ? tickets.length : tickets.reduce((sum, { message }) => sum + message.segments, 0);
  /** As many of them as one call may have. */
  function fitting(tickets: readonly Ticket[]): readonly Ticket[] {
    if (weigh(tickets) <= capacity.units) return tickets;
    let left = capacity.units;
    const end = tickets.findIndex((ticket) => (left -= weigh([ticket])) < 0);
    return tickets.slice(0, Math.max(1, end));
  }

  const demand = (): number => LANES.reduce<number>((sum, lane) => sum + weigh(desk.ready[lane]), 0);

  /**
   * A process that was stopped for a while finds texts here whose lease is over, or that are not worth sending any more:
   * they go back.
   */
  function launch(): void {
    if (desk.stopping) return;
    const now = clock.now();
    const late = ({ job, message }: Ticket): boolean => now >= job.until || now >= message.validUntil;
    const calls = Math.min(capacity.window, parts.allowed());
    const most = options.circuit.allowance();
    const tooLate = (ticket: Ticket): boolean => isTooLate(ticket, options);
    for (const lane of LANES) {
      const ready = desk.ready[lane];
      const slots = lane === 0 || calls < 2 ? calls : Math.max(1, calls - capacity.reservedCalls);
      while (ready.length > 0 && flying < slots && texts < most) {
        const batch = fitting(ready.slice(0, Math.min(capacity.batch, most - texts)));
        if (batch.some(late)) {
          ready.splice(0, batch.length);
          settling.giveBackTickets(batch.filter(late));
          ready.unshift(...batch.filter((ticket) => !late(ticket)));
          continue;
        }
        // Never on the wire, so the gateway's health and rate know nothing of them.
        if (batch.some(tooLate)) {
          ready.splice(0, batch.length, ...batch.filter((ticket) => !tooLate(ticket)));
          const given = batch.filter(tooLate);
          attend(
            desk,
            writeDown(
              given,
              given.map(() => TOO_LATE),
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

  async function fly(tickets: readonly Ticket[]): Promise<void> {
    flying += 1;
    texts += tickets.length;
    inFlight.add(tickets);
    const answered = options.paused() ? null : options.circuit.began();
    const outcomes = await attempt(tickets);
    flying -= 1;
    texts -= tickets.length;
    const wasInFlight = inFlight.delete(tickets);
    const rest = answered?.(outcomes) ?? null;
    const stop = outcomes.find((outcome) => outcome.kind === "stop");
    if (stop?.kind === "stop" && stop !== PAUSED) await pause(stop.code, stop.reason, PAUSE_MS);
    else if (rest !== null) await pause("doubtful_answers", rest.reason, rest.ms);
    launch();
    await writeDown(tickets, outcomes, wasInFlight);
  }

  /** @param counts false after a stop that gave up: what was learnt all the same is evidence and no more */
  async function writeDown(tickets: readonly Ticket[], outcomes: readonly Outcome[], counts = true): Promise<void> {
    try {
      await settling.settle(tickets, outcomes);
    } catch {
      // Only a stop gives up; the next holder of the chunk calls these `unknown`.
      return;
    }
    if (!counts) return;
    if (tickets.length === 1) settling.close(tickets[0]!.job, 1);
    else for (const [job, count] of countByJob(tickets)) settling.close(job, count);
    desk.ring();
  }

  async function pause(code: string, reason: string, pauseMs: number): Promise<void> {
    await options.pause(code, reason, pauseMs).catch((error: unknown) => {
      log("error", "the pause of a gateway could not be stored", { gateway: via.name, error: errorWords(error) });
    });
  }

  async function attempt(tickets: readonly Ticket[]): Promise<readonly Outcome[]> {
    if (options.paused()) return tickets.map(() => PAUSED);
    try {
      const outcomes = await gateway.send(tickets.map((ticket) => smsOf(ticket, options)));
      return tickets.map(
        (_, index) => outcomes[index] ?? { kind: "unknown", reason: "The gateway adapter said nothing." },
      );
    } catch (error) {
      // The gateway broke its promise not to throw: nobody knows what it wrote.
      log("error", "gateway failed while sending", { gateway: via.name, error: errorWords(error) });
      return tickets.map(() => ({ kind: "unknown", reason: "The gateway adapter failed." }));
    }
  }

  return {
    launch,
    calls: () => flying,
    async lastWords() {
      const groups = [...inFlight];
      inFlight.clear();
      const written = Promise.allSettled(
        groups.map((tickets) =>
          settling.settle(
            tickets,
            tickets.map(() => UNANSWERED),
          ),
        ),
      );
      // The dispatcher may be at its end before these are.
      attend(desk, written);
      await written;
    },
  };
}
