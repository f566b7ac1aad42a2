import type { Outcome } from "#domain/ports/gateway";
import type { Chunk, DeliveryKey, Ending, Settlement } from "#domain/ports/queue";
import { backoff } from "#lib/backoff";
import { errorWords } from "#lib/error-words";
import { groupCommit } from "#lib/group-commit";
import { signal } from "#lib/signal";

import type { DispatcherOptions } from "./options.ts";
import { countByJob, settlementOf, unsent, type Job, type Ticket } from "../ticket.ts";
import type { Capacity } from "./capacity.ts";
import { attend, type Desk } from "./desk.ts";

/** Writing down what became of texts, and ending chunks. */
export type Settling = {
  /** Resolves when it is written; rejects only after a stop that gave up. */
  settle(tickets: readonly Ticket[], outcomes: readonly Outcome[]): Promise<void>;
  /** Texts that were marked, or may be, and will not go to the wire: the queue has them again, with all its gates. */
  giveBack(job: Job, keys: readonly DeliveryKey[]): void;
  giveBackTickets(tickets: readonly Ticket[]): void;
  /** So many texts of a job are over; with its last one the chunk is. */
  close(job: Job, count: number): void;
};

/** On its way into the database. */
type Answer = { readonly job: Job; readonly settlement: Settlement };

/**
 * Answers that come one by one share a statement, as long as the wire does not wait for the room that they take: of two
 * windows one is on the wire, and of the other so much may wait here until less than a quarter of it is ready.
 */
const LINGER_MS = 10;
const MOST_WORTHWHILE = 100;

export function settling(options: DispatcherOptions, desk: Desk, capacity: Capacity): Settling {
  const { via, queue, log } = options;

  const write = groupCommit<Answer, void>({
    maxBatch: 1_000,
    maxInFlight: 2,
    worthwhile: Math.min(MOST_WORTHWHILE, capacity.rows / 2),
    lingerMs: LINGER_MS,
    hurried: holdsUpWire,
    flush: async (answers) => {
      const over = lastOf(answers);
      const ended = await settleUntilWritten(
        answers.map(({ settlement }) => settlement),
        over.map(({ claim }) => claim.chunk),
      );
      for (const job of over) if (ended.has(job.claim.chunk.id)) job.end = "over";
      return answers.map(() => undefined);
    },
  });

  /** Jobs of which nothing is left when these are written, and nothing can have stayed behind. */
  function lastOf(answers: readonly Answer[]): readonly Job[] {
    if (desk.stopping) return [];
    return [...countByJob(answers)].flatMap(([job, count]) =>
      job.clean && job.end === "finish" && job.next >= job.keys.length && job.open === count ? [job] : [],
    );
  }

  function holdsUpWire(): boolean {
    const { ready, marked, stopping } = desk;
    if (stopping) return true;
    const free = capacity.rows - marked;
    return free < capacity.worthwhile && ready[0].length + ready[1].length + ready[2].length < capacity.rows / 8;
  }

  const finish = groupCommit<Ending, void>({
    maxBatch: 200,
    maxInFlight: 1,
    worthwhile: 20,
    lingerMs: 5,
    flush: async (endings) => {
      await queue.finish(endings).catch((error: unknown) => {
        // The chunks come back with the end of their leases; whoever takes them finds nothing left to send.
        log("warn", "finished chunks could not be ended", { gateway: via.name, error: errorWords(error) });
      });
      return endings.map(() => undefined);
    },
  });

  /** What was learnt on the wire is not forgotten because the database is away for a while. */
  async function settleUntilWritten(
    settlements: readonly Settlement[],
    over: readonly Chunk[],
  ): Promise<ReadonlySet<number>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await queue.settle(settlements, over);
      } catch (error) {
        if (desk.abandoned) throw error;
        log("warn", "settling will be tried again", {
          gateway: via.name,
          rows: settlements.length,
          error: errorWords(error),
        });
        await signal().wait(backoff(attempt, 100, 5_000, options.random()));
      }
    }
  }

  function close(job: Job, count: number): void {
    desk.marked -= count;
    job.open -= count;
    if (job.open > 0 || job.next < job.keys.length || !desk.held.delete(job)) return;
    const { chunk } = job.claim;
    if (job.end === "finish") attend(desk, finish({ chunk, clean: job.clean }));
    else if (job.end === "release")
      attend(
        desk,
        queue.release([chunk]).catch(() => undefined),
      );
  }

  function giveBack(job: Job, keys: readonly DeliveryKey[]): void {
    job.clean = false;
    const written = Promise.all(keys.map((key) => write({ job, settlement: unsent(job, key, via) }))).then(
      () => close(job, keys.length),
      () => undefined,
    );
    attend(desk, written.finally(desk.ring));
  }

  return {
    async settle(tickets, outcomes) {
      const answer = (ticket: Ticket, outcome: Outcome): Promise<void> =>
        write({ job: ticket.job, settlement: settlementOf(ticket, outcome, options) });
      if (tickets.length === 1) return answer(tickets[0]!, outcomes[0]!);
      await Promise.all(tickets.map((ticket, index) => answer(ticket, outcomes[index]!)));
    },
    giveBack,
    giveBackTickets(tickets) {
      for (const job of countByJob(tickets).keys()) {
        giveBack(
          job,
          tickets.filter((ticket) => ticket.job === job).map((ticket) => ticket.marked),
        );
      }
    },
    close,
  };
}
