import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import { suppress } from "../../support/database/ledger.ts";
import type { Json } from "../../support/service/api.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "GB" });
});
afterAll(() => service.end());

/** Stores a received message as a node of any release does, and returns its id. */
async function receive(sender: string, body: string, keyword: string | null = null): Promise<number> {
  const { rows } = await service.pool.query<{ id: number }>(
    "insert into inbox (gateway, sender, recipient, body, keyword) values ('main', $1, '13013', $2, $3) returning id::int",
    [sender, body, keyword],
  );
  return rows[0]!.id;
}

const threads = async (query = ""): Promise<Json> => (await service.call("GET", `/inbox/threads${query}`)).body.data;
const thread = async (number: string, query = ""): Promise<Json> =>
  (await service.call("GET", `/inbox/threads/${encodeURIComponent(number)}${query}`)).body.data;
const read = (number: string, body: object = {}) =>
  service.call("POST", `/inbox/threads/${encodeURIComponent(number)}/read`, body);

test("a thread has the newest message of its number, its unread count, and whether the person opted out", async () => {
  const [ada, bob] = ["+447700900101", "+447700900102"];
  await receive(ada, "Hello");
  await receive(bob, "Hi");
  const stop = await receive(ada, "STOP", "stop");
  await suppress(service.pool, ada);
  await service.call("POST", "/subscribers", { name: "Bob", mobile: bob, double_opt_in: false });
  const { items, unread_threads: unread } = await threads();
  expect(items.map(({ number }: Json) => number)).toEqual([ada, bob]);
  expect(items[0]).toMatchObject({
    unread: 2,
    suppressed: true,
    subscriber: null,
    latest: { id: stop, keyword: "stop" },
  });
  expect(items[1]).toMatchObject({ unread: 1, suppressed: false, subscriber: { name: "Bob" } });
  expect(unread).toBe(2);
  const as = await service.userWith("svc_inbox");
  const shown = await service.call("GET", "/inbox/threads", undefined, { as });
  expect(shown.body.data.items[1].subscriber).toBeNull();
});

test("a message that arrives while a thread is read stays unread, and nothing becomes unread again", async () => {
  const number = "+447700900103";
  const first = await receive(number, "One");
  await receive(number, "Two");
  expect((await read("07700 900103", { up_to: first })).body.data).toEqual({ number, unread: 1 });
  expect((await read(number)).body.data.unread).toBe(0);
  expect((await read(number, { up_to: first })).body.data.unread).toBe(0);
  await receive(number, "Three");
  expect((await thread(number)).unread).toBe(1);
  // A message that does not exist yet cannot have been read.
  await read(number, { up_to: 9_007_199_254_740_991 });
  await receive(number, "Four");
  expect((await thread(number)).unread).toBe(1);
  expect((await threads("?unread=true")).items.map((item: Json) => item.number)).toContain(number);
});

test("a thread shows both directions in the order of time, page by page, without the text of a code", async () => {
  const number = "+447700900104";
  const answer = async (message: string, more: object = {}): Promise<void> => {
    const { body } = await service.call("POST", "/send", { message, numbers: [number], ...more });
    await eventually(async () => {
      const query = new URLSearchParams({ message_id: body.data.message_id });
      return (await service.call("GET", `/outbox?${query}`)).body.data.items[0].status === "success";
    });
  };
  const past = await receive(number, "Question 1");
  await service.pool.query("update inbox set at = now() - interval '1 hour' where id = $1", [past]);
  for (let nth = 1; nth <= 3; nth += 1) await answer(`Answer ${nth}`);
  await answer("Code 271828", { category: "otp" });
  const future = await receive(number, "Question 2");
  await service.pool.query("update inbox set at = now() + interval '1 hour' where id = $1", [future]);
  const all = await thread(number);
  expect(all.items.map(({ direction, message }: Json) => `${direction}: ${message}`)).toEqual([
    "received: Question 2",
    "sent: [hidden]",
    "sent: Answer 3",
    "sent: Answer 2",
    "sent: Answer 1",
    "received: Question 1",
  ]);
  const walked: Json[] = [];
  let cursor: string | null = null;
  do {
    const page: Json = await thread(number, `?per_page=2${cursor === null ? "" : `&cursor=${cursor}`}`);
    walked.push(...page.items);
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  // The states of what was sent may change meanwhile.
  expect(walked.map(({ id }) => id)).toEqual(all.items.map(({ id }: Json) => id));
  const as = await service.userWith("svc_inbox");
  const seen = await service.call("GET", `/inbox/threads/${encodeURIComponent(number)}`, undefined, { as });
  expect(seen.body.data.sent_hidden).toBe(true);
  expect(seen.body.data.items.map(({ direction }: Json) => direction)).toEqual(["received", "received"]);
});

test("an erased person has no thread, and pruned messages leave none behind", async () => {
  const [erased, pruned] = ["+447700900105", "+447700900106"];
  for (const text of ["One", "Two"]) await receive(erased, text);
  const [old, newer] = [await receive(pruned, "Old"), await receive(pruned, "Newer")];
  await service.pool.query("update inbox set sender = '[erased]', body = '' where sender = $1", [erased]);
  expect((await service.call("GET", `/inbox/threads/${encodeURIComponent(erased)}`)).status).toBe(404);
  await service.pool.query("delete from inbox where id = $1", [old]);
  expect((await thread(pruned)).items).toHaveLength(1);
  await service.pool.query("delete from inbox where id = $1", [newer]);
  expect((await service.call("GET", `/inbox/threads/${encodeURIComponent(pruned)}`)).status).toBe(404);
  const { rows } = await service.pool.query("select sender from inbox_threads where sender in ('[erased]', $1, $2)", [
    erased,
    pruned,
  ]);
  expect(rows).toEqual([]);
});

test("messages of one number that arrive at the same instant lose no thread", async () => {
  const number = "+447700900107";
  const ids = await Promise.all(Array.from({ length: 20 }, (_, nth) => receive(number, `Text ${nth}`)));
  const { items, unread } = await thread(number);
  expect([items.length, unread]).toEqual([20, 20]);
  expect((await threads()).items[0].latest.id).toBe(Math.max(...ids));
});

test("a foreign cursor, an unknown number and a name are handled", async () => {
  for (const path of ["?cursor=inb_1", "?cursor=thr_x", "/447?cursor=thr_1", "?unread=maybe", "?per_page=0"]) {
    expect([path, (await service.call("GET", `/inbox/threads${path}`)).status]).toEqual([path, 400]);
  }
  expect((await read("+447700900199")).status).toBe(404);
  await receive("DHL Parcel", "Your parcel");
  expect((await thread("DHL Parcel")).items).toHaveLength(1);
});
