import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { Db } from "#store/database";

import { askOf, startCampaignNode, type CampaignNode } from "../../support/engine/campaign.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { phonesOf, suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";

let db: TestDatabase;
let ask: ReturnType<typeof askOf>;
let nodes: CampaignNode[] = [];
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
const hanging: (() => void)[] = [];
let hangs = true;
/** The worker's database queries, by name. */
let statements: string[] = [];

beforeAll(async () => {
  db = await freshDatabase({ max: 20 });
  ask = askOf(db);
  provider = await startScriptedProvider(async () => {
    if (hangs) await new Promise<void>((resolve) => hanging.push(resolve));
    return {};
  });
});
afterEach(async () => {
  answerAll();
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  provider.seen.length = 0;
  hangs = true;
  await db.pool.query("truncate messages, deliveries, chunks, retries, cancellations, events, suppressions");
});
afterAll(async () => {
  await db.drop();
  await provider.close();
});

function answerAll(): void {
  hangs = false;
  for (const answer of hanging.splice(0)) answer();
}

/**
 * Two deliveries on the wire of a gateway that hangs (its third call is reserved for one-time passwords), three marked
 * and waiting; another node issues the commands.
 */
async function twoAndThree() {
  statements = [];
  const noting: Db = {
    ...db,
    query(name, text, values) {
      statements.push(name);
      return db.query(name, text, values);
    },
  };
  const [worker, other] = [
    await startCampaignNode(noting, provider.dsn("&window=3")),
    await startCampaignNode(db, provider.dsn(), { works: false }),
  ];
  nodes = [worker, other];
  const phones = numbers(8);
  const id = await other.accept(phones);
  await eventually(async () => provider.seen.length === 2 && (await ask.states(id))["sending"] === 5);
  const seen = provider.seen.map(({ to }) => to);
  const ready = (await phonesOf(db.pool, { state: "sending" })).filter((phone) => !seen.includes(phone));
  expect(ready).toHaveLength(3);
  return { id, other, ready };
}

test("what waits behind a gateway that hangs does not leave after a cancel on another node", async () => {
  const { id, other } = await twoAndThree();
  await other.cancel(id);
  await eventually(async () => (await ask.states(id))["sending"] === 2);
  answerAll();
  await eventually(async () => {
    const { canceled, sent } = await ask.states(id);
    return canceled === 6 && sent === 2;
  });
  expect(provider.seen).toHaveLength(2);
  expect(await ask.states(id)).toEqual({ canceled: 6, sent: 2 });
});

test("nor after a pause; a resume sends it, nothing twice", async () => {
  const { id, other } = await twoAndThree();
  await other.pause(id);
  await eventually(async () => (await ask.states(id))["sending"] === 2);
  answerAll();
  await eventually(async () => (await ask.states(id))["sent"] === 2);
  expect(provider.seen).toHaveLength(2);
  await other.resume(id);
  await ask.becomes(id, "completed");
  expect(provider.seen).toHaveLength(8);
  expect(provider.times().size).toBe(8);
});

test("nor to a recipient who has replied STOP meanwhile; the next recipient gets their message", async () => {
  const { id, ready } = await twoAndThree();
  await suppress(db.pool, ready[0]!);
  await eventually(async () => (await ask.states(id))["suppressed"] === 1 || (await ask.states(id))["sending"] === 4);
  answerAll();
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 7, suppressed: 1 });
  expect(provider.times().has(ready[0]!)).toBe(false);
  expect(provider.times().has(ready[1]!)).toBe(true);
});

test("nor to a recipient whose STOP was stored while the mark of their delivery waited for its row", async () => {
  hangs = false;
  const other = await startCampaignNode(db, provider.dsn(), { works: false });
  nodes = [other];
  const [stopping, staying] = numbers(2) as [string, string];
  const id = await other.accept([stopping, staying]);
  const holder = await db.pool.connect();
  await holder.query("begin");
  await holder.query("select from deliveries where message_id = $1 and phone = $2 for update", [id, stopping]);
  nodes.push(await startCampaignNode(db, provider.dsn()));
  const waiting = (since: string): Promise<unknown> =>
    eventually(async () => {
      const found = await ask.rows(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%suppressions%'
          and datname = current_database() and query_start < now() - $1::interval`,
        [since],
      );
      return found.length === 1;
    });
  await waiting("0");
  await suppress(db.pool, stopping);
  // Its snapshot is then older than a delivery may leave by.
  await waiting("1 second");
  await holder.query("commit");
  holder.release();
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 1, suppressed: 1 });
  expect([...provider.times().keys()]).toEqual([staying]);
});

test("what waits there past its validity expires at once, and not only when the gateway answers", async () => {
  const { id } = await twoAndThree();
  await db.pool.query("update messages set valid_until = now() where id = $1", [id]);
  await eventually(async () => {
    const { expired, sending } = await ask.states(id);
    return expired === 6 && sending === 2;
  });
  answerAll();
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ expired: 6, sent: 2 });
  expect(provider.seen).toHaveLength(2);
});

test("nor from a node whose clock stood still while another one took over its work", async () => {
  const { id, ready } = await twoAndThree();
  // No other node claims them here: the first holder's behavior is what is tested.
  await db.pool.query("update chunks set token = token + 1, due = now() + interval '1 hour'");
  await db.pool.query("update deliveries set state = 'unknown' where state = 'sending'");
  await eventually(async () => statements.some((name) => name.startsWith("settle")));
  answerAll();
  await eventually(async () => (await ask.states(id))["sent"] === 2);
  expect(await ask.states(id)).toEqual({ queued: 3, sent: 2, unknown: 3 });
  expect(ready.filter((phone) => provider.times().has(phone))).toEqual([]);
});
