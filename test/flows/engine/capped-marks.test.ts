import { beforeEach, expect, test } from "vitest";

import type { Phone } from "#domain/recipients/phone";
import type { ReadSettings } from "#domain/settings/settings-store";
import { spendRules } from "#domain/spending/spend-rules";
import { spendingQueue } from "#engine/spending-queue";
import type { Uuid } from "#lib/ids";
import { hour } from "#lib/time";
import { creditQueries } from "#store/queries/gateways/credit";
import { holdQueries } from "#store/queries/queue/holds";
import { settingsQueries } from "#store/queries/settings/settings";
import { spendingQueries } from "#store/queries/spending/spending";

import { openCampaignFixture } from "../../support/engine/campaign-fixture.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { queueWithHolds, setCap } from "../../support/engine/holding.ts";

const fixture = openCampaignFixture();
const { ask } = fixture;
const marketing = { category: "marketing", validFor: 259_200 } as const;
const PERSON = "+4915112345678";
/** By this session, in heap pages or through an index. */
const ROWS_READ =
  "select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'contacts'";
const listOf = async (phone: string) => {
  const [row] = await ask.rows(
    "select recent, abs(extract(epoch from last_at) * 1000 - (recent -> -1 ->> 1)::float8) < 5000 as dated from contacts where phone = $1",
    [phone],
  );
  return row;
};

beforeEach(async () => {
  await fixture.db.pool.query("delete from settings where name = 'frequency_cap'");
  await fixture.db.pool.query("truncate holds, contacts");
});

test("a message over the cap leaves the list of its person as it was", async () => {
  await setCap(fixture.db, { messages: 1, whenOver: "skip" }, { longAgo: true });
  const twoHoursAgo = Date.now() - 2 * hour;
  const earlier = [["00000000-0000-7000-8000-000000000001", twoHoursAgo]];
  await ask.rows("insert into contacts (phone, recent, last_at) values ($1, $2, to_timestamp($3::float8 / 1000))", [
    PERSON,
    JSON.stringify(earlier),
    twoHoursAgo,
  ]);
  const one = await fixture.node("", { queue: queueWithHolds(fixture.db) });
  const id = await one.accept([PERSON, "+4915112345679"], marketing);
  await ask.becomes(id, "completed");
  expect(await ask.states(id)).toEqual({ sent: 1, suppressed: 1 });
  expect(await listOf(PERSON)).toEqual({ recent: earlier, dated: true });
  expect(await listOf("+4915112345679")).toEqual({ recent: [[id, expect.any(Number)]], dated: true });
});

test("each message that leaves is added to the list, the newest last", async () => {
  await setCap(fixture.db, { messages: 5 }, { longAgo: true });
  const one = await fixture.node("", { queue: queueWithHolds(fixture.db) });
  const ids: Uuid[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    ids.push(await one.accept([PERSON], marketing));
    await ask.becomes(ids.at(-1)!, "completed");
    // The time of the last message, by which a list is pruned.
    expect(await listOf(PERSON)).toMatchObject({ dated: true });
    await ask.rows("update contacts set last_at = now() - interval '30 days'");
  }
  const { recent } = (await listOf(PERSON)) as { recent: [Uuid, number][] };
  expect(recent.map(([id]) => id)).toEqual(ids);
  expect(recent.map(([, at]) => at)).toEqual(recent.map(([, at]) => at).toSorted((a, b) => a - b));
});

test("lists are found by their key, although the statements were planned when there were none", async () => {
  const { db } = fixture;
  const holds = holdQueries(db, () => undefined);
  const messages = numbers(3_000).map((phone) => ({ phone: phone as Phone, messageId: crypto.randomUUID() as Uuid }));
  const rowsRead = async (): Promise<number> => {
    const [row] = await db.query<{ rows: number }>("rows read", ROWS_READ, []);
    return row!.rows;
  };
  // One transaction, and so one session, which keeps its plans.
  await db.transaction(async () => {
    for (let nth = 0; nth < 8; nth += 1) {
      const { before } = await holds.addContacts(messages.slice(nth, nth + 1));
      await holds.correctContacts(
        new Map([...before.keys()].map((phone) => [phone, [[messages[nth]!.messageId, nth]]])),
      );
      await holds.correctContacts(before);
    }
    await holds.addContacts(messages);
    const earlier = await rowsRead();
    const { before } = await holds.addContacts(messages.slice(0, 50));
    await holds.correctContacts(before);
    expect((await rowsRead()) - earlier).toBeLessThanOrEqual(4 * 50);
    expect([...before.values()].map(([first]) => first![0])).toEqual(
      messages.slice(0, 50).map(({ messageId }) => messageId),
    );
  });
});

test("what is exempt from the cap leaves although the rules of the spend cap cannot be read ahead, and the rest with it", async () => {
  await setCap(fixture.db, { messages: 5 }, { longAgo: true });
  const failing = () => Promise.reject(new Error("the settings cannot be read"));
  const queue = queueWithHolds(fixture.db, fixture.db, undefined, undefined, failing);
  const accepting = await fixture.node("", { works: false });
  const exempt = await accepting.accept([PERSON], { category: "transactional" });
  const capped = await accepting.accept([PERSON], marketing);
  await fixture.node("", { queue });
  await ask.becomes(exempt, "completed");
  await ask.becomes(capped, "completed");
  expect([await ask.states(exempt), await ask.states(capped)]).toEqual([{ sent: 1 }, { sent: 1 }]);
});

test("what the spend cap decides by is read before the transaction of a mark, not in each", async () => {
  const { db } = fixture;
  await setCap(db, { messages: 5 }, { longAgo: true });
  const stored = settingsQueries(db).read;
  const reads = { within: 0, ahead: 0 };
  const read: ReadSettings = (section) => {
    reads[db.inTransaction() ? "within" : "ahead"] += 1;
    return stored(section);
  };
  // Nothing grows too old between the read and the mark.
  const clock = { now: () => 0 };
  const readRules = spendRules(read, { clock, inTransaction: db.inTransaction });
  const holds = holdQueries(db, () => undefined);
  const tools = { spending: spendingQueries(db), credit: creditQueries(db), unitOfWork: db, clock: db };
  const queue = queueWithHolds(
    db,
    db,
    (within) => spendingQueue(within, { readRules, holds, ...tools, timeZone: "UTC", log: () => undefined }),
    stored,
    readRules,
  );
  const one = await fixture.node("", { queue });
  const id = await one.accept(numbers(300), marketing);
  await ask.becomes(id, "completed");
  await eventually(async () => reads.ahead > 0);
  expect(reads.within).toBe(0);
});
