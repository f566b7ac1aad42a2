import type pg from "pg";

import type { GatewayStub } from "../../test/support/providers/gateway-stub.ts";
import { eventually } from "../../test/support/engine/engine.ts";
import { machineMs } from "../../test/support/providers/gateway-tally.ts";
import type { NodeSet } from "../../test/support/service/node-set.ts";
import type { SharedPostgres } from "../../test/support/database/own-postgres.ts";
import type { PersistentClient } from "../../test/support/service/persistent-client.ts";
import type { Seeded } from "../../test/support/engine/seeded.ts";

/** What has happened to a campaign so far. */
export type Standing = {
  /** When the response to a pause arrived, while it is paused. */
  pausedAt: number | null;
  /** From the response to each pause to the call that ended it, by the database's clock. */
  readonly pauses: { readonly from: Date; until: Date | null }[];
  inFlight: number;
  afterPauseMs: number;
  /** When a frozen node continued, and the campaign had been paused meanwhile. */
  wokePausedAt: number | null;
  /** Numbers that replied STOP while a node was frozen, and when that node continued. */
  readonly stopped: Map<string, number>;
  readonly broken: string[];
  readonly actions: string[];
};

type Parts = {
  readonly id: string;
  readonly people: readonly string[];
  readonly pool: pg.Pool;
  readonly client: PersistentClient;
  readonly nodes: NodeSet;
  readonly postgres: SharedPostgres;
  readonly stub: GatewayStub;
  readonly random: Seeded;
  readonly window: number;
  /** The database's clock. */
  readonly now: () => Promise<Date>;
  readonly standing: Standing;
};

/** Deliveries a minute that are tried; null: as fast as the gateway. */
const RATES = [null, 600, 6_000, 30_000, 120_000];

/**
 * What a node that runs had prepared before a pause or a STOP may leave for a second after the response, and be received
 * later on a busy computer. If a freeze ends sooner, what arrives proves nothing about the frozen node.
 */
const PREPARED_MS = 2_000;

/** The random events in the life of a campaign. */
export function campaignActions(parts: Parts) {
  const { id, client, nodes, postgres, stub, random, window, now, standing } = parts;
  let keys = 0;
  const keyed = (action: string) =>
    client.call({ method: "POST", path: `/messages/${id}/${action}`, body: {}, key: `${id}-${(keys += 1)}` });

  /** A campaign that has ended meanwhile returns 409; any other status except 200 is wrong. */
  const expected = (what: string, { status, body }: { status: number; body: Record<string, unknown> }): boolean => {
    if (status !== 200 && body["code"] !== "not_in_this_state")
      standing.broken.push(`${what} answered ${status}: ${JSON.stringify(body)}`);
    return status === 200;
  };

  async function pause(): Promise<string> {
    const worked = expected("pause", await keyed("pause"));
    if (worked && standing.pausedAt === null) {
      standing.pausedAt = machineMs();
      standing.pauses.push({ from: await now(), until: null });
    }
    return worked ? "pause" : "pause of what has ended";
  }

  async function resume(): Promise<string> {
    const { last } = await stub.counts();
    if (standing.pausedAt !== null && last !== null)
      standing.afterPauseMs = Math.max(standing.afterPauseMs, last - standing.pausedAt);
    const { wokePausedAt } = standing;
    if (wokePausedAt !== null) {
      const late = (await stub.arrivals()).filter((at) => at >= wokePausedAt);
      if (late.length > 0) standing.broken.push(`${late.length} texts left after a wake although it was paused`);
    }
    [standing.pausedAt, standing.wokePausedAt] = [null, null];
    const pause = standing.pauses.at(-1);
    if (pause) pause.until ??= await now();
    return expected("resume", await keyed("resume")) ? "resume" : "resume of what has ended";
  }

  async function rate(value: number | null): Promise<string> {
    expected("rate", await client.call({ method: "PATCH", path: `/messages/${id}`, body: { rate_per_minute: value } }));
    return `rate ${value ?? "free"}`;
  }

  async function restart(signal: "SIGKILL" | "SIGTERM"): Promise<string> {
    const seat = random.pick(nodes.seats.filter((one) => one.service));
    const wait = random.whole(0, 500);
    if (signal === "SIGKILL") standing.inFlight += 2 * window;
    await seat.end(signal);
    // A single node is restarted at once: without a node no call can be made.
    if (nodes.urls().length > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await seat.start();
    return signal === "SIGKILL" ? "kill -9 of a node" : "restart of a node";
  }

  async function second(): Promise<string> {
    const seat = nodes.seats[1]!;
    if (!seat.service) {
      await seat.start();
      return "a second node";
    }
    await nodes.seats[0]!.start();
    await seat.end("SIGTERM");
    return "one node less";
  }

  /**
   * Shorter than a lease, so that no other worker takes over the node's work; longer than ready deliveries stay
   * current. A transaction of the frozen node may hold up the pause until it continues.
   */
  async function freezing(): Promise<string> {
    await Promise.all(nodes.seats.map((seat) => seat.start()));
    const frozen = random.pick(nodes.seats).freeze();
    const ms = random.whole(3_000, 7_000);
    const waking = frozen.wakeAfter(ms);
    const stops = standing.pausedAt === null && random.next() < 0.5;
    if (stops) {
      const some = parts.people.filter((phone) => random.next() < 0.1 && !standing.stopped.has(phone));
      await suppress(some);
      const suppressedAt = machineMs();
      const woke = await waking;
      if (woke - suppressedAt >= PREPARED_MS) for (const phone of some) standing.stopped.set(phone, woke);
      return `STOP of ${some.length} during a freeze of ${ms} ms`;
    }
    if (standing.pausedAt === null) await pause();
    const woke = await waking;
    if (standing.pausedAt !== null && woke - standing.pausedAt >= PREPARED_MS) standing.wokePausedAt ??= woke;
    return `pause during a freeze of ${ms} ms`;
  }

  const suppress = (phones: readonly string[]): Promise<unknown> =>
    eventually(() =>
      parts.pool
        .query(
          "insert into suppressions (phone, reason, source) select p, 'STOP', 'test' from unnest($1::text[]) as p on conflict do nothing",
          [phones],
        )
        // The database may be recovering from a crash.
        .catch(() => null),
    );

  async function crash(): Promise<string> {
    if (!postgres.crash) return "nothing";
    standing.inFlight += 2 * window * nodes.seats.length;
    await postgres.crash();
    return "kill -9 of PostgreSQL";
  }

  async function next(): Promise<string> {
    const dice = random.next();
    if (dice < 0.3) return standing.pausedAt === null ? pause() : resume();
    if (dice < 0.47) return rate(random.pick(RATES));
    if (dice < 0.6) return restart("SIGKILL");
    if (dice < 0.68) return restart("SIGTERM");
    if (dice < 0.78) return second();
    return dice < 0.95 ? freezing() : crash();
  }

  return {
    async step(): Promise<void> {
      standing.actions.push(await next());
    },
    /** Nothing blocks the remaining deliveries any more. */
    async letRun(): Promise<void> {
      await Promise.all(nodes.seats.map((seat) => seat.start()));
      await rate(null);
      if (standing.pausedAt !== null) await resume();
    },
  };
}
