import { afterAll, beforeAll, expect, test } from "vitest";

import { playProvider } from "../../conformance/gateways/kit/provider.ts";
import { waitsFor, waitsForSubscriber } from "../../support/database/locks.ts";
import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually } from "../../support/engine/engine.ts";
import { gateAt } from "../../support/engine/gate.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
let service: TestService;

beforeAll(async () => {
  provider = await playProvider();
  const refusing = `http://${provider.host}/send?name=main&body={"to":"{to}"}&ok_status=200&id=/id&code=/code&opted_out=21`;
  service = await startTestService({
    TIDINGS_GATEWAY: `failover(${refusing} africastalking://user:key@127.0.0.1:1?from=ACME&name=list)`,
  });
});
afterAll(async () => {
  await service.end();
  await provider.close();
});

/** The nth phone of Argentina, by both numbers. */
const phone = (nth: number) => [`+54112345${7000 + nth}`, `+549112345${7000 + nth}`] as const;
const subscribe = (mobile: string) =>
  service.call("POST", "/newsletter", { name: "N", mobile, group_id: [1], double_opt_in: false });

async function listed(numbers: readonly string[]): Promise<string[]> {
  const query = "select phone from suppressions where phone = any($1) order by phone";
  return (await service.pool.query(query, [numbers])).rows.map((row) => row.phone);
}

/** The provider reports that someone opted out. */
async function report(number: string): Promise<number> {
  const { receipt_url: url } = (await service.call("GET", "/gateways/list")).body.data;
  const body = new URLSearchParams({ senderId: "ACME", phoneNumber: number });
  return (await service.app.request(url, { method: "POST", body })).status;
}

test("a gateway's answer that a person has opted out counts for both numbers of the phone", async () => {
  const [one, other] = [phone(1), phone(2)];
  provider.answers(() => ({ status: 400, body: JSON.stringify({ code: "21" }) }));
  const numbers = [one[0], other[1], "+4915112345670"];
  expect((await service.call("POST", "/send", { message: "Hello", numbers })).status).toBe(200);
  await eventually(async () => (await listed(numbers)).length === 3);
  expect(await listed([...one, ...other])).toEqual([...one, ...other].toSorted());
});

test("a reported opt-out that meets a deadlock is honored nevertheless", async () => {
  const [plain, nine] = phone(3);
  await subscribe(nine);
  await service.pool.query(`
create sequence victims;
create function deadlock() returns trigger language plpgsql as $$ begin
  if nextval('victims') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
  return new;
end $$;
create trigger deadlock before insert on suppressions for each row execute function deadlock()`);
  const status = await report(plain);
  await service.pool.query("drop trigger deadlock on suppressions; drop function deadlock; drop sequence victims");
  expect([status, await listed([plain, nine])]).toEqual([200, [plain, nine]]);
  const { rows } = await service.pool.query("select state from memberships where phone = $1", [nine]);
  expect(rows).toEqual([{ state: "left" }]);
});

test("a reported opt-out locks both numbers of a phone before it lists either, as a STOP does", async () => {
  const [plain, nine] = phone(4);
  await subscribe(nine);
  const holder = await service.pool.connect();
  await holder.query("begin");
  await holder.query("select from subscribers where phone = $1 for update", [nine]);
  const reported = report(plain);
  await eventually(() => waitsForSubscriber(service.pool));
  // Nobody else is kept waiting by an entry that is not committed.
  await holder.query("set local lock_timeout = '1s'");
  const { rowCount } = await holder.query("insert into suppressions (phone, reason, source) values ($1, 'x', 'x')", [
    plain,
  ]);
  await holder.query("rollback");
  holder.release();
  expect([rowCount, await reported, await listed([plain, nine])]).toEqual([1, 200, [plain, nine]]);
});

test("a gateway's refusal of an opted-out phone that meets the STOP of its other number is recorded, and so is the STOP", async () => {
  const [plain, nine] = phone(5);
  await subscribe(nine);
  let refuse = (): void => undefined;
  const asked = new Promise<void>((resolve) => (refuse = resolve));
  let isAsked = false;
  provider.answers(async () => {
    isAsked = true;
    await asked;
    return { status: 400, body: JSON.stringify({ code: "21" }) };
  });
  const call = { message: "Sale", group_ids: [1], numbers: [nine], category: "marketing" };
  expect((await service.call("POST", "/send", call)).status).toBe(200);
  await eventually(async () => isAsked);
  const gate = await gateAt(service.pool, {
    table: "memberships",
    column: "state",
    when: `new.state = 'left' and new.phone = '${nine}'`,
    nth: 1,
  });
  const stopped = report(plain);
  await eventually(() => gate.isReached());
  refuse();
  // The refusal has its delivery, and waits for the entry that the STOP has added.
  await eventually(() => waitsFor(service.pool, "settled as materialized"));
  await gate.open();
  expect(await stopped).toBe(200);
  await eventually(async () =>
    (await deliveriesOf(service.pool, { phone: nine })).every(({ state }) => state === "failed"),
  );
  expect(await listed([plain, nine])).toEqual([plain, nine]);
  const { rows } = await service.pool.query("select state from memberships where phone = $1", [nine]);
  expect(rows).toEqual([{ state: "left" }]);
});
