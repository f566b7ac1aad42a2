import { afterAll, beforeAll, expect, test } from "vitest";

import { outboxEndpoint } from "#api/v1/outbox/outbox";
import { outboxQueries } from "#store/queries/outbox/outbox";

import { apiWith, type Json } from "../../support/service/api.ts";
import { writeLog } from "../../support/service/log-entries.ts";
import { openOutbox, type Outbox } from "../../support/people/outbox.ts";

let db: Outbox["db"];
let api: Outbox["api"];
let log: Outbox["log"];

const MINUTE = 60_000;
const phone = (number: number): string => `+4915${String(100_000_000 + number)}`;

beforeAll(async () => {
  ({ db, api, log } = await openOutbox());
});
afterAll(() => db.drop());

/** Follows the cursor to the end. */
async function everything(query: Record<string, string>): Promise<Json[]> {
  const items: Json[] = [];
  let page = await log(query);
  for (;;) {
    items.push(...page.items);
    if (page.pagination.next_cursor === null) return items;
    page = await log({
      cursor: page.pagination.next_cursor,
      ...(query["per_page"] && { per_page: query["per_page"] }),
    });
  }
}

async function ties(day: number): Promise<{ query: Record<string, string>; all: string[] }> {
  const at = Date.UTC(2026, 7, day, 12);
  // One instant, several messages, many recipients each: only the key distinguishes them.
  for (const [index, state] of (["delivered", "failed", "queued"] as const).entries()) {
    const phones = Array.from({ length: 15 }, (_, number) => phone(300 + number));
    await writeLog(db, { at, phones, state, sender: ["B", "A", null][index]! });
  }
  const date = `2026-08-${String(day).padStart(2, "0")}`;
  const firstOf = (millis: number): string =>
    `${millis
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-0000-0000-000000000000`;
  const { rows } = await db.pool.query("select id::int from deliveries where message_id >= $1 and message_id < $2", [
    firstOf(at - 1),
    firstOf(at + 1),
  ]);
  return { query: { date_from: date, date_to: date, per_page: "7" }, all: rows.map((row) => row.id).toSorted() };
}

let day = 0;
for (const orderby of ["date", "sender", "recipient", "status"]) {
  for (const order of ["asc", "DESC"]) {
    test(`pages by ${orderby} ${order} show every entry of one instant once, by cursor and by number alike`, async () => {
      const { query, all } = await ties((day += 1));
      const byCursor = await everything({ ...query, orderby, order });
      expect(byCursor.map((item) => item.id).toSorted()).toEqual(all);
      const byNumber: Json[] = [];
      for (let page = 1; page <= 7; page += 1)
        byNumber.push(...(await log({ ...query, orderby, order, page: String(page) })).items);
      expect(byNumber.map((item) => item.id)).toEqual(byCursor.map((item) => item.id));
      const values = byCursor.map((item) => (orderby === "date" ? item.created_at : (item[orderby] ?? "")));
      expect(values).toEqual(order === "asc" ? values.toSorted() : values.toSorted().toReversed());
    });
  }
}

test("deliveries that are logged during paging move nothing", async () => {
  const { query } = await ties(20);
  for (const orderby of ["date", "sender", "status"]) {
    const before = await everything({ ...query, orderby });
    const first = await log({ ...query, orderby });
    await writeLog(db, { at: Date.UTC(2026, 7, 20, 13), phones: [phone(390)], sender: "A" });
    const rest: Json[] = [];
    for (let cursor = first.pagination.next_cursor; cursor !== null;) {
      const page = await log({ cursor, per_page: "7" });
      rest.push(...page.items);
      cursor = page.pagination.next_cursor;
    }
    expect(
      [...first.items, ...rest].map((item) => item.id),
      orderby,
    ).toEqual(before.map((item) => item.id));
    await db.pool.query("delete from deliveries where phone = $1", [phone(390)]);
  }
});

test("pages of one error code show every entry once, in both directions", async () => {
  const at = Date.UTC(2026, 7, 22, 12);
  const day = { date_from: "2026-08-22", date_to: "2026-08-22", per_page: "7" };
  for (const [index, size] of [5, 0, 1, 9, 20, 0, 3].entries()) {
    const phones = Array.from({ length: size }, (_, number) => phone(700 + number));
    await writeLog(db, { at: at + index, phones, state: "failed", failure: index % 2 ? "odd" : "even" });
  }
  for (const [error, many] of [
    ["odd", 9],
    ["even", 29],
  ] as const) {
    const down = await everything({ ...day, error });
    expect(new Set(down.map((item) => item.id)).size, error).toBe(many);
    expect(down).toHaveLength(many);
    const up = await everything({ ...day, error, order: "asc" });
    expect(up.map((item) => item.id)).toEqual(down.map((item) => item.id).toReversed());
  }
});

test("a cursor carries filters and order, accepts their repetition, and refuses others", async () => {
  const { query } = await ties(21);
  const first = await log({ ...query, status: "failed", orderby: "recipient", order: "asc" });
  const cursor = first.pagination.next_cursor;
  const plain = await log({ cursor, per_page: "7" });
  expect(plain.items.every((item: Json) => item.status === "failed")).toBe(true);
  expect(plain.items[0].recipient > first.items.at(-1).recipient).toBe(true);
  expect(plain.pagination).toMatchObject({ total: 15, current_page: null });
  const repeated = await log({ cursor, ...query, status: "failed", orderby: "recipient", order: "ASC" });
  expect(repeated.items).toEqual(plain.items);
  for (const [field, value] of Object.entries({
    order: "desc",
    orderby: "date",
    status: "all",
    state: "failed",
    date_from: "2026-08-20",
    date_to: "2026-08-22",
    search: "x",
    recipient: phone(1),
    gateway: "x",
    error: "x",
    message_id: "msg_00000000-0000-7000-8000-000000000000",
    page: "1",
  })) {
    const answer = await api.call(`/outbox?${new URLSearchParams({ cursor, [field]: value })}`);
    expect(answer.status, field).toBe(400);
    expect(
      answer.body.data.details.map((detail: Json) => detail.field),
      field,
    ).toEqual([field]);
  }
});

test("a cursor carries several states, whatever their order, and has none for a node of an earlier release to refuse", async () => {
  const { query } = await ties(23);
  const stateIn = (cursor: string): unknown =>
    JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")).filter.state;
  const first = await log({ ...query, state: "queued,failed" });
  const cursor = first.pagination.next_cursor;
  expect(first.pagination.total).toBe(30);
  expect(stateIn(cursor)).toEqual(["queued", "failed"]);
  expect((await everything({ ...query, state: "queued,failed" })).map((item) => item.state).toSorted()).toEqual([
    ...Array.from({ length: 15 }, () => "failed"),
    ...Array.from({ length: 15 }, () => "queued"),
  ]);
  expect((await log({ cursor, ...query, state: "failed,queued" })).items).toEqual(
    (await log({ cursor, per_page: "7" })).items,
  );
  const other = await api.call(`/outbox?${new URLSearchParams({ cursor, state: "queued" })}`);
  expect([other.status, other.body.data.details[0].field]).toEqual([400, "state"]);
  expect(stateIn((await log(query)).pagination.next_cursor)).toBeUndefined();
});

test("forged cursors are refused or lead nowhere else", async () => {
  const { query } = await ties(22);
  const { pagination } = await log(query);
  const good = JSON.parse(Buffer.from(pagination.next_cursor, "base64url").toString());
  const forged: Record<string, unknown>[] = [
    { ...good, v: 2 },
    { ...good, extra: 1 },
    { ...good, key: { messageId: "x' or true --", phone: "+1" } },
    { ...good, key: { ...good.key, phone: "'; drop table deliveries; --" } },
    { ...good, key: { ...good.key, messageId: "ffffffff-ffff-ffff-ffff-ffffffffffff" } },
    { ...good, orderBy: "body" },
    { ...good, filter: { ...good.filter, status: "nonsense" } },
    { ...good, filter: { ...good.filter, state: [] } },
    { ...good, filter: { ...good.filter, state: ["nonsense"] } },
    { ...good, filter: { ...good.filter, search: "\0" } },
    { ...good, filter: { ...good.filter, search: "\ud800" } },
    { ...good, filter: { ...good.filter, from: 1e300 } },
    { ...good, filter: { ...good.filter, from: -1 }, until: 9e15 },
    { ...good, counts: { ...good.counts, total: -1 } },
    { ...good, value: 5 },
  ];
  for (const one of forged) {
    const cursor = Buffer.from(JSON.stringify(one)).toString("base64url");
    const answer = await api.call(`/outbox?cursor=${cursor}`);
    expect([answer.status, answer.body.data.details[0].field], JSON.stringify(one)).toEqual([400, "cursor"]);
  }
  const stretched = { ...good, filter: { ...good.filter, from: null, to: null } };
  expect(
    (await api.call(`/outbox?cursor=${Buffer.from(JSON.stringify(stretched)).toString("base64url")}`)).status,
  ).toBe(200);
  expect(api.unforeseen).toEqual([]);
});

test("totals are exact to 10,000 and capped beyond, while the stats of whole days stay exact", async () => {
  const at = Date.UTC(2026, 8, 5, 12);
  const many = (count: number, from: number): string[] =>
    Array.from({ length: count }, (_, index) => phone(from + index));
  const id = await writeLog(db, { at, phones: many(10_000, 1_000_000), sender: "big" });
  const whole = { date_from: "2026-09-05", date_to: "2026-09-05" };
  const queries: Record<string, string>[] = [
    whole,
    { message_id: `msg_${id}` },
    { search: "big" },
    { ...whole, gateway: "main" },
  ];
  for (const query of queries) {
    // A search ends after a second, in which a busy machine does not count that far.
    await expect
      .poll(() => log(query), { message: JSON.stringify(query) })
      .toMatchObject({
        pagination: { total: 10_000, total_capped: false, total_pages: 500 },
        stats: { total: 10_000, success: 10_000, failed: 0 },
      });
  }
  expect((await log({ ...whole, page: "100", per_page: "100" })).items).toHaveLength(100);
  await writeLog(db, { at: at + MINUTE, phones: many(1, 2_000_000), sender: "big", state: "failed" });
  // The newest ten thousand: the one that failed is among them.
  await expect
    .poll(() => log({ search: "big" }))
    .toMatchObject({
      pagination: { total: 10_000, total_capped: true },
      stats: { total: 10_000, success: 9_999, failed: 1 },
    });
  const pagination = { total: 10_000, total_capped: true };
  await expect
    .poll(() => log(whole))
    .toMatchObject({ pagination, stats: { total: 10_001, success: 10_000, failed: 1 } });
  await expect
    .poll(() => log({ date_from: "2026-09-05T00:00:01", date_to: "2026-09-05" }))
    .toMatchObject({ pagination });
  const all = await everything({ ...whole, per_page: "100" });
  expect(new Set(all.map((item) => item.id)).size).toBe(10_001);
});

/** Each reading of the clock is 0.1 s later: the budget is used up after two steps. */
function slowLog() {
  let now = 0;
  const slow = apiWith(db, [
    outboxEndpoint({
      outbox: outboxQueries(db),
      clock: { now: () => (now += 100) },
      timeZone: () => "UTC",
      country: null,
    }),
  ]);
  return async (query: Record<string, string>) => (await slow.call(`/outbox?${new URLSearchParams(query)}`)).body.data;
}

test("several failed states, and one error code, are found by their index, however much is newer", async () => {
  const at = Date.UTC(2026, 9, 5, 12);
  const old = { failed: phone(500), undelivered: phone(501), queued: phone(502) };
  for (const [state, number] of Object.entries(old)) await writeLog(db, { at, phones: [number], state });
  const many = Array.from({ length: 5_000 }, (_, index) => phone(3_000_000 + index));
  await writeLog(db, { at: at + MINUTE, phones: many, state: "delivered" });
  const page = slowLog();
  const day = { date_from: "2026-10-05", date_to: "2026-10-05" };
  const found = async (state: string) => {
    const { items, search_incomplete: incomplete } = await page({ ...day, state });
    return [items.map((item: Json) => item.state).toSorted(), incomplete];
  };
  expect(await found("failed,undelivered")).toEqual([["failed", "undelivered"], false]);
  // No index has both: the newest entries are read until the time is up.
  expect(await found("failed,queued")).toEqual([[], true]);
  await writeLog(db, { at: at + MINUTE, phones: many, state: "failed", failure: "other" });
  expect((await page({ ...day, error: "undelivered" })).items).toMatchObject([{ state: "undelivered" }]);
});

test("a page by its number, also the first one, is searched for longer: who reads page by page follows no cursor", async () => {
  const at = Date.UTC(2026, 9, 7, 12);
  const older = Array.from({ length: 4 }, (_, index) => phone(700 + index));
  await writeLog(db, { at, phones: older, state: "queued" });
  const newer = Array.from({ length: 3_000 }, (_, index) => phone(800 + index));
  await writeLog(db, { at: at + MINUTE, phones: newer, state: "delivered" });
  const page = slowLog();
  const query = { date_from: "2026-10-07", date_to: "2026-10-07", state: "failed,queued", per_page: "2" };
  expect(await page(query)).toMatchObject({ items: [], search_incomplete: true });
  for (const number of ["1", "2"]) {
    expect(await page({ ...query, page: number })).toMatchObject({
      items: [{ state: "queued" }, { state: "queued" }],
      pagination: { current_page: Number(number) },
      search_incomplete: false,
    });
  }
});

test("a search that takes too long returns what it has, and its cursor continues from there", async () => {
  const page = slowLog();
  await writeLog(db, { at: Date.UTC(2026, 5, 10, 12), phones: [phone(1)], body: "Grüße" });
  let data = await page({ search: "Grüße" });
  expect(data).toMatchObject({ search_incomplete: true, items: [], pagination: { total: 0, total_capped: true } });
  const found: Json[] = [];
  for (let calls = 0; data.pagination.next_cursor !== null && calls < 50; calls += 1) {
    data = await page({ cursor: data.pagination.next_cursor });
    found.push(...data.items);
  }
  expect(found.map((item) => item.message)).toEqual(["Grüße"]);
});
