import { expect, test } from "vitest";

import { runCrash } from "../../../bench/crash/crash-run.ts";
import type { Promised } from "../../support/engine/ledger-verdict.ts";
import { startOwnPostgres } from "../../support/database/own-postgres.ts";

const PEOPLE = 800;

/** The API, a worker and PostgreSQL are killed once each, at random moments during the work. */
async function crash(promised: Promised) {
  const postgres = await startOwnPostgres();
  try {
    return await runCrash({
      postgres,
      promised,
      messages: PEOPLE,
      each: 5,
      seed: 1,
      kills: 4,
      issues: 0,
      roles: ["api", "worker", "worker"],
      window: 10,
      // Slow enough that there is work left at each kill.
      latencyMs: 200,
      patienceMs: 90_000,
      say: () => undefined,
    });
  } finally {
    await postgres.stop();
  }
}

// The full size: `npm run bench -- crash`. At the same time, each on a server of its own: they wait for the provider.
test.concurrent.each<[Promised, string]>([
  ["default", "everybody is texted once or is unknown"],
  ["at_least_once", "everybody is texted, and twice only who was on the wire"],
  ["deduplicating", "everybody is texted once"],
])(
  "kill -9 of the API, the workers and PostgreSQL, each in its turn (%s): %s",
  { timeout: 180_000 },
  async (promised) => {
    const { verdict, kept, killed, inFlight, evidence } = await crash(promised);
    expect(evidence.filter((line) => !line.startsWith("{"))).toEqual([]);
    expect(kept).toBe(true);
    expect(killed.toSorted()).toEqual(["PostgreSQL", "api", "worker", "worker"]);
    expect(verdict.accepted).toBe(PEOPLE);
    expect(verdict.extra).toBeLessThanOrEqual(promised === "at_least_once" ? inFlight : 0);
    expect(verdict.seen + (promised === "default" ? verdict.unknownUnseen : 0)).toBe(PEOPLE);
    // The kills hit deliveries on the wire: otherwise nothing was shown.
    if (promised === "default") expect(verdict.unknown).toBeGreaterThan(0);
    if (promised === "at_least_once") expect(verdict.extra).toBeGreaterThan(0);
  },
);
