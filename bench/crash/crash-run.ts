import pg from "pg";

import { numbers } from "../../test/support/engine/engine.ts";
import { startGatewayStub } from "../../test/support/providers/gateway-stub.ts";
import { evidence, isKept, judge, type Promised, type Verdict } from "../../test/support/engine/ledger-verdict.ts";
import { startNodes, type NodeSeat, type Role } from "../../test/support/service/node-set.ts";
import type { SharedPostgres } from "../../test/support/database/own-postgres.ts";
import { persistentClient } from "../../test/support/service/persistent-client.ts";
import { untilIdle } from "../../test/support/service/until-idle.ts";
import { seeded } from "../../test/support/engine/seeded.ts";

import { ROUTES, type RouteName } from "../lib/route.ts";

export type CrashOptions = {
  readonly postgres: SharedPostgres;
  readonly promised: Promised;
  readonly messages: number;
  /** Numbers in each call. */
  readonly each: number;
  readonly seed: number;
  /** How often something is killed, or the gateway fails for a while. */
  readonly kills: number;
  /** Which share of them are failures of the gateway. */
  readonly issues: number;
  /** Which share of the others are freezes of a node, shorter than a lease. Default 0. */
  readonly freezes?: number;
  readonly roles: readonly Role[];
  readonly window: number;
  /** Default: one gateway. */
  readonly route?: RouteName;
  readonly latencyMs: number;
  readonly patienceMs: number;
  readonly say: (line: string) => void;
};

export type CrashResult = {
  readonly verdict: Verdict;
  /** The promise was kept, everything was accepted, no more is in doubt than can be, and everything ended. */
  readonly kept: boolean;
  readonly seconds: number;
  /** What was killed, in order. */
  readonly killed: readonly string[];
  /**
   * Deliveries that may have been between mark and settle at the kills, and those the gateway accepted without a
   * response.
   */
  readonly inFlight: number;
  readonly repeatedCalls: number;
  readonly evidence: readonly string[];
};

const CLIENTS = 20;
/** How long the gateway fails, and how long the bench waits for a response that never arrives. */
const FAULT_MS = 1_500;
const TIMEOUT = "&timeout=5";
const SETTINGS: Readonly<Record<Promised, string>> = {
  default: "",
  at_least_once: "&at_least_once=true",
  deduplicating: "",
};

/**
 * Accepts messages while processes and the database are killed at random moments of the work, restarts what was killed,
 * waits until everything is idle, and compares what was acknowledged with what the gateway saw.
 */
export async function runCrash(options: CrashOptions): Promise<CrashResult> {
  const { postgres, promised, say } = options;
  const began = performance.now();
  const random = seeded(options.seed);
  const stub = await startGatewayStub({
    kind: "http",
    latencyMs: options.latencyMs,
    dedupe: promised === "deduplicating",
  });
  const nodes = await startNodes({
    databaseUrl: postgres.url,
    gateway: ROUTES[options.route ?? "one"]((more) =>
      stub.dsn(`&window=${options.window}${TIMEOUT}${SETTINGS[promised]}${more}`),
    ),
    roles: options.roles,
  });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on("error", () => undefined);
  const client = persistentClient({ urls: nodes.urls, admin: nodes.admin, patienceMs: options.patienceMs });
  const people = numbers(options.messages);
  const accepted = new Set<string>();
  const killed: string[] = [];
  let inFlight = 0;

  async function acceptAll(): Promise<void> {
    let next = 0;
    const one = async (): Promise<void> => {
      while (next < people.length) {
        const batch = people.slice(next, (next += options.each));
        const answer = await client.call({
          path: "/send",
          body: { numbers: batch, message: "Hello from the crash bench" },
          key: `crash-${options.seed}-${batch[0]}`,
        });
        if (answer.status !== 200) throw new Error(`/send answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        for (const phone of batch) accepted.add(phone);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, one));
  }

  async function fail(): Promise<void> {
    const kind = random.pick(["refuse", "hang", "reset"] as const);
    killed.push(`gateway (${kind})`);
    say(`the gateway fails (${kind}) at ${accepted.size} accepted, ${(await stub.counts()).taken} seen`);
    await stub.behave({ latencyMs: options.latencyMs, issue: { kind, share: 0.5 } });
    await new Promise((resolve) => setTimeout(resolve, FAULT_MS));
    await stub.behave({ latencyMs: options.latencyMs });
  }

  /** Every process is killed once before any is killed a second time. */
  let deck: (NodeSeat | "PostgreSQL")[] = [];
  function victim(): NodeSeat | "PostgreSQL" {
    if (deck.length === 0) deck = [...nodes.seats, ...(postgres.crash ? (["PostgreSQL"] as const) : [])];
    return deck.splice(random.whole(0, deck.length - 1), 1)[0]!;
  }

  async function stall(): Promise<void> {
    const seat = random.pick(nodes.seats);
    const ms = random.whole(1_000, 7_000);
    killed.push(`freeze (${seat.role})`);
    say(`a node (${seat.role}) stands still for ${ms} ms`);
    await seat.freeze().wakeAfter(ms);
  }

  async function strike(): Promise<void> {
    if (random.next() < options.issues) return fail();
    if (random.next() < (options.freezes ?? 0)) return stall();
    const one = victim();
    const wait = random.whole(0, 1_500);
    const what = one === "PostgreSQL" ? one : `a node (${one.role})`;
    say(`kill -9 ${what} at ${accepted.size} accepted, ${(await stub.counts()).taken} seen`);
    if (one === "PostgreSQL") {
      killed.push(one);
      inFlight += 2 * options.window * nodes.workers().length;
      await postgres.crash!();
    } else if (await one.end("SIGKILL")) {
      killed.push(one.role);
      if (one.role !== "api") inFlight += 2 * options.window;
      await new Promise((resolve) => setTimeout(resolve, wait));
      await one.start();
    }
  }

  /** Kills at moments of the work and not of the clock, so that a slow computer meets the same ones. */
  async function strikes(): Promise<void> {
    const moments = Array.from({ length: options.kills }, () => 0.02 + 0.93 * random.next()).toSorted((a, b) => a - b);
    for (const moment of moments) {
      for (;;) {
        const { numbers: taken } = await stub.counts();
        if ((accepted.size + taken) / (2 * people.length) >= moment) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await strike();
    }
  }

  try {
    await Promise.all([acceptAll(), strikes()]);
    say(`all ${accepted.size} accepted, ${killed.length} kills: waiting for quiet`);
    const quiet = await untilIdle(pool, { patienceMs: options.patienceMs, say });
    const { unanswered, refused } = await stub.counts();
    inFlight += unanswered;
    const verdict = await judge(pool, { promised, accepted, seen: await stub.seen(), inFlight });
    // A 500 proves nothing, so that each refusal may be one more.
    const isDoubtBounded = verdict.unknown <= inFlight + refused;
    return {
      verdict,
      kept: quiet && isKept(verdict) && isDoubtBounded && accepted.size === people.length,
      seconds: (performance.now() - began) / 1_000,
      killed,
      inFlight,
      repeatedCalls: client.repeated(),
      evidence: [
        ...(quiet ? [] : [`it was not at its end after ${options.patienceMs} ms`]),
        ...(isDoubtBounded ? [] : [`${verdict.unknown} are unknown, ${inFlight + refused} can be`]),
        ...(await evidence(pool, verdict)),
        ...nodes.errors().slice(-10),
      ],
    };
  } finally {
    await nodes.stop();
    await pool.end();
    await stub.stop();
  }
}
