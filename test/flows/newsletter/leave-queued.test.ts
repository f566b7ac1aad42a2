import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { deliveriesOf, phonesOf, statesOf } from "../../support/database/ledger.ts";
import { gateAt } from "../../support/engine/gate.ts";
import { importer } from "../../support/people/imports.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { ALL_DAY, everyDay, farFromNow, haveTakenEffect, setQuietHours } from "../../support/engine/holding.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await allowWithoutRecord(service.pool);
});
afterAll(() => service.end());

const idOf = (answer: { body: any }): string => answer.body.data.message_id as string;
const read = async (id: string) => (await service.call("GET", `/messages/${id}`)).body.data;
const states = (id: string) => statesOf(service.pool, { message: id.slice(4) });
const subscribe = (mobile: string, groups: readonly number[]) =>
  service.call("POST", "/newsletter", { name: "N", mobile, group_id: groups, double_opt_in: false });
const groupOf = async (name: string): Promise<number> => (await service.call("POST", "/groups", { name })).body.data.id;

test("a person who leaves a group gets none of its waiting messages, unless they are in another group of the message", async () => {
  const [one, other] = [await groupOf("One"), await groupOf("Other")];
  const [leaves, leavesOne, leavesAll, stays] = numbers(4, 820) as string[];
  await subscribe(leaves!, [one]);
  for (const mobile of [leavesOne!, leavesAll!, stays!]) await subscribe(mobile, [one, other]);
  const call = { message: "Sale", group_ids: [one, other] };
  const sent = idOf(await service.call("POST", "/send", call));
  const toRole = idOf(await service.call("POST", "/send", { ...call, role_ids: ["editor"] }));
  const plain = idOf(await service.call("POST", "/send", { ...call, category: "transactional" }));
  const all = [sent, toRole, plain];
  await eventually(async () => (await Promise.all(all.map(read))).every(({ state }) => state === "completed"));
  // As if they had been paused before anything left.
  const ids = [all.map((id) => id.slice(4))];
  await service.pool.query("update messages set state = 'paused', finished_at = null where id = any($1)", ids);
  await service.pool.query("update deliveries set state = 'queued' where message_id = any($1)", ids);
  for (const mobile of [leaves, leavesOne])
    await service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: one });
  await service.call("POST", "/newsletter/unsubscribe", { mobile: leavesAll });
  expect(await states(sent)).toEqual({ queued: 2, suppressed: 2 });
  expect(await states(plain)).toEqual({ queued: 4 });
  expect((await states(toRole))["suppressed"]).toBeUndefined();
});

/** As if the messages had been paused before anything left. */
async function pauseBefore(messages: readonly string[]): Promise<void> {
  await eventually(async () => (await Promise.all(messages.map(read))).every(({ state }) => state === "completed"));
  const ids = [messages.map((id) => id.slice(4))];
  await service.pool.query("update messages set state = 'paused', finished_at = null where id = any($1)", ids);
  await service.pool.query("update deliveries set state = 'queued' where message_id = any($1)", ids);
}

const { run } = importer(() => service);
type Leaving = { readonly group: number; readonly mobile: string; readonly id: number };
const bulk = async (body: object): Promise<void> => {
  const { id } = (await service.call("POST", "/subscribers/bulk", body)).body.data;
  await eventually(async () => (await service.call("GET", `/jobs/${id}`)).body.data.state === "completed");
};
const imported = async (header: string, row: string, query: Record<string, string> = {}): Promise<void> => {
  expect((await run(`Mobile,${header}\n${row}\n`, query)).state).toBe("completed");
};

test.each<[string, (person: Leaving) => Promise<unknown>]>([
  ["leaves by a bulk action", ({ group, id }) => bulk({ action: "remove_from_group", group_id: group, ids: [id] })],
  ["is unsubscribed by a bulk action", ({ id }) => bulk({ action: "unsubscribe", ids: [id] })],
  ["is deleted by a bulk action", ({ id }) => bulk({ action: "delete", ids: [id] })],
  ["is deleted", ({ id }) => service.call("DELETE", `/subscribers/${id}`)],
  [
    "is taken out by a change",
    ({ id }) => service.call("PATCH", `/subscribers/${id}`, { group_ids: [1], double_opt_in: false }),
  ],
  ["is in a group that is deleted", ({ group }) => service.call("DELETE", `/groups/${group}?force=true`)],
  [
    "has left by an import's state",
    ({ group, mobile }) => imported("Status", `${mobile},left`, { group_ids: String(group) }),
  ],
  [
    "has left by an import's groups",
    ({ group, mobile }) =>
      imported("Left groups", `${mobile},${group}`, {
        mapping: JSON.stringify({ Mobile: "phone", "Left groups": "left_groups" }),
      }),
  ],
  ["is unsubscribed by an import", ({ mobile }) => imported("Status", `${mobile},unsubscribed`)],
  [
    "opts out by a call",
    ({ mobile }) => service.call("POST", "/suppressions", { number: mobile, kind: "opt_out", reason: "asked us" }),
  ],
])("somebody who %s does not get the marketing that waits for them", async (name, leave) => {
  const group = await groupOf(`Waiting ${name}`);
  const [mobile, stays] = numbers(2, 840) as string[];
  for (const number of [mobile!, stays!]) await subscribe(number, [group]);
  const sent = idOf(await service.call("POST", "/send", { message: "Sale", group_ids: [group] }));
  await pauseBefore([sent]);
  await service.pool.query(
    "insert into holds (message_id, phone, route, priority, due, reason, held_at) values ($1, $2, 'default', 2, 'infinity', 'quiet_hours', now())",
    [sent.slice(4), mobile],
  );
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [mobile]);
  await leave({ group, mobile: mobile!, id: rows[0].id });
  const isAll = name.startsWith("is in a group");
  expect(await states(sent)).toEqual(isAll ? { suppressed: 2 } : { queued: 1, suppressed: 1 });
  expect((await service.pool.query("select 1 from holds where phone = $1", [mobile])).rows).toEqual([]);
  const { rows: news } = await service.pool.query(
    "select kind from events where message_id = $1 and phone = $2 and kind = 'message.failed'",
    [sent.slice(4), mobile],
  );
  expect(news).toHaveLength(1);
  await service.pool.query("delete from suppressions where phone = $1", [mobile]);
  await service.call("POST", `/messages/${sent}/cancel`);
});

test("a number that a call names beside a group is a member if it is in it, and is untouched by other groups", async () => {
  const [named, elsewhere] = [await groupOf("Named beside"), await groupOf("Elsewhere")];
  const [member, stranger] = numbers(2, 850) as string[];
  await subscribe(member!, [named]);
  for (const mobile of [member!, stranger!]) await subscribe(mobile, [elsewhere]);
  const sent = idOf(
    await service.call("POST", "/send", { message: "Sale", group_ids: [named], numbers: [member, stranger] }),
  );
  await pauseBefore([sent]);
  for (const mobile of [member, stranger])
    await service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: elsewhere });
  expect(await states(sent)).toEqual({ queued: 2 });
  await service.call("POST", "/newsletter/unsubscribe", { mobile: member, group_id: named });
  expect(await states(sent)).toEqual({ queued: 1, suppressed: 1 });
});

test("marketing that waits for a number ends once its owner is in no group any more, and nothing else does", async () => {
  const [one, other] = [await groupOf("Only"), await groupOf("Besides")];
  const [leaves, leavesOne, deleted, waits, stranger] = numbers(5, 870) as string[];
  for (const mobile of [leaves!, deleted!]) await subscribe(mobile, [one]);
  await subscribe(leavesOne!, [one, other]);
  await service.call("POST", "/newsletter", { name: "N", mobile: waits, group_id: other, double_opt_in: true });
  const call = { message: "Sale", numbers: [leaves, leavesOne, deleted, waits, stranger] };
  const marketing = idOf(await service.call("POST", "/send", { ...call, category: "marketing" }));
  const single = idOf(await service.call("POST", "/send", { ...call, category: "marketing", numbers: [leaves] }));
  const plain = idOf(await service.call("POST", "/send", call));
  await pauseBefore([marketing, single, plain]);
  for (const mobile of [leaves, leavesOne])
    await service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: one });
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [deleted]);
  expect((await service.call("DELETE", `/subscribers/${rows[0].id}`)).status).toBe(200);
  expect(await states(marketing)).toEqual({ queued: 3, suppressed: 2 });
  expect(await states(single)).toEqual({ suppressed: 1 });
  expect(await states(plain)).toEqual({ queued: 5 });
});

test("a person who leaves every group while a message to them is held does not get it in the morning", async () => {
  const group = await groupOf("Held");
  const [leaves, stays] = numbers(2, 830) as string[];
  for (const mobile of [leaves, stays]) await subscribe(mobile!, [group]);
  const { db } = service.store;
  await setQuietHours(db, { regions: { DE: everyDay(farFromNow("Europe/Berlin")) } });
  await eventually(() => haveTakenEffect(db.pool));
  const id = idOf(await service.call("POST", "/send", { message: "Sale", group_ids: [group] }));
  await eventually(async () => (await states(id))["held"] === 2);
  await service.call("POST", "/newsletter/unsubscribe", { mobile: leaves });
  await eventually(async () => (await states(id))["suppressed"] === 1);
  await setQuietHours(db, { regions: { DE: everyDay(ALL_DAY) } });
  await eventually(async () => (await read(id)).state === "completed");
  const { suppressed, queued, held } = await states(id);
  expect([suppressed, queued, held]).toEqual([1, undefined, undefined]);
  expect((await service.call("GET", `/outbox?recipient=${encodeURIComponent(leaves!)}`)).body.data.items).toMatchObject(
    [{ state: "suppressed" }],
  );
});

test("a person who leaves while the page of recipients that contains them is being written does not get the message", async () => {
  const group = await groupOf("Being read");
  const [leaves, returns, stays] = numbers(3, 860) as string[];
  for (const mobile of [leaves, returns, stays]) await subscribe(mobile!, [group]);
  const { db } = service.store;
  await setQuietHours(db, { regions: { DE: everyDay(farFromNow("Europe/Berlin")) } });
  await eventually(() => haveTakenEffect(db.pool));
  const gate = await gateAt(service.pool, { table: "fanouts", column: "progress", when: "true", nth: 1 });
  const id = idOf(await service.call("POST", "/send", { message: "Sale", group_ids: [group] }));
  await eventually(() => gate.isReached());
  for (const mobile of [leaves, returns])
    expect((await service.call("POST", "/newsletter/unsubscribe", { mobile })).status).toBe(200);
  await subscribe(returns!, [group]);
  await gate.open();
  await eventually(async () => (await states(id))["suppressed"] === 1 && (await states(id))["held"] === 2);
  expect(await phonesOf(service.pool, { message: id.slice(4), state: "suppressed" })).toEqual([leaves]);
  expect((await service.pool.query("select 1 from fanout_leavers")).rows).toEqual([]);
});

test.each([
  ["of one text for all", "Sale", 870],
  ["of personal texts", "Sale, {{name}}", 880],
])(
  "a person who was leaving when a campaign %s began does not get it, and one who leaves then waits for nobody",
  async (...given) => {
    const [, message, from] = given;
    const group = await groupOf(`Leaving ${from}`);
    const [leaves, quick, stays] = numbers(3, from) as string[];
    for (const mobile of [leaves, quick, stays]) await subscribe(mobile!, [group]);
    const { db } = service.store;
    await setQuietHours(db, { regions: { DE: everyDay(farFromNow("Europe/Berlin")) } });
    await eventually(() => haveTakenEffect(db.pool));
    const gate = await gateAt(service.pool, {
      table: "memberships",
      column: "state",
      when: `new.state = 'left' and new.phone = '${leaves}'`,
      nth: 1,
    });
    const left = service.call("POST", "/newsletter/unsubscribe", { mobile: leaves });
    await eventually(() => gate.isReached());
    const { rows: clock } = await service.pool.query<{ now: Date }>("select clock_timestamp() as now");
    const id = idOf(await service.call("POST", "/send", { message, group_ids: [group] }));
    const goesOn = async () =>
      (await hasLooked(service.pool, clock[0]!.now)) || (await states(id))["held"] !== undefined;
    await eventually(goesOn);
    expect((await service.call("POST", "/newsletter/unsubscribe", { mobile: quick })).status).toBe(200);
    await gate.open();
    expect((await left).status).toBe(200);
    await eventually(async () => (await read(id)).state !== "resolving");
    // It is queued until its quiet hours are looked up.
    await eventually(async () => (await states(id))["queued"] === undefined);
    const waiting = (await deliveriesOf(service.pool, { message: id.slice(4) })).filter(
      ({ state }) => state !== "suppressed",
    );
    expect(waiting).toMatchObject([{ phone: stays, state: "held" }]);
  },
);

test("a person who leaves under one number of a phone gets nothing that waits for the other, unless that is a member, too", async () => {
  const group = await groupOf("Two numbers");
  const pairs = [1, 2, 3].map((nth) => [`+5491144440${nth}00`, `+541144440${nth}00`] as const);
  const [link, stop, both] = pairs as [(typeof pairs)[0], (typeof pairs)[0], (typeof pairs)[0]];
  for (const [, plain] of pairs) await subscribe(plain, [group]);
  await subscribe(both[0], [group]);
  const { db } = service.store;
  await setQuietHours(db, { regions: { AR: everyDay(farFromNow("America/Argentina/Buenos_Aires")) } });
  await eventually(() => haveTakenEffect(db.pool));
  const numbers = pairs.map(([nine]) => nine);
  const id = idOf(await service.call("POST", "/send", { message: "Sale", group_ids: [group], numbers }));
  await eventually(async () => (await states(id))["held"] === 3);
  await service.call("POST", "/newsletter/unsubscribe", { mobile: link[1] });
  await service.call("POST", "/suppressions", { number: stop[1], reason: "Telephone", kind: "opt_out" });
  const { rows: removed } = await service.pool.query("select id from subscribers where phone = $1", [both[1]]);
  await service.call("DELETE", `/subscribers/${removed[0].id}`);
  // It is queued until its quiet hours are looked up.
  await eventually(async () => (await states(id))["queued"] === undefined);
  expect(await deliveriesOf(service.pool, { message: id.slice(4) })).toMatchObject([
    { phone: link[0], state: "suppressed" },
    { phone: stop[0], state: "suppressed" },
    { phone: both[0], state: "held" },
  ]);
});

/** Whether a connection has read who is leaving since then. */
const hasLooked = async (pool: pg.Pool, since: Date): Promise<boolean> => {
  const { rows } = await pool.query(
    "select from pg_stat_activity where pid <> pg_backend_pid() and query like '%virtualtransaction%' and query_start > $1",
    [since],
  );
  return rows.length > 0;
};

test.each([
  ["of one text for all", "The bridge is closed", 885],
  ["of personal texts", "The bridge is closed, {{name}}", 887],
])("a message to a group that is not marketing, %s, waits for nobody who is leaving", async (...given) => {
  const [, message, from] = given;
  const group = await groupOf(`Alerts ${from}`);
  const [leaves, stays] = numbers(2, from) as [string, string];
  for (const mobile of [leaves, stays]) await subscribe(mobile, [group]);
  const gate = await gateAt(service.pool, {
    table: "memberships",
    column: "state",
    when: `new.state = 'left' and new.phone = '${leaves}'`,
    nth: 1,
  });
  const left = service.call("POST", "/newsletter/unsubscribe", { mobile: leaves });
  await eventually(() => gate.isReached());
  const call = { message, group_ids: [group], category: "transactional" };
  const id = idOf(await service.call("POST", "/send", call));
  const isResolved = await eventually(async () => (await read(id)).state !== "resolving", 8_000).catch(() => false);
  await gate.open();
  expect([isResolved, (await left).status]).toEqual([true, 200]);
});
