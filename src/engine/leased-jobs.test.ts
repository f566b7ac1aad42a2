import { expect, test } from "vitest";

import { DomainError } from "#domain/error";

import { leasedJobs, type LeasedJobsOptions } from "./leased-jobs.ts";

type Job = { readonly id: number; readonly token: number; readonly at: number };
type Release = { readonly id: number; readonly at: number; readonly afterMs: number; readonly trouble: string | null };

/** Jobs that are due; a job released for later is not claimed again. */
function fixture(
  ids: readonly number[],
  options: Partial<LeasedJobsOptions<Job>> & Pick<LeasedJobsOptions<Job>, "step">,
) {
  const due = ids.map((id): Job => ({ id, token: 1, at: 0 }));
  const released: Release[] = [];
  const claims: number[] = [];
  const logged: Record<string, unknown>[] = [];
  const loop = leasedJobs<Job>({
    name: "jobs",
    log: (_level, message, detail) => logged.push({ message, ...detail }),
    random: () => 0,
    async claim(limit, active) {
      claims.push([...active].length);
      return due.splice(0, limit);
    },
    async release({ id, at }, afterMs, trouble) {
      released.push({ id, at, afterMs, trouble });
    },
    detail: ({ id }) => ({ job: id }),
    retryMs: 5_000,
    ...options,
  });
  return { loop, due, released, claims, logged };
}

/** A promise and its resolver. */
const latch = (): PromiseWithResolvers<void> => Promise.withResolvers<void>();

test("a job is done step by step, and the next one is claimed when it has ended", async () => {
  const steps: string[] = [];
  const over = latch();
  const { loop, released, claims } = fixture([1, 2], {
    async step(job) {
      steps.push(`${job.id}.${job.at}`);
      if (job.at < 2) return { ...job, at: job.at + 1 };
      if (job.id === 2) over.resolve();
      return "done";
    },
  });
  loop.start();
  await over.promise;
  await loop.stop();
  expect(steps).toEqual(["1.0", "1.1", "1.2", "2.0", "2.1", "2.2"]);
  expect(released).toEqual([]);
  expect(claims.every((active) => active === 0)).toBe(true);
});

test("a stop waits for the step in progress and releases the job at its position", async () => {
  const begun = latch();
  const finish = latch();
  const { loop, released } = fixture([1, 2], {
    async step(job) {
      begun.resolve();
      await finish.promise;
      return { ...job, at: job.at + 1 };
    },
  });
  loop.start();
  await begun.promise;
  const stopped = loop.stop();
  expect(released).toEqual([]);
  finish.resolve();
  await stopped;
  expect(released).toEqual([{ id: 1, at: 1, afterMs: 0, trouble: null }]);
});

test("a failed job is released for later, which is logged, and blocks no other", async () => {
  const over = latch();
  const { loop, released, logged } = fixture([1, 2, 3], {
    async step({ id }) {
      if (id === 1) throw new Error("cannot");
      if (id === 2) throw new DomainError("host_unavailable", "The shop is unavailable.");
      over.resolve();
      return "done";
    },
  });
  loop.start();
  await over.promise;
  await loop.stop();
  expect(released).toEqual([
    { id: 1, at: 0, afterMs: 5_000, trouble: null },
    { id: 2, at: 0, afterMs: 5_000, trouble: "The shop is unavailable." },
  ]);
  expect(logged).toEqual([
    { message: "jobs: a job will be retried", job: 1, error: "Error: cannot" },
    { message: "jobs: a job will be retried", job: 2, error: expect.stringContaining("The shop is unavailable.") },
  ]);
});

test("a job without a retry time becomes claimable when its lease ends", async () => {
  const over = latch();
  const { loop, released } = fixture([1, 2], {
    retryMs: null,
    async step({ id }) {
      if (id === 1) throw new Error("cannot");
      over.resolve();
      return "done";
    },
  });
  loop.start();
  await over.promise;
  await loop.stop();
  expect(released).toEqual([]);
});

test("a job whose state in the database differs from what the step assumed is released at once", async () => {
  const over = latch();
  const { loop, released } = fixture([1, 2], {
    async step({ id }) {
      if (id === 1) return "release";
      over.resolve();
      return "done";
    },
  });
  loop.start();
  await over.promise;
  await loop.stop();
  expect(released).toEqual([{ id: 1, at: 0, afterMs: 0, trouble: null }]);
});

test("no more jobs than configured are under way, and no more are claimed", async () => {
  const gates = new Map([1, 2, 3, 4].map((id) => [id, latch()]));
  const begun: number[] = [];
  const third = latch();
  const { loop, due } = fixture([1, 2, 3, 4], {
    atOnce: 2,
    async step({ id }) {
      begun.push(id);
      if (id === 3) third.resolve();
      await gates.get(id)!.promise;
      return "done";
    },
  });
  loop.start();
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2]);
  gates.get(2)!.resolve();
  await third.promise;
  expect(due.map(({ id }) => id)).toEqual([4]);
  for (const gate of gates.values()) gate.resolve();
  await loop.stop();
});

test("a stop interrupts what exceeds its grace period", async () => {
  const begun = latch();
  const { loop, released } = fixture([1], {
    graceMs: 1,
    async step(_job, interrupted) {
      begun.resolve();
      await new Promise((resolve) => interrupted.addEventListener("abort", resolve));
      return "release";
    },
  });
  loop.start();
  await begun.promise;
  await loop.stop();
  expect(released).toEqual([{ id: 1, at: 0, afterMs: 0, trouble: null }]);
});

test("what failed while there was no database is released when there is one again, before anything else is claimed", async () => {
  const over = latch();
  const tried: string[] = [];
  let isThere = false;
  const { loop, claims } = fixture([1, 2], {
    async step({ id }) {
      if (id === 1) throw new Error("connection lost");
      over.resolve();
      return "done";
    },
    async release({ id }) {
      tried.push(`${id} after ${claims.length} claims`);
      if (!isThere) throw new Error("no database");
    },
  });
  loop.start();
  await expect.poll(() => tried.length).toBeGreaterThanOrEqual(2);
  isThere = true;
  await over.promise;
  await loop.stop();
  expect(new Set(tried)).toEqual(new Set(["1 after 1 claims"]));
});
