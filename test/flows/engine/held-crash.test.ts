import { afterEach, beforeEach, expect, test } from "vitest";

import { acceptQueries } from "#store/queries/accept/accept";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { deliveriesOf, statesOf } from "../../support/database/ledger.ts";
import { eventually, numbers, textTo } from "../../support/engine/engine.ts";
import { ALL_DAY, everyDay, farFromNow, isSettled, setQuietHours } from "../../support/engine/holding.ts";
import { endLeases } from "../../support/engine/leases.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { childProgram } from "../../support/service/child-program.ts";
import { startTalker } from "../../support/service/processes.ts";

let db: TestDatabase;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
const script = childProgram("engine-child");

beforeEach(async () => {
  db = await freshDatabase();
  provider = await startScriptedProvider(() => ({}));
});
afterEach(async () => {
  await db.drop();
  await provider.close();
});

function worker() {
  const url = "url" in db.connection ? db.connection.url : "";
  return startTalker(script, { url, dsn: provider.dsn("&window=20"), times: { leaseMs: 1_000, drainMs: 1_000 } });
}

async function killed(node: ReturnType<typeof worker>): Promise<void> {
  node.kill("SIGKILL");
  await node.exited;
  await endLeases(db.pool);
}

const held = async (): Promise<number> => (await statesOf(db.pool))["held"] ?? 0;

test("workers killed while they hold a campaign, and while they release it, lose no message and send none twice", async () => {
  const people = numbers(5_000);
  await setQuietHours(db, { regions: { DE: everyDay(farFromNow("Europe/Berlin")) } });
  const message = textTo(people, { category: "marketing", validFor: 259_200 });
  await acceptQueries(db, () => undefined).accept(message);
  const first = worker();
  await eventually(async () => (await held()) > 0);
  await killed(first);
  const second = worker();
  await eventually(async () => (await isSettled(db.pool)) && (await held()) === people.length);
  await killed(second);
  expect(provider.seen).toEqual([]);
  expect((await db.pool.query("select count(distinct phone)::int as count from holds")).rows).toEqual([
    { count: 5_000 },
  ]);

  await setQuietHours(db, { regions: { DE: everyDay(ALL_DAY) } });
  const third = worker();
  await eventually(async () => provider.seen.length > 500);
  await killed(third);
  const fourth = worker();
  await eventually(
    async () => (await db.pool.query("select 1 from messages where state = 'completed'")).rowCount === 1,
  );
  const left = "select 1 from chunks union all select 1 from retries union all select 1 from holds";
  await eventually(async () => (await db.pool.query(left)).rowCount === 0);
  fourth.kill("SIGTERM");
  await fourth.next("stopped");

  const seen = provider.times();
  expect([...seen].filter(([, count]) => count > 1)).toEqual([]);
  const unknown = new Set((await deliveriesOf(db.pool, { state: "unknown" })).map(({ phone }) => phone));
  expect(people.filter((phone) => !seen.has(phone) && !unknown.has(phone))).toEqual([]);
});
