import pg from "pg";

import { missingIndexes } from "#store/indexes";

import { startGatewayStub, type GatewayStub, type StubOptions } from "../../test/support/providers/gateway-stub.ts";
import { startNodes, type NodeSet, type Role } from "../../test/support/service/node-set.ts";
import { startOwnPostgres, type SharedPostgres } from "../../test/support/database/own-postgres.ts";
import { persistentClient, type Call, type PersistentClient } from "../../test/support/service/persistent-client.ts";
import { cpuMicros, residentMb } from "./cpu.ts";
import { ROUTES, type RouteName } from "./route.ts";
import { startStatementClock } from "./statement-clock.ts";

/** Service processes, a PostgreSQL of their own, and a provider that counts: the basis of most scenarios. */
export type Harness = {
  readonly stub: GatewayStub;
  readonly nodes: NodeSet;
  readonly postgres: SharedPostgres;
  readonly pool: pg.Pool;
  readonly client: PersistentClient;
  /** A call that has to succeed; @returns `data` of the response */
  data(call: Call): Promise<Record<string, unknown>>;
  /** Accepts one message to all of them, 10,000 numbers in a call. */
  accept(people: readonly string[], more?: Readonly<Record<string, unknown>>): Promise<void>;
  /** CPU time so far, microseconds: our processes together, the database with all its sessions. */
  cpu(): { readonly node: number; readonly postgres: number };
  residentMb(): number;
  /** Milliseconds of each run of the timed statement since the last call. */
  statementTimes(): readonly number[];
  close(): Promise<void>;
};

export type HarnessOptions = {
  readonly stub: StubOptions;
  /** More settings of the gateway's DSN, such as `&window=100`. */
  readonly gateway?: string;
  /** More fields of the requests to the gateway, such as `{ receipt: "{receipt_url}" }`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Default: one gateway. */
  readonly route?: RouteName;
  readonly roles?: readonly Role[];
  readonly more?: Readonly<Record<string, string>>;
  /** The name prefixes of the statements whose runs are timed. */
  readonly timed?: readonly string[];
};

/** The most numbers that one call accepts. */
const MAX_NUMBERS = 10_000;
const PATIENCE_MS = 120_000;

export async function openHarness(options: HarnessOptions): Promise<Harness> {
  const postgres = await startOwnPostgres();
  const stub = await startGatewayStub(options.stub);
  const clock = options.timed === undefined ? null : await startStatementClock(postgres.url, options.timed);
  const nodes = await startNodes({
    databaseUrl: clock?.url ?? postgres.url,
    gateway: ROUTES[options.route ?? "one"]((more) => stub.dsn((options.gateway ?? "") + more, options.fields)),
    roles: options.roles ?? ["all"],
    ...(options.more && { more: options.more }),
  });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
  pool.on("error", () => undefined);
  if (options.roles?.every((role) => role === "api") !== true) {
    // Loading people analyzes their tables, and would deadlock with an index that is being built.
    await until(async () => (await missingIndexes(pool)).length === 0, { what: "late indexes" });
  }
  const client = persistentClient({ urls: nodes.urls, admin: nodes.admin, patienceMs: PATIENCE_MS });
  const pids = (): number[] => nodes.seats.flatMap(({ service }) => service?.pid ?? []);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

  const data = async (call: Call): Promise<Record<string, unknown>> => {
    const { status, body } = await client.call(call);
    if (status >= 300) throw new Error(`${call.path} answered ${status}: ${JSON.stringify(body)}`);
    return body["data"] as Record<string, unknown>;
  };
  return {
    stub,
    nodes,
    postgres,
    pool,
    client,
    data,
    async accept(people, more = {}) {
      for (let from = 0; from < people.length; from += MAX_NUMBERS) {
        const some = people.slice(from, from + MAX_NUMBERS);
        await data({ path: "/send", body: { numbers: some, message: "Hello from the bench", ...more } });
      }
    },
    cpu: () => ({
      node: sum(pids().map((pid) => cpuMicros(pid, { children: false }))),
      postgres: cpuMicros(postgres.pid()!, { children: true }),
    }),
    residentMb: () => sum(pids().map(residentMb)),
    statementTimes: () => clock?.take() ?? [],
    async close() {
      await nodes.stop();
      await clock?.close();
      await pool.end();
      await stub.stop();
      await postgres.stop();
    },
  };
}

/** Resolves when the condition is true; checks every `everyMs`. @throws after `patienceMs` */
export async function until(
  holds: () => Promise<boolean>,
  options: { readonly what: string; readonly everyMs?: number; readonly patienceMs?: number },
): Promise<void> {
  const end = performance.now() + (options.patienceMs ?? 600_000);
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`the condition was never true: ${options.what}`);
    await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 50));
  }
}

/** Resolves when the gateway has accepted this many messages, and reports progress every few seconds. */
export async function taken(stub: GatewayStub, count: number, say: (line: string) => void): Promise<void> {
  let said = performance.now();
  let before = -1;
  let still = performance.now();
  for (;;) {
    const { taken: now } = await stub.counts();
    if (now >= count) return;
    if (now !== before) still = performance.now();
    // A subject that loses messages must not prevent the table that shows the loss.
    else if (performance.now() - still > 60_000) return say(`standing still at ${now} of ${count}`);
    before = now;
    if (performance.now() - said > 5_000) {
      said = performance.now();
      say(`${now} of ${count} taken`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Resolves when every marked delivery is settled and no message is open. */
export async function settled(pool: pg.Pool): Promise<void> {
  await until(
    async () => {
      const { rows } = await pool.query(
        "select count(*)::int as n from messages where state in ('scheduled', 'resolving', 'running', 'paused')",
      );
      return rows[0].n === 0;
    },
    { what: "all messages ended", everyMs: 100 },
  );
}
