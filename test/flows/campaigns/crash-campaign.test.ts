import { afterAll, beforeAll, expect, test } from "vitest";

import { runCampaign } from "../../../bench/crash/campaign-run.ts";
import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import type { SharedPostgres } from "../../support/database/own-postgres.ts";

// The full size, with kills of the database: `npm run bench -- campaign --seeds 200` and `-- campaign --people 50000`.
const SEEDS = [1, 2, 3, 4, 5];
const databases: { url: string }[] = [];
const results = new Map<number, ReturnType<typeof runCampaign>>();

async function oneSeed(seed: number): ReturnType<typeof runCampaign> {
  const database = await createDatabase();
  databases.push(database);
  const postgres: SharedPostgres = {
    url: database.url,
    crash: null,
    signal: null,
    pid: () => null,
    stop: async () => undefined,
  };
  return runCampaign({
    postgres,
    seed,
    people: 2_000,
    steps: 8,
    window: 20,
    latencyMs: 20,
    patienceMs: 100_000,
    say: () => undefined,
  });
}

beforeAll(() => {
  // Two at once: most of a run is waiting for a killed node's lease to end; more would need more sessions than a server
  // of the usual size has.
  let priorities: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  for (const [index, seed] of SEEDS.entries()) {
    const run = priorities[index % 2]!.then(() => oneSeed(seed));
    priorities = priorities.with(
      index % 2,
      run.catch(() => undefined),
    );
    results.set(seed, run);
  }
});
afterAll(async () => {
  await Promise.allSettled(results.values());
  for (const database of databases) await dropDatabase(database);
});

test.for(SEEDS)(
  "whatever happens to a campaign of 2,000, each recipient is sent to once or is unknown (seed %i)",
  async (seed) => {
    const result = await results.get(seed)!;
    expect(result.broken, result.actions.join(", ")).toEqual([]);
    expect(result.verdict.seen + result.verdict.unknownUnseen + result.suppressed).toBe(2_000);
    expect(result.verdict.extra).toBe(0);
  },
);
