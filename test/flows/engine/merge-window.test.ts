import { expect, test } from "vitest";

import { eventually, numbers, startEngine, textTo } from "../../support/engine/engine.ts";
import { openFixture } from "../../support/engine/fixture.ts";

const HALF_A_DAY = 12 * 3_600;

const fixture = openFixture();
const { moodyProvider: provider, node, rows, states, ended } = fixture;
const degraded = async (): Promise<number> =>
  (await rows("select 1 from deliveries where doubted_at is not null")).length;
/** Waits for it without the seconds between tries. */
const hurried = (check: () => Promise<boolean>): Promise<boolean> =>
  eventually(async () => {
    await rows("update retries set due = now() where due < 'infinity'");
    return check();
  });
/** As if the first doubt were this much older. */
const age = (seconds: number) =>
  rows("update deliveries set doubted_at = doubted_at - make_interval(secs => $1)", [seconds]);

test("a delivery in doubt is not repeated by a gateway that has forgotten it by then, nor by another", async () => {
  const [a, b] = [await provider({ status: 500 }), await provider()];
  const one = await node(`failover(${a.dsn(`&name=a&dedup=true&dedup_for=${HALF_A_DAY}`)} ${b.dsn("&name=b")})`);
  await one.messages.accept(textTo(numbers(1), { route: "a" }));
  await eventually(async () => (await degraded()) === 1);
  one.paused.set("a", Date.now() + 2_500);
  await age(HALF_A_DAY + 1);
  a.be({});
  await ended();
  expect(await states()).toEqual({ unknown: 1 });
  expect([a.seen.length, b.seen.length]).toEqual([1, 0]);
  expect(one.engine.healthOf("a").status).not.toBe("down");
});

test("one that the gateway still remembers is repeated, and its first doubt is what counts", async () => {
  const a = await provider({ status: 500 });
  const one = await node(a.dsn(`&name=a&dedup=true&dedup_for=${HALF_A_DAY}`));
  await one.messages.accept(textTo(numbers(1)));
  await eventually(async () => (await degraded()) === 1);
  const first = await rows("select doubted_at from deliveries");
  await hurried(async () => a.seen.length >= 2);
  expect(await rows("select doubted_at from deliveries")).toEqual(first);
  a.be({});
  await ended();
  expect(await states()).toEqual({ sent: 1 });
});

test("what a dead worker left in doubt is judged by the time of its own mark", async () => {
  const a = await provider(null);
  const dsn = a.dsn(`&name=a&window=10&timeout=30&dedup=true&dedup_for=${HALF_A_DAY}`);
  const dead = await startEngine(fixture.db, dsn, { times: { leaseMs: 1_000, drainMs: 1 } });
  await dead.messages.accept(textTo(numbers(60)));
  // All its slots: nothing more is on its way there when it ends.
  await eventually(async () => a.seen.length === 9);
  await dead.engine.stop();
  const seen = a.seen.map(({ to }) => to);
  // As after kill -9: marked long ago, under a lease that has ended, with an unknown outcome.
  await rows("delete from retries where phone = any($1)", [seen]);
  await rows(
    `update deliveries set state = 'sending', bound_to = null, doubted_at = null, marked_at = now() - interval '13 hours'
     where phone = any($1)`,
    [seen],
  );
  a.be({});
  await node(dsn);
  await ended();
  expect(await states()).toEqual({ unknown: seen.length, sent: 60 - seen.length });
  expect(a.seen).toHaveLength(60);
});

test("a gateway that is set to stop merging repeats nothing that it may have accepted", async () => {
  const a = await provider({ status: 500 });
  const before = await startEngine(fixture.db, a.dsn("&name=a&dedup=true"));
  await before.messages.accept(textTo(numbers(1)));
  await eventually(async () => (await degraded()) === 1);
  await before.engine.stop();
  const seen = a.seen.length;
  a.be({});
  await node(a.dsn("&name=a"));
  await ended();
  expect(await states()).toEqual({ unknown: 1 });
  expect(a.seen).toHaveLength(seen);
});

test("a delivery that runs out of tries after a doubt stays in doubt: it may have been accepted", async () => {
  const a = await provider({ status: 500 });
  const one = await node(a.dsn("&name=a&dedup=true"));
  await one.messages.accept(textTo(numbers(1)));
  await eventually(async () => (await degraded()) === 1);
  await rows("update deliveries set attempt = 11");
  a.be({ status: 503 });
  await ended();
  expect(await states()).toEqual({ unknown: 1 });
});
