import { expect, test } from "vitest";

import type { Claim, ClaimRequest } from "#domain/deliveries/queue";

import { suppress } from "../../support/database/ledger.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers, startEngine, textTo } from "../../support/engine/engine.ts";
import { claimAll, openQueueFixture } from "../../support/engine/queue-fixture.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { throughProxy } from "../../support/service/through-proxy.ts";

const fixture = openQueueFixture();
const GATEWAY = "main";
let people = 0;
const some = (count: number): string[] => numbers(count, (people += count));

const claim = (rows = 100, owner = "a 1"): Promise<readonly Claim[]> =>
  fixture.queue.claim({ ...claimAll, owner, mark: { gateway: GATEWAY, rows } });
const markedBy = (claims: readonly Claim[]): string[] =>
  claims.flatMap(({ marked }) => marked.map(({ phone }) => phone)).sort();
const byState = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await fixture.ask.rows("select state::text, count(*)::int as n from deliveries group by 1")).map((row) => [
      row["state"],
      row["n"],
    ]),
  );
const endLeases = (): Promise<unknown> => fixture.db.pool.query("update chunks set due = now() - interval '1 second'");

test("a claim marks what should be sent, and leaves the rest to a later mark, with its reason", async () => {
  const [wanted, stopped, expired, paused, slow] = some(5) as [string, string, string, string, string];
  await fixture.accepted([wanted]);
  await fixture.accepted([stopped]);
  await fixture.accepted([expired]);
  const waits = await fixture.accepted([paused]);
  const rated = await fixture.accepted([slow, some(1)[0]!]);
  await suppress(fixture.db.pool, stopped);
  await fixture.db.pool.query("update messages set state = 'paused' where id = $1", [waits]);
  await fixture.db.pool.query("update messages set rate_per_minute = 60 where id = $1", [rated]);
  await fixture.db.pool.query(
    "update messages set valid_until = now() where id in (select message_id from deliveries where phone = $1)",
    [expired],
  );
  const claims = await claim();
  expect(markedBy(claims)).toEqual([wanted]);
  expect(await byState()).toEqual({ sending: 1, queued: 5 });
  const left = claims.filter(({ marked, chunk }) => marked.length === 0 && chunk.keys.length === 1);
  await fixture.queue.mark(
    left.map(({ chunk }) => ({ chunk, keys: chunk.keys, prolong: false })),
    GATEWAY,
    60_000,
  );
  expect(await byState()).toEqual({ sending: 1, suppressed: 1, expired: 1, queued: 3 });
});

test("a claim marks no more than there are slots for, in whole chunks, the urgent ones first", async () => {
  const bulk = some(8);
  await fixture.accepted(bulk);
  const single = some(1);
  await fixture.accepted(single);
  const urgent = some(2);
  await fixture.accepted(urgent, { category: "otp" });
  const claims = await claim(5);
  expect(claims.flatMap(({ chunk }) => chunk.keys)).toHaveLength(11);
  const marked = markedBy(claims);
  expect(marked.length).toBeLessThanOrEqual(5);
  expect(marked).toEqual(expect.arrayContaining(urgent));
});

test("a delivery that a claim marked is in doubt when its worker dies before sending anything, and is not marked again", async () => {
  await fixture.accepted(some(2));
  expect(markedBy(await claim())).toHaveLength(2);
  await endLeases();
  const [next] = await claim(100, "b 1");
  expect(next!.chunk.token).toBe(2);
  expect(next!.marked).toEqual([]);
  expect(await byState()).toEqual({ unknown: 2 });
});

test("a chunk that was held before is inspected before it is marked", async () => {
  await fixture.accepted(some(3));
  await fixture.queue.claim(claimAll);
  await endLeases();
  const claims = await claim();
  expect(claims).toHaveLength(1);
  expect(markedBy(claims)).toEqual([]);
  expect(await byState()).toEqual({ queued: 3 });
});

test("a mark says of which deliveries an earlier try is in doubt, as a claim that marks does", async () => {
  const [doubtful, other] = some(2) as [string, string];
  await fixture.accepted([doubtful, other]);
  await fixture.db.pool.query("update deliveries set doubted_at = now() where phone = $1", [doubtful]);
  const [first] = await claim();
  const doubts = (rows: readonly { phone: string; inDoubt: boolean }[]) =>
    Object.fromEntries(rows.map(({ phone, inDoubt }) => [phone, inDoubt]));
  expect(doubts(first!.marked)).toEqual({ [doubtful]: true, [other]: false });
  await fixture.queue.unclaim("a 1");
  const [again] = await fixture.queue.claim(claimAll);
  const marked = await fixture.queue.mark(
    [{ chunk: again!.chunk, keys: again!.chunk.keys, prolong: false }],
    GATEWAY,
    60_000,
  );
  expect(doubts(marked)).toEqual({ [doubtful]: true, [other]: false });
});

test("a pause that is being written keeps its chunk from a claim that marks", async () => {
  const id = await fixture.accepted(some(2));
  const pausing = await fixture.db.pool.connect();
  await pausing.query("begin");
  await pausing.query("select from messages where id = $1 for update", [id]);
  await pausing.query("select from chunks where message_id = $1 for update", [id]);
  await pausing.query("update messages set state = 'paused' where id = $1", [id]);
  await pausing.query("update chunks set claimable = false where message_id = $1", [id]);
  expect(await claim()).toEqual([]);
  await pausing.query("commit");
  pausing.release();
  expect(await claim()).toEqual([]);
  expect(await byState()).toEqual({ queued: 2 });
});

test("a claim without a response is undone by its name, and no other claim is", async () => {
  await fixture.accepted(some(2));
  await claim(100, "a 1");
  await fixture.accepted(some(1));
  await claim(100, "b 1");
  await fixture.queue.unclaim("a 1");
  expect(await byState()).toEqual({ queued: 2, sending: 1 });
  const [again] = await claim(100, "c 1");
  expect(again!.chunk.keys).toHaveLength(2);
  // Undone once more, late: by now it belongs to another worker.
  await fixture.queue.mark([{ chunk: again!.chunk, keys: again!.chunk.keys, prolong: false }], GATEWAY, 60_000);
  await fixture.queue.unclaim("a 1");
  expect(await byState()).toEqual({ sending: 3 });
});

const twice = (provider: { times(): Map<string, number> }): string[] =>
  [...provider.times()].filter(([, times]) => times > 1).map(([to]) => to);

/**
 * An engine on an unreliable connection, which has sent one message and from now on claims and marks small ones in one
 * statement.
 */
async function engineOnWire() {
  const wire = await throughProxy(fixture.db);
  const provider = await startScriptedProvider(() => ({}));
  const { engine, messages } = await startEngine(wire.db, provider.dsn());
  await messages.accept(textTo(some(1)));
  await eventually(async () => (await byState())["sent"] === 1);
  return {
    wire,
    provider,
    accept: (phones: readonly string[]) => messages.accept(textTo(phones)),
    async close() {
      await engine.stop();
      await provider.close();
      await wire.close();
    },
  };
}

test("a claim that marks and whose response is lost sends nothing twice, and leaves no recipient out or in doubt", async () => {
  const { wire, provider, accept, close } = await engineOnWire();
  const broken = wire.proxy.breakAt({ statement: "claim and mark deliveries", how: "lose answer" });
  await accept(some(1));
  await broken;
  await eventually(async () => (await byState())["sent"] === 2);
  expect(provider.seen).toHaveLength(2);
  expect(twice(provider)).toEqual([]);
  await close();
});

test("a claim whose undo also loses its response, and is then refused, sends nothing twice and leaves nobody out", async () => {
  const { wire, provider, accept, close } = await engineOnWire();
  const undoings = [
    wire.proxy.breakAt({ statement: "unclaim", how: "lose answer" }),
    wire.proxy.breakAt({ statement: "unclaim", how: "cut" }),
  ];
  const broken = wire.proxy.breakAt({ statement: "claim and mark deliveries", how: "lose answer" });
  await accept(some(2));
  await broken;
  await Promise.all(undoings);
  await eventually(async () => (await byState())["sent"] === 3);
  expect(twice(provider)).toEqual([]);
  expect(provider.seen).toHaveLength(3);
  await close();
});

test("a claim that marks and goes through after its session ended leaves nothing sending or in doubt", async () => {
  const { wire, provider, accept, close } = await engineOnWire();
  const blocker = await fixture.db.pool.connect();
  await blocker.query("begin");
  const broken = wire.proxy.breakAt({ statement: "claim and mark deliveries", how: "cut" });
  const hold = wire.proxy.hold("claim and mark deliveries", "call");
  await accept(some(1));
  await hold.met;
  await blocker.query("select from deliveries where state = 'queued' for update");
  const undone = wire.proxy.hold("unclaim", "answer");
  hold.release();
  await broken;
  await eventually(async () => (await sessionsWaiting(fixture.db.pool, "with taken as")) > 0);
  // The first search for it finds nothing yet.
  await undone.met;
  undone.release();
  await blocker.query("commit");
  blocker.release();
  await eventually(async () => (await byState())["sent"] === 2);
  expect(twice(provider)).toEqual([]);
  await close();
});

test("two gateways of one process never give their claims the same name", async () => {
  const [a, b] = [await startScriptedProvider(() => ({})), await startScriptedProvider(() => ({}))];
  const names = new Map<string, Set<string>>();
  const queue = {
    ...fixture.queue,
    claim(request: ClaimRequest) {
      const { owner, mark } = request;
      if (mark) names.set(owner, (names.get(owner) ?? new Set()).add(mark.gateway));
      return fixture.queue.claim(request);
    },
  };
  const { engine, messages } = await startEngine(fixture.db, `roundrobin(${a.dsn("&name=a")} ${b.dsn("&name=b")})`, {
    queue,
  });
  for (const route of ["a", "b"]) await messages.accept(textTo(some(1), { route }));
  await eventually(async () => {
    const asked = [...names.values()].map((gateways) => [...gateways].join());
    return (
      asked.filter((gateway) => gateway.includes("a")).length > 1 && asked.filter((g) => g.includes("b")).length > 1
    );
  });
  expect([...names].filter(([, gateways]) => gateways.size > 1)).toEqual([]);
  await engine.stop();
  await Promise.all([a.close(), b.close()]);
});
