import { afterAll, beforeAll, expect, test } from "vitest";

import { preparedTextQueries } from "#store/queries/fan-out/prepared-texts";

import { phonesOf } from "../../support/database/ledger.ts";
import { openDb } from "../../support/database/open-db.ts";
import { endedMessage } from "../../support/service/sent-messages.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

/** More than two pages look at. */
const PEOPLE = 45_000;
const numberOf = (nth: number): string => `+4915${100_000_000 + nth}`;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.pool.query(
    `with person as (
      insert into subscribers (phone, name, locale)
      select '+4915' || (100000000 + n), 'N' || n, case when n in (10, 20001, 44999) then 'fr' when n between 30000 and 34500 then 'it' end
      from generate_series(1, ${PEOPLE}) n returning id, phone)
    insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from person`,
  );
});
afterAll(() => service.end());

async function sendTo(locale: string, message: string): Promise<{ readonly state: string; readonly phones: string[] }> {
  const filter = { all: [{ field: "locale", op: "is", value: locale }] };
  const segment = await service.call("POST", "/segments", { name: `${locale} ${message}`, filter });
  const sent = await service.call("POST", "/send", { message, segment_ids: [segment.body.data.id] });
  expect([segment.status, sent.status]).toEqual([201, 200]);
  const id = sent.body.data.message_id as string;
  const { state } = await endedMessage(service, id);
  return { state, phones: await phonesOf(service.pool, { message: id.replace("msg_", "") }) };
}

test("the few people of a segment are found wherever they are in a large list, each once", async () => {
  const rare = { state: "completed", phones: [10, 20_001, 44_999].map(numberOf) };
  expect(await sendTo("fr", "Hello")).toEqual(rare);
  expect(await sendTo("fr", "Hello {{name}}")).toEqual(rare);
});

test("so are many who are next to each other, and of a segment without people the message fails", async () => {
  const dense = { state: "completed", phones: Array.from({ length: 4_501 }, (_, nth) => numberOf(30_000 + nth)) };
  expect(await sendTo("it", "Hello")).toEqual(dense);
  expect(await sendTo("it", "Hello {{name}}")).toEqual(dense);
  expect(await sendTo("fa", "Hello")).toEqual({ state: "failed", phones: [] });
});

test("a page looks at a part of the list, whether anyone in it matches or not, so that its statement ends in time", async () => {
  const filter = { all: [{ field: "locale", op: "is", value: "ja" }] };
  const segment = (await service.call("POST", "/segments", { name: "ja", filter })).body.data.id as number;
  const db = await openDb({ url: service.url }, { max: 1 });
  const page = (after: string | null) =>
    preparedTextQueries(db).people({ priority: 2 }, { segment }, after, 2_000, false);
  expect(await page(null)).toEqual({ people: [], next: numberOf(20_000) });
  expect(await page(numberOf(20_000))).toEqual({ people: [], next: numberOf(40_000) });
  expect(await page(numberOf(40_000))).toEqual({ people: [], next: null });
  await db.close();
});
