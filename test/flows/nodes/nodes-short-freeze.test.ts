import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startGatewayStub, type GatewayStub } from "../../support/providers/gateway-stub.ts";
import { freeze, type Frozen } from "../../support/service/freeze.ts";
import { startNodes, type NodeSet } from "../../support/service/node-set.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { callService } from "../../support/service/service.ts";

/** Shorter than the lease of fifteen seconds, so that no other worker takes over what the frozen one has. */
const FREEZE_MS = 3_000;
const WINDOW = 20;
/** Of these calls, two are for one-time passwords alone. */
const OF_OTHERS = WINDOW - 2;
/** A provider's response takes so long that a window is ready behind the one on the wire. */
const USUAL_MS = 300;
/** While the worker is being stopped: all calls are seen to wait for the provider together. */
const SLOW_MS = 2_000;
/** More than a provider on a busy computer takes, and a freeze that is longer. */
const TIMEOUT_MS = 7_000;
const LONGER_MS = 9_000;

let next = 0;
/** Numbers that no other test uses: what the gateway received for them belongs to this test. */
const people = (count: number): string[] => numbers(count, (next += 10_000));

// At the same time, each with nodes of its own: mostly these are frozen, or wait for the provider.
describe.concurrent.each(["http", "smpp"] as const)("a worker that was frozen (%s)", (kind) => {
  let connection: { url: string };
  let pool: pg.Pool;
  let stub: GatewayStub;
  let nodes: NodeSet;
  beforeAll(async () => {
    connection = await createDatabase();
    pool = openPool(connection);
    stub = await startGatewayStub({ kind, latencyMs: USUAL_MS });
    nodes = await startNodes({
      databaseUrl: connection.url,
      gateway: stub.dsn(`&window=${WINDOW}&timeout=${TIMEOUT_MS / 1_000}`),
      roles: ["api", "worker"],
    });
    await allowWithoutRecord(pool);
  });
  afterEach(async () => {
    // It may still be frozen if an expectation failed; and what is left of a test belongs to no other.
    process.kill(nodes.seats[1]!.service!.pid, "SIGCONT");
    const { rows } = await pool.query<{ id: string }>("select id from messages where state in ('running', 'paused')");
    for (const { id } of rows) await order(`/messages/msg_${id}/cancel`);
    await pool.query("truncate suppressions");
  });
  afterAll(async () => {
    await nodes.stop();
    await stub.stop();
    await pool.end();
    await dropDatabase(connection);
  });

  const call = async (path: string, body: unknown): Promise<Record<string, any>> => {
    const answer = await callService(nodes.seats[0]!.service!, nodes.admin(), path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body["data"];
  };
  const send = async (phones: readonly string[], more: Record<string, unknown> = {}): Promise<string> =>
    (await call("/send", { numbers: phones, message: "Hello", category: "marketing", ...more }))["message_id"];

  /** A command for a message, which may have ended meanwhile. */
  async function order(path: string): Promise<void> {
    const { status, body } = await callService(nodes.seats[0]!.service!, nodes.admin(), path, {});
    expect(status === 200 || body.code === "not_in_this_state", JSON.stringify(body)).toBe(true);
  }

  /** How many of these are at the gateway. */
  async function seenOf(phones: readonly string[]): Promise<number> {
    const seen = await stub.seen();
    return phones.filter((phone) => seen.has(phone)).length;
  }

  async function seenSince(at: number, phones: readonly string[]): Promise<string[]> {
    const seen = await stub.seen();
    return phones.filter((phone) => (seen.get(phone)?.at ?? 0) >= at);
  }

  async function states(phones: readonly string[]): Promise<Record<string, number>> {
    const { rows } = await pool.query<{ state: string; n: number }>(
      "select state::text, count(*)::int as n from deliveries where phone = any($1) group by state",
      [phones],
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  }

  /**
   * The worker is stopped with `calls` on the wire and as much ready behind them. None of them is between its last
   * check and its first byte: no program can keep such a call from leaving later, since the two are not one
   * instruction.
   */
  async function stopInTheMiddle(phones: readonly string[], calls: number): Promise<Frozen> {
    await stub.behave({ latencyMs: SLOW_MS });
    const allWait = async (): Promise<boolean> => (await stub.counts()).open === calls;
    for (;;) {
      await eventually(async () => (await seenOf(phones)) >= WINDOW);
      await eventually(async () => ((await states(phones))["sending"] ?? 0) > WINDOW + 5 && (await allWait()));
      const frozen = freeze(nodes.seats[1]!.service!.pid);
      if (await allWait()) {
        await stub.behave({ latencyMs: USUAL_MS });
        return frozen;
      }
      await frozen.wakeAfter(0);
    }
  }

  const nothingInProgress = (phones: readonly string[]): Promise<boolean> =>
    eventually(async () => ((await states(phones))["sending"] ?? 0) === 0);

  /** Not all at once: on a busy computer the last ones would be refused. */
  async function someAtOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
    const results: R[] = [];
    for (let from = 0; from < all.length; from += 8) {
      results.push(...(await Promise.all(all.slice(from, from + 8).map(work))));
    }
    return results;
  }

  type Ordered = { readonly ids: readonly string[]; readonly phones: readonly string[] };
  const orders: Readonly<Record<string, (given: Ordered) => Promise<unknown>>> = {
    cancel: ({ ids }) => someAtOnce(ids, (id) => order(`/messages/${id}/cancel`)),
    pause: ({ ids }) => someAtOnce(ids, (id) => order(`/messages/${id}/pause`)),
    STOP: ({ phones }) => suppress(pool, phones),
  };

  const kinds: Readonly<Record<string, (phones: readonly string[]) => Promise<readonly string[]>>> = {
    "of a campaign": async (phones) => [await send(phones)],
    "of one-time passwords": (phones) =>
      someAtOnce(
        Array.from({ length: phones.length / 5 }, (_, index) => 5 * index),
        (from) => send(phones.slice(from, from + 5), { category: "otp" }),
      ),
    "of single texts": (phones) => someAtOnce(phones, (phone) => send([phone])),
  };

  test.for(Object.keys(kinds).flatMap((what) => Object.keys(orders).map((order) => [what, order] as const)))(
    "sends nothing %s after an acknowledged %s from another node",
    { concurrent: false },
    async ([what, command]) => {
      const phones = people(100);
      // However slowly they are accepted, the worker finds them all together.
      const waiting = freeze(nodes.seats[1]!.service!.pid);
      const ids = await kinds[what]!(phones);
      await waiting.wakeAfter(0);
      const frozen = await stopInTheMiddle(phones, what === "of one-time passwords" ? WINDOW : OF_OTHERS);
      await orders[command]!({ ids, phones });
      const woke = await frozen.wakeAfter(FREEZE_MS);
      await nothingInProgress(phones);
      // What may be ready by now was marked after the command.
      expect(await seenSince(woke, phones)).toEqual([]);
      const { unknown } = await states(phones);
      expect(unknown).toBeUndefined();
      if (command === "pause") await orders["cancel"]!({ ids, phones });
      await eventually(async () => ((await states(phones))["queued"] ?? 0) === 0);
      expect(await seenSince(woke, phones)).toEqual([]);
    },
  );

  const slowest = "does not doubt deliveries whose responses waited in its sockets for longer than its timeout";
  test(slowest, { concurrent: false }, async () => {
    const phones = people(200);
    await send(phones);
    const frozen = await stopInTheMiddle(phones, OF_OTHERS);
    await frozen.wakeAfter(LONGER_MS);
    await eventually(async () => {
      const { queued = 0, sending = 0 } = await states(phones);
      return queued + sending === 0;
    });
    expect(await states(phones)).toEqual({ sent: 200 });
    expect(await seenOf(phones)).toBe(200);
  });
});
