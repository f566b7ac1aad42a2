import type { DispatcherOptions } from "./options.ts";
import type { Job } from "../ticket.ts";
import type { Portion } from "./claims.ts";
import type { Desk, Lane } from "./desk.ts";
import type { Leases } from "./leases.ts";
import type { Settling } from "./settling.ts";

/**
 * Marks portions of several chunks in one statement and lays out what may go to the wire.
 *
 * @returns a function that resolves when it is committed and throws where that is not known
 */
export function marking(
  options: DispatcherOptions & { leaseMs: number },
  desk: Desk,
  { close, giveBack }: Settling,
  leases: Leases,
): (portions: readonly Portion[]) => Promise<void> {
  const { awake, clock, queue, via, leaseMs } = options;

  return async (portions) => {
    const since = clock.now();
    const cleared = awake.now();
    const asked = portions.map(({ job, keys }) => {
      job.open += keys.length;
      desk.marked += keys.length;
      return { chunk: job.claim.chunk, keys, prolong: job.until - since < leaseMs / 2 };
    });
    let rows;
    try {
      rows = await queue.mark(asked, via.name, leaseMs);
    } catch (error) {
      // The commit may have happened: nothing was sent, so whatever is marked goes back.
      for (const { job, keys } of portions) giveBack(job, keys);
      throw error;
    }
    const counts = new Map(portions.map(({ job }) => [job.claim.chunk.id, { job, got: 0 }]));
    for (const row of rows) {
      const count = counts.get(row.chunkId)!;
      const { job } = count;
      count.got += 1;
      if (row.rated) job.rated = true;
      desk.ready[job.claim.chunk.lane as Lane].push({
        job,
        marked: row,
        message: job.claim.messages.get(row.messageId)!,
        cleared,
      });
    }
    const doubtful: Job[] = [];
    for (const [index, { job, keys }] of portions.entries()) {
      const { got } = counts.get(job.claim.chunk.id)!;
      if (got > 0 && asked[index]!.prolong) job.until = since + leaseMs;
      if (got === keys.length) continue;
      job.clean = false;
      if (got === 0 && job.claim.chunk.messageId !== null) doubtful.push(job);
      close(job, keys.length - got);
    }
    await leases.check(doubtful.filter((job) => desk.held.has(job)));
  };
}
