import { afterAll, beforeAll, expect, test } from "vitest";

import { statesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { ALL_DAY, everyDay, farFromNow, haveTakenEffect, setQuietHours } from "../../support/engine/holding.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const idOf = (answer: { body: any }): string => answer.body.data.message_id as string;
const read = async (id: string) => (await service.call("GET", `/messages/${id}`)).body.data;
const states = (id: string) => statesOf(service.pool, { message: id.slice(4) });
const subscribe = (mobile: string, groups: readonly number[]) =>
  service.call("POST", "/newsletter", { name: "N", mobile, group_id: groups, double_opt_in: false });
const groupOf = async (name: string): Promise<number> => (await service.call("POST", "/groups", { name })).body.data.id;

test("who leaves a group gets nothing of it that still waits, unless they are in another one that it goes to", async () => {
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

test("who leaves everything while a message to them is held does not get it in the morning", async () => {
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
