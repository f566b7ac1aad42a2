import pg from "pg";

import { eventually, numbers } from "../../test/support/engine/engine.ts";
import { startGatewayStub } from "../../test/support/providers/gateway-stub.ts";
import { evidence, isKept, judge, type Verdict } from "../../test/support/engine/ledger-verdict.ts";
import { startNodes } from "../../test/support/service/node-set.ts";
import type { SharedPostgres } from "../../test/support/database/own-postgres.ts";
import { persistentClient, type Answer } from "../../test/support/service/persistent-client.ts";
import { untilIdle } from "../../test/support/service/until-idle.ts";
import { seeded } from "../../test/support/engine/seeded.ts";
import { loadSubscribers } from "../../test/support/people/subscribers.ts";
import { campaignActions, type Standing } from "./campaign-actions.ts";
import { ROUTES, type RouteName } from "../lib/route.ts";

export type CampaignOptions = {
  readonly postgres: SharedPostgres;
  readonly people: number;
  readonly seed: number;
  /** How many random events occur while it runs. */
  readonly steps: number;
  readonly window: number;
  /** Default: one gateway. */
  readonly route?: RouteName;
  readonly latencyMs: number;
  readonly patienceMs: number;
  /**
   * Milliseconds within which the last message must be at the gateway after the response to a pause; absent: on a busy
   * computer.
   */
  readonly pauseBoundMs?: number;
  readonly say: (line: string) => void;
};

export type CampaignResult = {
  readonly verdict: Verdict;
  /** People who replied STOP before their message left: they are not among the accepted. */
  readonly suppressed: number;
  /** Which promises were broken; empty: none was. */
  readonly broken: readonly string[];
  readonly actions: readonly string[];
  readonly seconds: number;
  /** Deliveries that were being sent at kills, at most. */
  readonly inFlight: number;
  /** The longest time between the response to a pause and a message that still left, ms. */
  readonly afterPauseMs: number;
};

/** Lines of the nodes' error logs that are shown if something broke. */
const LOG_LINES = 10;
/** The most numbers that one call accepts. */
const DIRECT = 10_000;

/**
 * One campaign with random events: pause, resume, rates, kills, a second node, a crash of the database if it is
 * private. Then all work is completed, and every number was sent to exactly once, or is `unknown`.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { postgres, seed, say } = options;
  const began = performance.now();
  const random = seeded(seed);
  const stub = await startGatewayStub({ kind: "http", latencyMs: options.latencyMs });
  const nodes = await startNodes({
    more: { TIDINGS_DATABASE_SESSIONS: "8" },
    databaseUrl: postgres.url,
    gateway: ROUTES[options.route ?? "one"]((more) => stub.dsn(`&window=${options.window}${more}`)),
    roles: ["all", "all"],
    started: random.whole(1, 2),
  });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on("error", () => undefined);
  const client = persistentClient({ urls: nodes.urls, admin: nodes.admin, patienceMs: options.patienceMs });
  const people = numbers(options.people);

  /** It may be killed at this moment. */
  const now = (): Promise<Date> =>
    eventually(() =>
      pool.query<{ now: Date }>("select clock_timestamp() as now").then(
        ({ rows }) => rows[0]!.now,
        () => null,
      ),
    );

  async function launch(): Promise<string> {
    const byGroup = options.people > DIRECT || random.next() < 0.5;
    const to = byGroup
      ? { group_ids: [await loadSubscribers(pool, `Campaign ${seed}`, options.people)] }
      : { numbers: people, consent_basis: "These people are invented" };
    const answer = await client.call({
      path: "/send",
      body: { ...to, message: "Hello from the campaign", category: "marketing" },
      key: `campaign-${seed}`,
    });
    expectStatus(answer, 200);
    return String(answer.body["data"].message_id);
  }

  try {
    const id = await launch();
    const standing: Standing = {
      pausedAt: null,
      pauses: [],
      inFlight: 0,
      afterPauseMs: 0,
      wokePausedAt: null,
      stopped: new Map(),
      broken: [],
      actions: [],
    };
    const { window } = options;
    const act = campaignActions({ id, people, pool, client, nodes, postgres, stub, random, window, now, standing });
    for (let step = 0; step < options.steps; step += 1) {
      await act.step();
      say(`step ${step + 1}: ${standing.actions.at(-1)}, ${(await stub.counts()).numbers} of ${people.length} seen`);
      await new Promise((resolve) => setTimeout(resolve, random.whole(20, 300)));
    }
    await act.letRun();
    const quiet = await untilIdle(pool, { patienceMs: options.patienceMs, say });

    const seen = await stub.seen();
    const { stopped } = standing;
    const late = [...stopped].filter(([phone, woke]) => (seen.get(phone)?.at ?? 0) >= woke);
    if (late.length > 0)
      standing.broken.push(`${late.length} texts left after a wake although their people had said STOP`);
    const suppressed = await suppressedOf(pool, people);
    const verdict = await judge(pool, {
      promised: "default",
      accepted: new Set(people.filter((phone) => !suppressed.has(phone))),
      seen,
      inFlight: standing.inFlight,
    });
    const { body } = await client.call({ path: `/messages/${id}` });
    const broken = [...standing.broken];
    if (!quiet) broken.push(`it was not at its end after ${options.patienceMs} ms`);
    if (!isKept(verdict)) broken.push(...(await evidence(pool, verdict)));
    if (body["data"].state !== "completed") broken.push(`the message ended as ${body["data"].state}`);
    if (verdict.unknown > standing.inFlight)
      broken.push(`${verdict.unknown} are unknown, and ${standing.inFlight} at most were being sent at kills`);
    const claimed = await claimedWhilePaused(pool, standing);
    if (claimed > 0) broken.push(`${claimed} texts were claimed after the reply to a pause and before its end`);
    if (standing.afterPauseMs > (options.pauseBoundMs ?? Infinity))
      broken.push(`a text left ${Math.round(standing.afterPauseMs)} ms after the reply to a pause`);
    if (broken.length > 0) broken.push(...nodes.errors().slice(-LOG_LINES));
    return {
      verdict,
      suppressed: suppressed.size,
      broken,
      actions: standing.actions,
      seconds: (performance.now() - began) / 1_000,
      inFlight: standing.inFlight,
      afterPauseMs: standing.afterPauseMs,
    };
  } finally {
    await nodes.stop();
    await pool.end();
    await stub.stop();
  }
}

/** They replied STOP before their message left. */
async function suppressedOf(pool: pg.Pool, people: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ phone: string }>(
    "select phone from deliveries where state = 'suppressed' and phone = any($1)",
    [people],
  );
  return new Set(rows.map(({ phone }) => phone));
}

/** Marking is the last step before the wire. A delivery that was marked again since a pause has the later time. */
async function claimedWhilePaused(pool: pg.Pool, { pauses }: Standing): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from deliveries d, unnest($1::timestamptz[], $2::timestamptz[]) as p(since, until)
     where d.marked_at > p.since and d.marked_at < coalesce(p.until, 'infinity')`,
    [pauses.map(({ from }) => from), pauses.map(({ until }) => until)],
  );
  return rows[0]!.n;
}

function expectStatus(answer: Answer, status: number): void {
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
