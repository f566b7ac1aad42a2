import { afterAll, beforeAll, expect, test } from "vitest";

import { askOf, startCampaignNode } from "../../support/engine/campaign.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { throughProxy } from "../../support/service/through-proxy.ts";

let direct: TestDatabase;
let wire: Awaited<ReturnType<typeof throughProxy>>;
beforeAll(async () => {
  direct = await freshDatabase();
  wire = await throughProxy(direct);
});
afterAll(async () => {
  await wire.close();
  await direct.drop();
});

/**
 * A claim whose response is lost waits for the end of its lease. It is renewed every third of it: a renewal that is lost
 * as well, on a busy machine, must not cost what is on the wire its lease.
 */
const TIMES = { leaseMs: 6_000, drainMs: 1_000 };

/** Every statement between the queue and the end of a message; `mark`, `settle` and accept have tests of their own. */
const STATEMENTS = [
  "claim",
  "park throttled",
  "open throttled",
  "reserve slots",
  "end chunks",
  "end held chunks",
  "leftovers deliveries",
  "complete deliveries",
  "promote",
  "renew",
  "fold progress",
];

test("whichever statement of the queue loses its response, every recipient gets one message and everything ends", async () => {
  const ask = askOf(direct);
  const provider = await startScriptedProvider(({ to }) =>
    // One in seven has to be retried.
    Number(to.slice(-1)) === 7 && (provider.times().get(to) ?? 0) < 2 ? { status: 503 } : {},
  );
  const node = await startCampaignNode(wire.db, provider.dsn("&window=30"), {
    times: TIMES,
  });
  const broken = new Set<string>();
  for (const statement of STATEMENTS) {
    void wire.proxy.breakAt({ statement, how: "lose answer" }).then(() => broken.add(statement));
  }
  await node.accept(numbers(1_600), { ratePerMinute: 24_000 });
  await node.accept(numbers(600, 10_000));
  // Half of them share a chunk with one that has a rate, and leave it behind.
  await Promise.all(numbers(40, 20_000).map((phone) => node.accept([phone])));
  await Promise.all(numbers(10, 30_000).map((phone) => node.accept([phone, `${phone}1`], { ratePerMinute: 600 })));
  await eventually(
    async () => (await ask.rows("select 1 from messages where state <> 'completed' limit 1")).length === 0,
  );
  await node.stop();
  const states = await ask.rows("select state::text, count(*)::int as n from deliveries group by state");
  expect(states).toEqual([{ state: "sent", n: 2_260 }]);
  const times = [...provider.times()];
  expect(times).toHaveLength(2_260);
  expect(times.filter(([to, n]) => n !== (to.endsWith("7") ? 2 : 1))).toEqual([]);
  expect([...broken].toSorted()).toEqual(STATEMENTS.toSorted());
  expect(await ask.rows("select 1 from chunks union all select 1 from retries")).toEqual([]);
  expect(await ask.logged()).toEqual({ total: 2_260, success: 2_260, failed: 0 });
  await provider.close();
});

test("nor does a cancel count any delivery twice, whichever of its statements loses its response", async () => {
  const ask = askOf(direct);
  const provider = await startScriptedProvider(() => ({ status: 503 }));
  const node = await startCampaignNode(wire.db, provider.dsn("&window=10"), {
    times: TIMES,
  });
  const id = await node.accept(numbers(2_500, 40_000));
  await eventually(async () => provider.seen.length > 100);
  // A claim that is lost waits for the end of its lease.
  const breaks = ["cancel", "cancel page", "cancel retries", "end cancellation"];
  const broken = new Set<string>();
  for (const statement of breaks) {
    void wire.proxy.breakAt({ statement, how: "lose answer" }).then(() => broken.add(statement));
  }
  expect(await node.cancel(id)).toMatchObject({ already: expect.any(Boolean) });
  await eventually(async () => (await ask.states(id))["canceled"] === 2_500);
  await eventually(async () => (await ask.rows("select 1 from cancellations")).length === 0);
  await node.stop();
  expect([...broken].toSorted()).toEqual(breaks.toSorted());
  expect(await ask.progress(id)).toMatchObject({ total: 2_500, failed: 2_500, pending: 0 });
  const events = "select count(*)::int as n from events where kind = 'message.failed' and message_id = $1";
  expect(await ask.rows(events, [id])).toEqual([{ n: 2_500 }]);
  expect(await ask.eventsOf(id)).toEqual(["message.accepted", "message.canceled"]);
  await provider.close();
});
