import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { SubscriberPage } from "#domain/newsletter/subscriber-repository";
import { uuidv7 } from "#lib/ids";
import { day, hour } from "#lib/time";
import { subscriberRepository } from "#store/queries/newsletter/subscriber-repository";

import { consentsOver } from "../../support/people/consents.ts";
import { scheduleCall, trial } from "../../support/engine/schedules.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { writeLog } from "../../support/service/log-entries.ts";

// Lists are walked by cursor while their rows are added, changed and deleted. What was there all the time is returned
// exactly once, in the order of the list.

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());
beforeEach(async () => {
  await rows(
    "truncate messages, deliveries, chunks, outbox_deltas, outbox_totals, inbox, schedules, webhook_deliveries",
  );
  await rows("delete from subscribers");
});

type Item = Record<string, unknown>;
const rows = async (text: string, values: unknown[] = []) => (await service.pool.query(text, values)).rows;

/** @param between what others do between two pages */
async function walk(path: string, query: Record<string, string>, between: (page: number) => Promise<unknown>) {
  const items: Item[] = [];
  const totals: unknown[] = [];
  let cursor: string | null = null;
  for (let page = 1; page === 1 || cursor !== null; page += 1) {
    const search: URLSearchParams = new URLSearchParams(
      cursor === null ? query : { per_page: query["per_page"]!, cursor },
    );
    if (cursor !== null && path === "/subscribers")
      for (const [key, value] of Object.entries(query)) search.set(key, value);
    const { status, body } = await service.call("GET", `${path}?${search}`);
    expect(status, JSON.stringify(body)).toBe(200);
    items.push(...body.data.items);
    totals.push(body.data.pagination.total);
    cursor = body.data.pagination.next_cursor;
    await between(page);
    expect(page, "it comes to an end").toBeLessThan(200);
  }
  return { items, totals };
}

/** The stable ones among those returned, in their order. */
const met = (items: readonly Item[], stable: ReadonlySet<unknown>, key = "id"): unknown[] =>
  items.map((item) => item[key]).filter((id) => stable.has(id));

const phone = (number: number): string => `+4915${String(200_000_000 + number)}`;

/** Entries at the border of two months, thirty at each of three instants; each third one may be changed or deleted. */
async function border(): Promise<{ all: Item[]; stable: Set<unknown>; unstable: number[]; at: number }> {
  const month = new Date();
  const at = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1);
  for (const [nth, instant] of [at - 1, at, at + 1].entries()) {
    for (let message = 0; message < 3; message += 1) {
      const phones = Array.from({ length: 10 }, (_, n) => phone(n));
      await writeLog(service.store.db, {
        at: instant,
        phones,
        state: (["delivered", "failed", "queued"] as const)[(nth + message) % 3]!,
        sender: "A",
      });
    }
  }
  const all = await rows("select id::int as id, message_id, phone, state::text from deliveries");
  const unstable = all.filter(({ id }) => id % 3 === 0).map(({ id }) => id as number);
  return { all, stable: new Set(all.filter(({ id }) => id % 3 !== 0).map(({ id }) => id)), unstable, at };
}

/** Between pages: one entry is deleted, one changes, and new ones are logged. */
function disturb(unstable: number[]): (page: number) => Promise<void> {
  return async (page) => {
    const id = unstable.pop();
    if (id !== undefined)
      await rows(
        page % 2
          ? "delete from deliveries where id = $1"
          : "update deliveries set state = 'unknown', failure = null where id = $1",
        [id],
      );
    await writeLog(service.store.db, { at: Date.now(), phones: [phone(page % 10)], state: "delivered", sender: "A" });
  };
}

const instants = (items: readonly Item[], key: string): unknown[] => items.map((item) => item[key]);

for (const orderby of ["date", "recipient", "sender", "status"]) {
  for (const order of ["asc", "desc"]) {
    test(`the log by ${orderby} ${order}, over the border of two months`, async () => {
      const { stable, unstable } = await border();
      const { items } = await walk("/outbox", { per_page: "7", orderby, order }, disturb(unstable));
      const found = met(items, stable);
      expect(found.length).toBe(stable.size);
      expect(new Set(found)).toEqual(stable);
      if (orderby === "date" || orderby === "recipient") {
        const key = orderby === "date" ? "created_at" : "recipient";
        const values = instants(
          items.filter(({ id }) => stable.has(id)),
          key,
        );
        expect(values).toEqual(order === "asc" ? values.toSorted() : values.toSorted().toReversed());
      }
    });
  }
}

test.each<[string, (at: number) => Record<string, string>, (row: Item, at: number) => boolean]>([
  ["one recipient", () => ({ recipient: phone(3) }), (row) => row["phone"] === phone(3)],
  ["failures", () => ({ status: "failed" }), (row) => row["state"] === "failed"],
  ["successes", () => ({ status: "success" }), (row) => row["state"] === "delivered"],
  [
    "the month that ends",
    (at) => ({ date_from: new Date(at - day).toISOString(), date_to: new Date(at - 1).toISOString() }),
    (row, at) => parseInt(String(row["message_id"]).replaceAll("-", "").slice(0, 12), 16) < at,
  ],
  [
    "the month that begins",
    (at) => ({ date_from: new Date(at).toISOString(), date_to: new Date(at + hour).toISOString() }),
    (row, at) => parseInt(String(row["message_id"]).replaceAll("-", "").slice(0, 12), 16) >= at,
  ],
])("the log of %s, over the border of two months", async (_, query, fits) => {
  const { all, stable, unstable, at } = await border();
  const wanted = new Set(all.filter((row) => stable.has(row["id"]) && fits(row, at)).map((row) => row["id"]));
  const { items } = await walk("/outbox", { per_page: "4", ...query(at) }, disturb(unstable));
  const found = met(items, stable);
  expect(found.length).toBe(wanted.size);
  expect(new Set(found)).toEqual(wanted);
});

test("the last page of the log is full or not, and none follows it", async () => {
  await border();
  for (const perPage of [1, 9, 10, 45, 89, 90, 91]) {
    const { items, totals } = await walk(
      "/outbox",
      { per_page: String(Math.min(perPage, 100)) },
      async () => undefined,
    );
    expect([perPage, items.length, new Set(items.map(({ id }) => id)).size]).toEqual([perPage, 90, 90]);
    expect([totals.length, totals[0]]).toEqual([Math.ceil(90 / perPage), 90]);
  }
});

test.each([{}, { state: "running" }, { category: "transactional" }, { state: "completed" }])(
  "messages %o: each is met once",
  async (query) => {
    const { at } = await border();
    await rows(
      "update messages set state = case when id::text < $1 then 'running' else 'completed' end::message_state",
      [uuidv7(at).slice(0, 13)],
    );
    const all = await rows("select id, state::text from messages order by id desc");
    const stable = new Set(
      all
        .filter((row, nth) => nth % 3 !== 1 && (!("state" in query) || row.state === query.state))
        .map(({ id }) => `msg_${id}`),
    );
    const unstable = all.filter((_, nth) => nth % 3 === 1).map(({ id }) => id as string);
    const { items } = await walk("/messages", { per_page: "2", ...(query as Record<string, string>) }, async (page) => {
      await rows(
        page % 2 ? "delete from messages where id = $1" : "update messages set state = 'canceled' where id = $1",
        [unstable.pop()],
      );
      await writeLog(service.store.db, { at: Date.now(), phones: [phone(page)], state: "delivered", sender: "A" });
    });
    expect(met(items, stable, "message_id")).toEqual([...stable]);
  },
);

test.each([
  [{}, "desc"],
  [{ order: "asc" }, "asc"],
  [{ search: "nobody" }, "desc"],
  [{ search: "200000", state: "active", order: "asc" }, "asc"],
  [{ group_id: "1" }, "desc"],
])("subscribers %o: each is met once", async (query, order) => {
  await rows(
    "insert into subscribers (phone, name, created_at) select '+4915' || 200000000 + n, 'Nobody ' || n % 4, '2026-01-01' from generate_series(1, 60) n",
  );
  await rows(
    "insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from subscribers",
  );
  const ids = (await rows("select id::int from subscribers order by id")).map(({ id }) => id as number);
  const stable = new Set<unknown>(ids.filter((id) => id % 3 !== 0));
  const unstable = ids.filter((id) => id % 3 === 0);
  let events = 0;
  const { items, totals } = await walk(
    "/subscribers",
    { per_page: "7", ...(query as Record<string, string>) },
    async (page) => {
      const id = unstable.pop();
      await rows(
        page % 2
          ? "delete from subscribers where id = $1"
          : "update subscribers set name = 'A', phone = '+1' || phone where id = $1",
        [id],
      );
      await rows("insert into subscribers (phone, name) values ($1, 'Nobody new')", [phone(900_000 + (events += 1))]);
    },
  );
  const found = met(items, stable);
  expect(found).toEqual(
    [...stable].toSorted((a, b) => (order === "asc" ? Number(a) - Number(b) : Number(b) - Number(a))),
  );
  expect(totals[0]).toBe(60);
});

test("a search that finds more than are counted continues beyond them", async () => {
  await rows(
    "insert into subscribers (phone, name) select '+4915' || 200000000 + n, 'Same ' || n % 2 from generate_series(1, 60) n",
  );
  const filter = { search: "same 1", number: null, group: null, state: "all", prefix: null, matching: null } as const;
  const seen: number[] = [];
  for (let from: SubscriberPage["from"] = { offset: 0 }; ; from = { behind: seen.at(-1)! }) {
    const page = { filter, orderBy: "id", descending: false, from, limit: 7 } as const;
    const { found, ...counted } = await subscriberRepository(service.store.db, consentsOver(service.store.db)).page(
      page,
      10,
    );
    expect(counted).toEqual({ total: 10, more: true });
    seen.push(...found.map(({ id }) => id));
    if (found.length < 7) break;
  }
  expect(seen).toEqual(
    (await rows("select id::int from subscribers where name = 'Same 1' order by id")).map(({ id }) => id),
  );
});

test("subscribers by name, who all have the same name, appear on its pages once each", async () => {
  await rows(
    "insert into subscribers (phone, name, created_at) select '+4915' || 200000000 + n, 'Same', '2026-01-01' from generate_series(1, 41) n",
  );
  await rows(
    "insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from subscribers",
  );
  for (const orderby of ["name", "created_at", "mobile", "id"]) {
    for (const search of ["", "&search=same"]) {
      const seen: number[] = [];
      const pages: number[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const query: string = `orderby=${orderby}&order=asc&per_page=6${cursor && `&cursor=${cursor}`}${search}`;
        const { body } = await service.call("GET", `/subscribers?${query}`);
        seen.push(...body.data.items.map(({ id }: Item) => id));
        pages.push(body.data.items.length);
        expect(body.data.pagination).toMatchObject({ total: 41, total_capped: false });
        cursor = body.data.pagination.next_cursor;
      }
      expect(pages).toEqual([6, 6, 6, 6, 6, 6, 5]);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(new Set(seen).size).toBe(41);
      const behind = await service.call("GET", `/subscribers?orderby=${orderby}&per_page=6&cursor=sub_at_48${search}`);
      expect(behind.body.data).toMatchObject({ items: [], pagination: { total: 41, next_cursor: null } });
    }
  }
});

test.each([{}, { keyword: "stop" }])("the inbox %o: each is met once", async (query) => {
  await rows(
    "insert into inbox (gateway, provider_id, sender, recipient, body, keyword, at) select 'a', n::text, '+491', '1', 'hello', 'stop', '2026-10-31T23:59:59.999Z' from generate_series(1, 50) n",
  );
  const ids = (await rows("select id::int from inbox order by id desc")).map(({ id }) => id as number);
  const stable = new Set<unknown>(ids.filter((id) => id % 3 !== 0));
  const unstable = ids.filter((id) => id % 3 === 0);
  const { items } = await walk("/inbox", { per_page: "6", ...(query as Record<string, string>) }, async (page) => {
    await rows(
      page % 2 ? "delete from inbox where id = $1" : "update inbox set body = '', sender = '[erased]' where id = $1",
      [unstable.pop()],
    );
    await rows(
      "insert into inbox (gateway, provider_id, sender, recipient, body, keyword) values ('a', 'new' || $1::text, '+491', '1', 'x', 'stop')",
      [page],
    );
  });
  expect(met(items, stable)).toEqual([...stable]);
});

test("schedules, and deliveries to a webhook: each is met once", async () => {
  await trial(service);
  for (let n = 0; n < 20; n += 1) expect((await scheduleCall(service)).status).toBe(200);
  const ids = (await rows("select id from schedules order by id desc")).map(({ id }) => id as string);
  const stable = new Set<unknown>(ids.filter((_, n) => n % 3 !== 1).map((id) => `sch_${id}`));
  const unstable = ids.filter((_, n) => n % 3 === 1);
  const schedules = await walk("/schedules", { per_page: "4" }, async (page) => {
    await rows(
      page % 2
        ? "delete from schedules where id = $1"
        : "update schedules set state = 'canceled', next_run = null, due = null where id = $1",
      [unstable.pop()],
    );
    await scheduleCall(service);
  });
  expect(met(schedules.items, stable, "schedule_id")).toEqual([...stable]);

  const [hook] = await rows(
    "insert into webhooks (url, types, secret) values ('https://example.com/', '{new_sms}', '') returning id",
  );
  await rows(
    "insert into webhook_deliveries (webhook_id, event_id, kind, created_at, due) select $1, n, 'new_sms', '2026-10-31T23:59:59.999Z', now() + interval '1 day' from generate_series(1, 40) n",
    [hook.id],
  );
  const tries = (await rows("select id::int from webhook_deliveries order by id desc")).map(({ id }) => id as number);
  const kept = new Set<unknown>(tries.filter((id) => id % 3 !== 0).map((id) => `whd_${id}`));
  const going = tries.filter((id) => id % 3 === 0);
  const sent = await walk(`/webhooks/wh_${hook.id}/deliveries`, { per_page: "5", state: "pending" }, async (page) => {
    await rows(
      page % 2
        ? "delete from webhook_deliveries where id = $1"
        : "update webhook_deliveries set state = 'failed' where id = $1",
      [going.pop()],
    );
    await rows(
      "insert into webhook_deliveries (webhook_id, event_id, kind, due) values ($1, $2, 'new_sms', now() + interval '1 day')",
      [hook.id, 1_000 + page],
    );
  });
  expect(met(sent.items, kept)).toEqual([...kept]);
});

test("a list whose people cannot be counted in time says how many there are at least, and continues", async () => {
  await rows(
    "insert into subscribers (phone, name) select '+4915' || 300000000 + n, '' from generate_series(1, 30000) n",
  );
  const filter = { search: null, number: null, group: null, state: "left", prefix: null, matching: null } as const;
  const read = async (from: SubscriberPage["from"], limit: number, countMs?: number) => {
    const repository = subscriberRepository(service.store.db, consentsOver(service.store.db), countMs);
    const page = { filter, orderBy: "id", descending: false, from, limit } as const;
    const { found, ...counted } = await repository.page(page, 10_000);
    return { found: found.map(({ id }) => id), ...counted };
  };
  const first = await read({ offset: 0 }, 3, 1);
  expect(first).toMatchObject({ total: 3, more: true });
  expect(await read({ behind: first.found[1]! }, 1, 1)).toEqual({ found: [first.found[2]], total: 1, more: true });
  expect(await read({ offset: 0 }, 3)).toMatchObject({ found: first.found, total: 10_000, more: true });
  // All of them are on the page: there is nothing to count.
  await rows("delete from subscribers where id <> all($1)", [first.found]);
  expect(await read({ offset: 0 }, 4, 1)).toEqual({ found: first.found, total: 3, more: false });
});
