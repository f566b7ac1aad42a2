import { afterAll, beforeAll, expect, test } from "vitest";

import { waitsFor } from "../../support/database/locks.ts";
import { eventually } from "../../support/engine/engine.ts";
import { gateAt } from "../../support/engine/gate.ts";
import { importer } from "../../support/people/imports.ts";
import { startReplies } from "../../support/people/opt-outs.ts";

let people: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  people = await startReplies();
});
afterAll(() => people.end());

const [PLAIN, NINE] = ["+541123457101", "+5491123457101"];
let next = 100;
const statesOf = async (phone: string): Promise<string[]> =>
  (await people.service.pool.query("select state::text from memberships where phone = $1", [phone])).rows.map(
    ({ state }) => state,
  );

const { run } = importer(() => people.service);
const optOutByFile = (phone: string) => run(`Name,Mobile,Status\nN,${phone},unsubscribed\n`);
const optOuts: Readonly<Record<string, (phone: string) => Promise<unknown>>> = {
  "a STOP": (phone) => people.reply(phone, "STOP"),
  "an opt-out by a call": (phone) =>
    people.service.call("POST", "/suppressions", { number: phone, reason: "by letter", kind: "opt_out" }),
  "an opt-out by a file": optOutByFile,
  "a person who leaves": (phone) => people.service.call("POST", "/newsletter/unsubscribe", { mobile: phone }),
};

test.each([
  ["a STOP", "+4915112393001", "+4915112393001"],
  ["an opt-out by a call", "+4915112393002", "+4915112393002"],
  ["a STOP", PLAIN, NINE],
  ["an opt-out by a file", "+4915112393004", "+4915112393004"],
  ["an opt-out by a file", "+5491123457103", "+541123457103"],
  ["a person who leaves", "+541123457104", "+5491123457104"],
])("%s waits for a subscription that is not committed, and ends it (%s, %s)", async (by, stops, subscribes) => {
  const { pool } = people.service;
  const subscribing = await pool.connect();
  await subscribing.query("begin");
  await subscribing.query(
    `with person as (insert into subscribers (phone, name) values ($1, 'N') returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from person`,
    [subscribes],
  );
  const stopped = optOuts[by]!(stops);
  // Of whatever statement: that of an import is longer than what the server shows of it.
  await Promise.race([stopped, eventually(() => waitsFor(pool, ""))]);
  await subscribing.query("commit");
  subscribing.release();
  await stopped;
  expect(await statesOf(subscribes)).toEqual(["left"]);
});

test.each([
  ["the number", "+4915112393003", "+4915112393003"],
  ["the other number of the phone", "+541123457102", "+5491123457102"],
])("a call that subscribes %s beside a STOP that is not committed waits, and is refused", async (_of, stops, joins) => {
  const { service } = people;
  const gate = await gateAt(service.pool, { table: "suppressions", column: "asked_at", when: "true", nth: 1 });
  const stopped = people.reply(stops, "STOP");
  await eventually(() => gate.isReached());
  const joined = service.call("POST", "/newsletter", { name: "N", mobile: joins, double_opt_in: false });
  await Promise.race([joined, eventually(() => waitsFor(service.pool, "insert into subscribers"))]);
  await gate.open();
  await stopped;
  expect([(await joined).status, await statesOf(joins)]).toEqual([409, []]);
});

test("a subscription of a number that others add and delete at the same moment succeeds", async () => {
  const phone = "+4915112393009";
  const { pool } = people.service;
  await pool.query(`
create sequence additions;
create function held() returns trigger language plpgsql as $$ begin
  if nextval('additions') = 2 then perform pg_advisory_xact_lock(23); end if;
  return null;
end $$;
create trigger held after insert on subscribers for each statement execute function held()`);
  const [gate, other] = [await pool.connect(), await pool.connect()];
  await gate.query("begin");
  await gate.query("select pg_advisory_xact_lock(23)");
  await other.query("begin");
  await other.query("insert into subscribers (phone, name) values ($1, 'N')", [phone]);
  const subscribed = people.service.call("POST", "/newsletter", { name: "N", mobile: phone, double_opt_in: false });
  await eventually(() => waitsFor(pool, "insert into subscribers"));
  await other.query("commit");
  await eventually(async () => {
    const waiting = "select from pg_locks where locktype = 'advisory' and objid = 23 and not granted";
    return (await pool.query(waiting)).rowCount === 1;
  });
  const deleted = other.query("delete from subscribers where phone = $1", [phone]);
  await Promise.race([deleted, eventually(() => waitsFor(pool, "delete from subscribers"))]);
  await gate.query("rollback");
  const { status } = await subscribed;
  await deleted;
  gate.release();
  other.release();
  await pool.query("drop trigger held on subscribers; drop function held; drop sequence additions");
  expect(status).toBe(200);
});

test.each([
  ["a STOP", (phone: string) => people.reply(phone, "STOP")],
  [
    "a request from a page",
    (mobile: string) => people.service.call("POST", "/newsletter", { name: "N", mobile, on_existing: "keep" }),
  ],
  ["an opt-out by a file", optOutByFile],
  ["an import", (phone: string) => run(`Name,Mobile\nN,${phone}\n`)],
])("%s locks both numbers of a phone in their order, also where nobody has the first one", async (_of, call) => {
  const { service } = people;
  const nth = (next += 1);
  const [plain, nine] = [`+541123458${nth}`, `+5491123458${nth}`];
  expect((await service.call("POST", "/newsletter", { name: "N", mobile: nine, double_opt_in: false })).status).toBe(
    200,
  );
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("insert into subscribers (phone, name) values ($1, 'N')", [plain]);
  const called = call(plain);
  try {
    await Promise.race([called, eventually(() => waitsFor(service.pool, ""))]);
    // Whoever has the first number locks the second one next. A call that has it already would wait for them, too.
    await other.query("select from subscribers where phone = $1 for update nowait", [nine]);
  } finally {
    await other.query("rollback");
    other.release();
  }
  await called;
});
