import type { QueryConfig } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { pauseWatch } from "#engine/pause-watch";
import { outsideContext } from "#lib/outside-context";
import { gatewaySetupQueries } from "#store/queries/gateways/gateway-setup";
import { gatewayStateQueries } from "#store/queries/gateways/gateway-states";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { waitsFor } from "../../support/database/locks.ts";
import { eventually } from "../../support/service/processes.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const node = () => gatewayStateQueries(db, () => undefined);
const kinds = async (): Promise<string[]> => {
  const { rows } = await db.pool.query("select kind from events order by id");
  return rows.map((row) => row.kind);
};

test("a pause is known here at once, and elsewhere after the next poll", async () => {
  const [here, there] = [node(), node()];
  await here.pause("main", "account_suspended", "Call us.", 60_000);
  expect(here.paused().get("main")).toMatchObject({ code: "account_suspended", reason: "Call us." });
  expect(there.paused().size).toBe(0);
  await there.refresh();
  expect([...there.paused().keys()]).toEqual(["main"]);
  expect(await there.lift("main")).toBe(true);
  expect(await there.lift("main")).toBe(false);
  expect(there.paused().size).toBe(0);
  await here.refresh();
  expect(here.paused().size).toBe(0);
  expect(await kinds()).toEqual(["gateway.paused", "gateway.resumed"]);
});

test("a shorter pause neither shortens a longer one nor replaces its reason, and raises no event", async () => {
  const states = node();
  await states.pause("long", "operator", "Maintenance.", 3_600_000);
  const before = states.paused().get("long");
  await states.pause("long", "no_credit", "Empty.", 1_000);
  expect(states.paused().get("long")).toEqual(before);
  await states.pause("long", "no_credit", "Empty.", 7_200_000);
  expect(states.paused().get("long")).toMatchObject({ code: "no_credit" });
  expect((await kinds()).filter((kind) => kind === "gateway.paused")).toHaveLength(2);
});

test("of calls that pause a gateway at once one learns that the pause began", async () => {
  const nodes = [node(), node(), node()];
  const began = await Promise.all(nodes.map((one) => one.pause("at once", "no_credit", "Empty.", 60_000)));
  expect(began.filter(Boolean)).toHaveLength(1);
  expect(await nodes[0]!.pause("at once", "account_suspended", "Call us.", 120_000)).toBe(false);
});

test("a pause ends by itself, without any check", async () => {
  let ahead = 0;
  const states = gatewayStateQueries({ ...db, now: () => db.now() + ahead }, () => undefined);
  await states.pause("brief", "throttled", "Slow down.", 30_000);
  await states.pause("other", "throttled", "Slow down.", 3_600_000);
  ahead = 30_100;
  expect(states.paused().has("brief")).toBe(false);
  expect(states.paused().has("other")).toBe(true);
});

/** A stored gateway, of version 1. */
async function storeGateway(name: string) {
  const setup = gatewaySetupQueries(db);
  const gateway = { name, kind: "http", settings: {}, sealed: null, secrets: [], enabled: true, inDefaultRoute: true };
  await setup.add(gateway, "test");
  return {
    /** In a transaction, as a change of its settings does. */
    async change(): Promise<void> {
      await setup.change({ ...gateway, newAccount: true }, "test");
      await node().liftAutomatic(name);
    },
  };
}

test("an answer to settings that have been replaced pauses nothing", async () => {
  const states = node();
  const gateway = await storeGateway("renewed");
  await db.transaction(gateway.change);
  expect(await states.pause("renewed", "http_401", "Answered 401.", 60_000, 1)).toBe(false);
  expect(states.paused().has("renewed")).toBe(false);
  expect(await states.pause("renewed", "http_401", "Answered 401.", 60_000, 2)).toBe(true);
  expect(states.paused().has("renewed")).toBe(true);
});

test("nor does one that arrives while they are being replaced", async () => {
  const gateway = await storeGateway("late");
  let pausing: Promise<boolean> | undefined;
  await db.transaction(async () => {
    await gateway.change();
    pausing = outsideContext(() => node().pause("late", "http_401", "Answered 401.", 60_000, 1));
    await outsideContext(() => eventually(() => waitsFor(db.pool, "gateway_states")));
  });
  expect(await pausing).toBe(false);
  const states = node();
  await states.refresh();
  expect(states.paused().has("late")).toBe(false);
});

test("a pause that is being stored while they are replaced ends with the change", async () => {
  const gateway = await storeGateway("early");
  let changing: Promise<void> | undefined;
  await db.transaction(async () => {
    await node().pause("early", "http_401", "Answered 401.", 60_000, 1);
    changing = outsideContext(() => db.transaction(gateway.change));
    await outsideContext(() => eventually(() => waitsFor(db.pool, "gateway_states")));
  });
  await changing;
  const states = node();
  await states.refresh();
  expect(states.paused().has("early")).toBe(false);
});

test("a read that began before a pause and arrives after it does not make the pause unknown", async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const query = async (statement: QueryConfig): Promise<unknown> => {
    const answer = await db.pool.query(statement);
    if ((reads += 1) === 1) {
      begun.resolve();
      await released.promise;
    }
    return answer;
  };
  const pool: typeof db.pool = Object.create(db.pool, { query: { value: query } });
  const states = gatewayStateQueries({ ...db, pool }, () => undefined);
  const early = states.refresh();
  await begun.promise;
  await states.hold("overtaken", "maintenance", "operator");
  released.resolve();
  await early;
  expect(states.paused().has("overtaken")).toBe(true);
});

test("storing a credit leaves a pause alone", async () => {
  const states = node();
  await states.pause("both", "x", "y", 60_000);
  await db.pool.query(
    "insert into gateway_states (name, credit) values ('both', '1') on conflict (name) do update set credit = '1'",
  );
  await states.refresh();
  expect(states.paused().has("both")).toBe(true);
});

test("the watch picks up other nodes' pauses by itself", async () => {
  const [here, there] = [node(), node()];
  const seen = new Promise<void>((resolve) => {
    const refresh = async (): Promise<void> => {
      await there.refresh();
      if (there.paused().has("watched")) resolve();
    };
    const watch = pauseWatch({ ...there, refresh }, { log: () => undefined, random: () => 0.5 });
    watch.start();
    void here.pause("watched", "x", "y", 60_000).then(async () => {
      await seen;
      await watch.stop();
    });
  });
  await seen;
  expect(there.paused().get("watched")).toMatchObject({ code: "x" });
});
