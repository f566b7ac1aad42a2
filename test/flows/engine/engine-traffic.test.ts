import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { deliveryOf, referenceOf } from "#domain/messages/reference";
import type { Receipt } from "#domain/gateways/gateway";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";
import { queueQueries } from "#store/queries/queue/queue";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually, numbers, startEngine, textTo, type TestEngine } from "../../support/engine/engine.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";

type State = Receipt["state"];

let db: TestDatabase;
let engines: TestEngine[] = [];
beforeAll(async () => {
  db = await freshDatabase({ max: 20 });
});
afterEach(async () => {
  await Promise.all(engines.map(({ engine }) => engine.stop()));
  engines = [];
  await db.pool.query(
    "truncate messages, deliveries, chunks, retries, suppressions, events, provider_refs, receipts, outbox_deltas",
  );
});
afterAll(() => db.drop());

const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await db.pool.query(sql)).rows;

async function hurry(): Promise<void> {
  await db.pool.query("update retries set due = now() where due > now()");
  await db.pool.query("update receipts set due = now() where due > now()");
  await queueQueries(db, { webhooks: () => undefined, receipts: () => undefined }).promote();
  for (const { engine } of engines) {
    engine.wake.dispatch();
    engine.wake.receipts();
  }
}

/** Compares the log's counts with the deliveries themselves. */
async function tallies() {
  const [kept] = await rows(
    "select sum(total)::int as total, sum(success)::int as success, sum(failed)::int as failed from outbox_deltas",
  );
  const [counted] = await rows(`select count(*)::int as total,
    (count(*) filter (where state in ('sent', 'delivered')))::int as success,
    (count(*) filter (where state in ('failed', 'undelivered', 'expired', 'canceled', 'suppressed')))::int as failed
    from deliveries`);
  return { kept, counted };
}

test("three nodes, every outcome, receipts in between: every delivery ends once, and the totals are right", async () => {
  const tried = new Map<string, number>();
  const provider = await startScriptedProvider(({ to, ref }) => {
    const times = (tried.get(ref) ?? 0) + 1;
    tried.set(ref, times);
    const kind = Number(to.at(-1));
    if (kind === 0) return { status: 400 };
    if (kind === 1 && times < 3) return { status: 503 };
    if (kind === 2 && times < 3) return { status: 429 };
    if (kind === 3) return { status: 500 };
    // A receipt that overtakes its response, and another one that contradicts it.
    if (kind >= 6) void report(ref, kind === 6 ? ["undelivered", "sent"] : ["sent", "delivered", "delivered"]);
    return {};
  });
  const report = async (ref: string, list: readonly State[]): Promise<void> => {
    const store = engines[0]!.receipts.store;
    await Promise.all(list.map((state) => store("http", [{ ref, state, providerId: `x-${ref}` }])));
    await store("http", [{ providerId: "of nobody", state: "delivered", phone: "+4915100000000" }]);
  };
  for (let count = 0; count < 3; count += 1) engines.push(await startEngine(db, provider.dsn("&window=20")));
  const [before] = await rows("select deadlocks::int as n from pg_stat_database where datname = current_database()");

  const people = numbers(400);
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const shuffled = people.toSorted(() => Math.random() - 0.5).slice(0, 120);
      const result = await engines[index % 3]!.messages.accept(textTo(shuffled));
      expect(result.kind).toBe("accepted");
    }),
  );
  await Promise.all(people.slice(0, 200).map((phone, index) => engines[index % 3]!.messages.accept(textTo([phone]))));
  await eventually(async () => {
    await hurry();
    const open = await rows("select 1 from messages where state <> 'completed'");
    const early = await rows("select 1 from receipts where provider_id <> 'of nobody'");
    return open.length === 0 && early.length === 0;
  });

  const oracle = [
    "failed",
    "sent",
    "sent",
    "unknown",
    "sent",
    "sent",
    "undelivered",
    "delivered",
    "delivered",
    "delivered",
  ];
  const wrong = (await rows("select phone, state::text from deliveries")).filter(
    ({ phone, state }) => state !== oracle[Number(String(phone).at(-1))],
  );
  expect(wrong).toEqual([]);
  expect(await rows("select count(*)::int as n from deliveries")).toEqual([{ n: 12 * 120 + 200 }]);
  const taken = [...tried].filter(([ref, times]) => times !== ("12".includes(deliveryOf(ref)!.phone.at(-1)!) ? 3 : 1));
  expect(taken).toEqual([]);
  const { kept, counted } = await tallies();
  expect(kept).toEqual(counted);
  // A chunk may end a moment after the last message in it.
  await expect.poll(() => rows("select 1 from chunks union all select 1 from retries")).toEqual([]);
  const [after] = await rows("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(after).toEqual(before);
  // Every tenth number is answered 503: five of them in a row make the gateway degraded for a while, and the first two
  // attempts after that may fail as well.
  const warnings = engines.flatMap(({ logged }) => logged).filter(({ level }) => level !== "info");
  const expected = ["gateway is degraded", "gateway is recovering"];
  expect(warnings.filter(({ message }) => !expected.includes(String(message)))).toEqual([]);
  await provider.close();
});

test("whatever receipts say, and in whatever order, a delivery ends where the first final status puts it", async () => {
  const provider = await startScriptedProvider(() => ({}));
  engines.push(await startEngine(db, provider.dsn()));
  await engines[0]!.engine.stop();
  const { receipts } = engines[0]!;
  const phone = numbers(1)[0] as Phone;
  const id = "01990000-0000-7000-8000-000000000001" as Uuid;
  const month = await rows(
    "select relname from pg_class where relname like 'deliveries_2%' and relkind = 'r' order by 1 limit 1",
  );
  const table = String(month[0]!["relname"]);
  const [bound] = await rows(
    `select (regexp_match(pg_get_expr(relpartbound, oid), 'FROM \\(''([^'']+)'))[1] as low from pg_class where relname = '${table}'`,
  );
  const messageId = `${String(bound!["low"]).slice(0, 14)}7${id.slice(15)}` as Uuid;
  const ref = referenceOf({ messageId, phone });

  const says = fc.record({
    state: fc.constantFrom<State>("sent", "delivered", "undelivered", "failed"),
    by: fc.constantFrom("ref", "id", "wrong phone", "unknown id"),
    applyNow: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("sent", "unknown"), fc.array(says, { maxLength: 6 }), async (start, list) => {
      await db.pool.query("truncate deliveries, provider_refs, receipts, outbox_deltas, events");
      await db.pool.query(`insert into ${table} (message_id, phone, state, gateway) values ($1, $2, $3, 'http')`, [
        messageId,
        phone,
        start,
      ]);
      await db.pool.query(
        "insert into provider_refs (gateway, provider_id, message_id, phone) values ('http', 'p', $1, $2)",
        [messageId, phone],
      );
      await db.pool.query("insert into outbox_deltas (bucket, total, success, failed) values (now(), 1, $1, 0)", [
        start === "sent" ? 1 : 0,
      ]);
      let expected: string = start;
      let batch: State[] = [];
      const judge = (): void => {
        // Within one batch a final status comes before an intermediate one.
        for (const state of [...batch.filter((one) => one !== "sent"), ...batch.filter((one) => one === "sent")].slice(
          0,
          1,
        )) {
          if (expected === "unknown") expected = state;
          else if (expected === "sent" && state !== "sent")
            expected = state === "delivered" ? "delivered" : "undelivered";
        }
        batch = [];
      };
      for (const { state, by, applyNow } of list) {
        const naming = {
          ref: { ref },
          id: { providerId: "p" },
          "wrong phone": { providerId: "p", phone: "+4915799999999" },
          "unknown id": { providerId: "q" },
        }[by];
        await receipts.store("http", [{ ...naming, state }]);
        if (by === "ref" || by === "id") batch.push(state);
        if (applyNow) {
          await receipts.apply();
          judge();
        }
      }
      await receipts.apply();
      judge();
      expect((await rows("select state::text from deliveries"))[0]).toEqual({ state: expected });
      const { kept, counted } = await tallies();
      expect(kept).toEqual(counted);
    }),
    { numRuns: 60 },
  );
  await provider.close();
});

test("a receipt with a reference that was never ours blocks no other receipt", async () => {
  const provider = await startScriptedProvider(() => ({}));
  engines.push(await startEngine(db, provider.dsn()));
  const [node] = engines;
  await node!.messages.accept(textTo(numbers(1)));
  await eventually(async () => (await deliveriesOf(db.pool, { state: "sent" })).length === 1);
  for (const bytes of [
    Buffer.alloc(16, 0xff),
    Buffer.alloc(16, 0),
    Buffer.from("ffffffffffff7fff8fffffffffffffff", "hex"),
    Buffer.from("000000000000700080000000000000ff", "hex"),
  ]) {
    await node!.receipts.store("http", [{ ref: `${bytes.toString("base64url")}.abc`, state: "delivered" }]);
  }
  const [row] = await rows("select message_id, phone from deliveries");
  const ref = referenceOf({ messageId: row!["message_id"] as Uuid, phone: row!["phone"] as Phone });
  await node!.receipts.store("http", [{ ref, state: "delivered" }]);
  await eventually(async () => (await deliveriesOf(db.pool, { state: "delivered" })).length === 1);
  await provider.close();
});
