import { errorWords } from "#lib/error-words";
import { signal } from "#lib/signal";

import type { DispatcherOptions } from "./options.ts";
import type { Job } from "../ticket.ts";
import { attend, type Desk } from "./desk.ts";
import type { Settling } from "./settling.ts";

/** Prolongs the leases of what is held. */
export type Leases = {
  /** Runs until `end`: neither a slow gateway nor a slow statement may cost the lease of what is under way. */
  keep(): Promise<void>;
  /** Asks at once after chunks of which nothing could be marked: a paused message's go back, a lost one is let go. */
  check(jobs: readonly Job[]): Promise<void>;
  /** Gives back what was claimed and not marked: another node may take it. */
  letGo(): void;
  /** The same, also of chunks that are in part under way: others take the rest while this gateway hangs. */
  handOver(): void;
  end(): void;
};

export function leases(options: DispatcherOptions & { leaseMs: number }, desk: Desk, { close }: Settling): Leases {
  const { queue, leaseMs, log, via } = options;
  const pulse = signal();
  let over = false;

  async function check(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    const since = options.clock.now();
    const kept = await queue.renew(
      jobs.map((job) => job.claim.chunk),
      leaseMs,
    );
    for (const job of jobs) {
      const claimable = kept.get(job.claim.chunk.id);
      if (claimable !== undefined) job.until = since + leaseMs;
      // Unknown is not lost: its row may be locked by a mark. Its lease tells when it is.
      const lost = claimable === undefined && since >= job.until;
      if (lost || claimable === false) drop(job, lost ? "lost" : "release");
    }
  }

  function drop(job: Job, end: "lost" | "release"): void {
    if (job.next >= job.keys.length) return;
    job.next = job.keys.length;
    job.end = end;
    close(job, 0);
  }

  /** What is under way stays with this node; it holds the chunk open until the rest has found its place. */
  function halve(job: Job): void {
    const { chunk } = job.claim;
    const rest = job.keys.slice(job.next);
    const left = new Set(rest);
    const kept = chunk.keys.filter((key) => !left.has(key));
    job.next = job.keys.length;
    job.clean = false;
    job.open += 1;
    desk.marked += 1;
    const written = queue.split([{ chunk, kept, rest }]).then(
      () => (job.claim = { ...job.claim, chunk: { ...chunk, keys: kept } }),
      // The end of the chunk looks for what is left in it.
      (error: unknown) =>
        log("warn", "a chunk could not be given up in part", { gateway: via.name, error: errorWords(error) }),
    );
    attend(
      desk,
      written.then(() => close(job, 1)),
    );
  }

  return {
    async keep() {
      for (;;) {
        await pulse.wait(leaseMs / 3);
        if (over) return;
        await check([...desk.held]).catch((error: unknown) => {
          log("warn", "leases could not be prolonged", { gateway: via.name, error: errorWords(error) });
        });
      }
    },
    check,
    letGo() {
      for (const job of desk.held) drop(job, "release");
    },
    handOver() {
      for (const job of desk.held) {
        if (job.next >= job.keys.length) continue;
        if (job.open === 0) drop(job, "release");
        else halve(job);
      }
    },
    end() {
      over = true;
      pulse.ring();
    },
  };
}
