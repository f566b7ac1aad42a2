import { afterAll, beforeAll, expect, test } from "vitest";

import { deliveryStates } from "#domain/deliveries/delivery-state";

import type { Json } from "../../support/service/api.ts";
import { writeLog } from "../../support/service/log-entries.ts";
import { openOutbox, type Outbox } from "../../support/people/outbox.ts";

let db: Outbox["db"];
let api: Outbox["api"];
let log: Outbox["log"];

/** Noon of a day in June: far from every change of the clocks. */
const NOON = Date.UTC(2026, 5, 10, 12);
const MINUTE = 60_000;
const phone = (number: number): string => `+4915${String(100_000_000 + number)}`;

beforeAll(async () => {
  ({ db, api, log } = await openOutbox());
});
afterAll(() => db.drop());

test("an empty log is an empty page", async () => {
  const data = await log();
  expect(data).toEqual({
    items: [],
    pagination: { total: 0, total_capped: false, total_pages: 0, current_page: 1, per_page: 20, next_cursor: null },
    stats: { total: 0, success: 0, failed: 0 },
    search_incomplete: false,
  });
});

test("an entry shows everything about one recipient, with the date in site time", async () => {
  const id = await writeLog(db, { at: NOON, phones: [phone(1)], sender: "ACME", body: "Grüße", state: "undelivered" });
  const { items } = await log({ message_id: `msg_${id}` });
  expect(items).toEqual([
    {
      id: expect.any(Number),
      message_id: `msg_${id}`,
      date: "2026-06-10 14:00:00",
      created_at: "2026-06-10T12:00:00.000Z",
      sent_at: null,
      delivered_at: null,
      sender: "ACME",
      recipient: phone(1),
      recipient_count: 1,
      message: "Grüße",
      status: "failed",
      state: "undelivered",
      response: null,
      media: [],
      gateway: "main",
      segments: 1,
      cost: null,
      currency: null,
      channel: null,
      error: "undelivered",
      held_for: null,
      held_until: null,
    },
  ]);
});

test("the body of a one-time password is neither shown nor found", async () => {
  const id = await writeLog(db, { at: NOON + 1, phones: [phone(2)], category: "otp", body: "Your code is 918273" });
  expect((await log({ message_id: `msg_${id}` })).items[0].message).toBe("[hidden]");
  expect((await log({ search: "918273" })).items).toEqual([]);
  expect((await log({ search: "code is" })).items).toEqual([]);
});

test("the recipient is found in every notation, and only by the whole number", async () => {
  await writeLog(db, { at: NOON + 2, phones: ["+4915199900001", "+4915199900002"] });
  for (const recipient of ["+4915199900001", "0151 999 00001", "004915199900001", "+49 (151) 999-00001"]) {
    expect(
      (await log({ recipient })).items.map((item: Json) => item.recipient),
      recipient,
    ).toEqual(["+4915199900001"]);
  }
  expect((await log({ recipient: "+491519990000" })).items).toEqual([]);
  expect((await log({ search: "999 0000", orderby: "recipient", order: "ASC" })).items).toHaveLength(2);
});

test("search finds parts of the body, sender and number, whatever their case and special characters", async () => {
  await writeLog(db, { at: NOON + 3, phones: [phone(3)], body: "100% off_now \\o/ ПРИВЕТ it's" });
  await writeLog(db, { at: NOON + 4, phones: [phone(4)], body: "100 percent", sender: "Bäckerei" });
  const found = async (search: string): Promise<string[]> =>
    (await log({ search })).items.map((item: Json) => item.recipient);
  for (const search of ["100% OFF", "off_now", "\\o/", "привет", "Привет", "it's"]) {
    expect(await found(search), search).toEqual([phone(3)]);
  }
  expect(await found("100_off")).toEqual([]);
  expect(await found("bäck")).toEqual([phone(4)]);
  expect(await found(phone(4).slice(3))).toEqual([phone(4)]);
  expect(await found("' or 1=1 --")).toEqual([]);
});

test("status accepts the three words, all, and every exact state", async () => {
  const at = Date.UTC(2026, 5, 1, 12);
  for (const [index, state] of deliveryStates.entries())
    await writeLog(db, { at: at + index, phones: [phone(100 + index)], state });
  const day = { date_from: "2026-06-01", date_to: "2026-06-01" };
  const found = async (status: string): Promise<string[]> => {
    const data = await log({ ...day, status });
    expect(data.pagination.total, status).toBe(data.items.length);
    return data.items.map((item: Json) => item.state).toSorted();
  };
  expect(await found("success")).toEqual(["delivered", "sent"]);
  expect(await found("FAILED")).toEqual(["canceled", "expired", "failed", "suppressed", "undelivered"]);
  expect(await found("pending")).toEqual(["held", "queued", "sending", "unknown"]);
  expect(await found("all")).toEqual(deliveryStates.toSorted());
  for (const state of ["queued", "delivered", "suppressed", "unknown"]) expect(await found(state)).toEqual([state]);
  expect((await log({ ...day, status: "failed" })).stats).toEqual({ total: 5, success: 0, failed: 5 });
  expect((await log(day)).stats).toEqual({ total: 11, success: 2, failed: 5 });
});

test("state takes several exact states, in every notation of a list, and failed is the state alone", async () => {
  const at = Date.UTC(2026, 4, 20, 12);
  const states = ["queued", "held", "sent", "delivered", "undelivered", "failed", "expired", "suppressed"];
  for (const [index, state] of states.entries())
    await writeLog(db, { at: at + index, phones: [phone(400 + index)], state });
  const day = "date_from=2026-05-20&date_to=2026-05-20";
  const found = async (query: string): Promise<string[]> => {
    const { status, body, text } = await api.call(`/outbox?${day}&${query}`);
    expect(status, text).toBe(200);
    expect(body.data.pagination.total, query).toBe(body.data.items.length);
    return body.data.items.map((item: Json) => item.state).toSorted();
  };
  expect(await found("state=failed")).toEqual(["failed"]);
  for (const query of [
    "state=failed,undelivered",
    "state=UNDELIVERED,%20Failed",
    "state=failed&state=undelivered",
    "state[]=undelivered&state[]=failed",
    "state=failed,failed,undelivered",
  ])
    expect(await found(query), query).toEqual(["failed", "undelivered"]);
  expect(await found("state=sent,delivered,undelivered")).toEqual(["delivered", "sent", "undelivered"]);
  expect(await found("state=queued,held")).toEqual(["held", "queued"]);
  expect(await found("state=queued,failed")).toEqual(["failed", "queued"]);
  expect(await found(`state=${states.join()}`)).toEqual(states.toSorted());
  // Both filters must match.
  expect(await found("status=failed&state=sent,undelivered")).toEqual(["undelivered"]);
  expect(await found("status=success&state=failed")).toEqual([]);
  expect(await found("status=all&state=sent")).toEqual(["sent"]);
  expect((await log({ state: "sent,delivered" })).stats).toEqual((await log({ status: "success" })).stats);
});

test("what waits is found behind newer messages that have ended, and while its message is being canceled", async () => {
  const at = Date.UTC(2026, 4, 1, 12);
  const canceled = await writeLog(db, { at, phones: [phone(200)], state: "queued" });
  await db.query("test canceled", "update messages set state = 'canceled' where id = $1", [canceled]);
  await db.query("test canceling", "insert into cancellations (message_id, verdict) values ($1, 'canceled')", [
    canceled,
  ]);
  await writeLog(db, { at: at + MINUTE, phones: [phone(201)], state: "queued" });
  await writeLog(db, { at: at + 2 * MINUTE, phones: [phone(202), phone(203)], state: "held" });
  await writeLog(db, { at: at + 3 * MINUTE, phones: [phone(204)] });
  const found = async (query: Json): Promise<string[]> =>
    (await log({ date_from: "2026-05-01", date_to: "2026-05-01", ...query })).items.map((item: Json) => item.recipient);
  expect(await found({ status: "queued" })).toEqual([phone(201), phone(200)]);
  expect(await found({ status: "held" })).toEqual([phone(203), phone(202)]);
  expect(await found({ status: "held", orderby: "recipient", order: "asc" })).toEqual([phone(202), phone(203)]);
  expect(await found({ status: "queued", message_id: `msg_${canceled}` })).toEqual([phone(200)]);
});

test("a gateway's entries are distinguished from those of another", async () => {
  await writeLog(db, { at: NOON + 5, phones: [phone(5)], gateway: "backup" });
  expect((await log({ gateway: "backup" })).items.map((item: Json) => item.recipient)).toEqual([phone(5)]);
  expect((await log({ gateway: "nowhere" })).items).toEqual([]);
});

test("a category's entries are found, page by page, with a search, and in every order", async () => {
  const at = Date.UTC(2026, 4, 12, 12);
  const day = { date_from: "2026-05-12", date_to: "2026-05-12" };
  await writeLog(db, { at, phones: [phone(600), phone(601), phone(602)], category: "otp", body: "Your code" });
  await writeLog(db, { at: at + 1, phones: [phone(603)], category: "marketing", body: "Code of the summer" });
  await writeLog(db, { at: at + 2, phones: [phone(604)], category: "otp", sender: "CODES" });
  const of = (query: Record<string, string>): Promise<Json> => log({ ...day, ...query });
  const found = async (query: Record<string, string>): Promise<string[]> => {
    const data = await of(query);
    expect(data.pagination.total).toBe(data.items.length);
    return data.items.map((item: Json) => item.recipient);
  };
  expect(await found({ category: "otp" })).toEqual([phone(604), phone(602), phone(601), phone(600)]);
  expect(await found({ category: "OTP", orderby: "recipient", order: "asc", gateway: "main" })).toEqual(
    [600, 601, 602, 604].map(phone),
  );
  expect(await found({ category: "marketing" })).toEqual([phone(603)]);
  expect(await found({ category: "transactional" })).toEqual([]);
  // The texts of codes are not searched.
  expect(await found({ category: "otp", search: "code" })).toEqual([phone(604)]);
  expect(await found({ category: "marketing", search: "code" })).toEqual([phone(603)]);
  const first = await of({ category: "otp", per_page: "3" });
  const { items } = await log({ cursor: first.pagination.next_cursor });
  expect(items.map((item: Json) => item.recipient)).toEqual([phone(600)]);
  const other = await api.call(`/outbox?category=marketing&cursor=${first.pagination.next_cursor}`);
  expect(other.body.data.details).toContainEqual(expect.objectContaining({ field: "category", code: "not_together" }));
});

test("error finds the failures with exactly one code, and no other filter is lost beside it", async () => {
  const at = Date.UTC(2026, 4, 10, 12);
  const day = { date_from: "2026-05-10", date_to: "2026-05-10" };
  await writeLog(db, { at, phones: [phone(500), phone(501)], state: "failed", failure: "30006" });
  await writeLog(db, { at: at + 1, phones: [phone(500)], state: "undelivered", failure: "30006", gateway: "backup" });
  await writeLog(db, { at: at + 2, phones: [phone(502)], state: "failed", failure: "300061" });
  await writeLog(db, { at: at + 3, phones: [phone(503)] });
  const found = async (query: Record<string, string>): Promise<string[]> => {
    const data = await log({ ...day, error: "30006", ...query });
    expect(data.pagination.total).toBe(data.items.length);
    return data.items.map((item: Json) => item.recipient);
  };
  expect(await found({})).toEqual([phone(500), phone(501), phone(500)]);
  expect(await found({ order: "asc" })).toEqual([phone(500), phone(501), phone(500)]);
  expect(await found({ orderby: "recipient", order: "asc" })).toEqual([phone(500), phone(500), phone(501)]);
  expect(await found({ recipient: phone(501) })).toEqual([phone(501)]);
  expect(await found({ gateway: "backup" })).toEqual([phone(500)]);
  expect(await found({ state: "undelivered" })).toEqual([phone(500)]);
  expect(await found({ status: "success" })).toEqual([]);
  expect(await found({ search: "501" })).toEqual([phone(501)]);
  for (const error of ["3000", "30006%", "' or 1=1 --", "EXPIRED"]) expect(await found({ error })).toEqual([]);
});

test("days are days of the site, with 23 and 25 hours when the clocks change", async () => {
  const hour = 60 * MINUTE;
  // Berlin: 29 March 2026 from 23:00Z (28th) to 22:00Z, 25 October from 22:00Z (24th) to 23:00Z.
  const spring = [Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 2, 29, 22)] as const;
  const autumn = [Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 23)] as const;
  for (const [first, end] of [spring, autumn]) {
    for (const at of [first - 1, first, end - 1, end]) await writeLog(db, { at, phones: [phone(200)] });
  }
  const instants = async (day: string): Promise<number[]> =>
    (await log({ date_from: day, date_to: day, order: "asc" })).items.map((item: Json) => Date.parse(item.created_at));
  expect(await instants("2026-03-29")).toEqual([spring[0], spring[1] - 1]);
  expect(await instants("2026-10-25")).toEqual([autumn[0], autumn[1] - 1]);
  expect(spring[1] - spring[0]).toBe(23 * hour);
  expect(autumn[1] - autumn[0]).toBe(25 * hour);
});

test("an instant is a bound too, with an offset, in site time, and with the plus sign that a query string lost", async () => {
  const at = Date.UTC(2026, 5, 20, 12);
  const ids = [];
  for (const step of [0, 1, 2]) ids.push(await writeLog(db, { at: at + step * 1_000 + 500, phones: [phone(210)] }));
  const count = async (query: Record<string, string>): Promise<number> => (await log(query)).pagination.total;
  expect(await count({ date_from: "2026-06-20T12:00:01Z", date_to: "2026-06-20T12:00:01Z" })).toBe(1);
  expect(await count({ date_from: "2026-06-20T14:00:01+02:00", date_to: "2026-06-20" })).toBe(2);
  expect(await count({ date_from: "2026-06-20 14:00:01", date_to: "2026-06-20T12:00:02.400Z" })).toBe(1);
  const raw = await api.call("/outbox?date_from=2026-06-20T14:00:02+02:00&date_to=2026-06-20");
  expect(raw.body.data.pagination.total).toBe(1);
});

const refused: [string, string, string][] = [
  ["date_from=yesterday", "date_from", "invalid_date"],
  ["date_from=2026-02-30", "date_from", "invalid_date"],
  ["date_from=2026-13-01", "date_from", "invalid_date"],
  ["date_to=20260101", "date_to", "invalid_date"],
  ["date_from=2026-06-02&date_to=2026-06-01", "date_to", "end_before_start"],
  ["date_from=2026-06-01T00:00:00Z&date_to=2026-05-31T23:59:59Z", "date_to", "end_before_start"],
  ["recipient=hello", "recipient", "invalid_phone"],
  ["status=sentt", "status", "not_in_list"],
  ["status=success'%3B drop table deliveries", "status", "not_in_list"],
  ["state=success", "state[0]", "not_in_list"],
  ["state=sent,all", "state[1]", "not_in_list"],
  ["state=", "state", "wrong_type"],
  ["state[a]=sent", "state", "wrong_type"],
  ["state[]=sent,failed", "state[0]", "not_in_list"],
  ["category=spam", "category", "not_in_list"],
  ["error=", "error", "invalid_format"],
  ["error=%00", "error", "invalid_text"],
  ["message_id=42", "message_id", "invalid_format"],
  ["message_id=msg_' or '1'='1", "message_id", "invalid_format"],
  ["orderby=id%3B--", "orderby", "not_in_list"],
  ["order=sideways", "order", "not_in_list"],
  ["page=0", "page", "too_small"],
  ["page=-3", "page", "too_small"],
  ["page=NaN", "page", "wrong_type"],
  ["page=1e3", "page", "wrong_type"],
  ["page=1.5", "page", "wrong_type"],
  ["per_page=0", "per_page", "too_small"],
  ["per_page=-1", "per_page", "too_small"],
  ["per_page=many", "per_page", "wrong_type"],
  ["search=%00", "search", "invalid_text"],
  ["gateway=a%00b", "gateway", "invalid_text"],
  ["cursor=abc", "cursor", "invalid_format"],
  ["cursor='", "cursor", "invalid_format"],
  ["cursor=", "cursor", "invalid_format"],
];

test.each(refused)("%s is refused", async (query, field, code) => {
  const answer = await api.call(`/outbox?${query}`);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.data.details).toContainEqual(expect.objectContaining({ field, code }));
  expect(api.unforeseen).toEqual([]);
});

test("all issues of one call are reported at once", async () => {
  const answer = await api.call("/outbox?page=0&status=x&date_from=x&recipient=x&orderby=x");
  expect(answer.body.data.details.map((detail: Json) => detail.field).toSorted()).toEqual([
    "date_from",
    "orderby",
    "page",
    "recipient",
    "status",
  ]);
});

test("huge pages end in use_cursor, and per_page is limited to 100", async () => {
  for (const query of [
    "page=101&per_page=100",
    "page=501",
    "page=9007199254740991&per_page=100",
    "page=101&per_page=5000",
  ]) {
    const answer = await api.call(`/outbox?${query}`);
    expect([answer.status, answer.body.code], query).toEqual([400, "use_cursor"]);
  }
  expect((await log({ page: "100", per_page: "5000" })).pagination.per_page).toBe(100);
  expect((await log({ page: "500" })).items).toEqual([]);
});

test("ids of months that never existed are simply not found", async () => {
  for (const id of ["00000001-0000-7000-8000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"]) {
    expect(await log({ message_id: `msg_${id}` })).toMatchObject({ items: [], pagination: { total: 0 } });
  }
  expect(api.unforeseen).toEqual([]);
});
