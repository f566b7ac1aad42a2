import { afterAll, beforeAll, expect, test } from "vitest";

import { playProvider } from "../../conformance/gateways/kit/provider.ts";
import { statesOf } from "../../support/database/ledger.ts";
import { waitsForSubscriber } from "../../support/database/locks.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { gateAt } from "../../support/engine/gate.ts";
import { ALL_DAY, everyDay, farFromNow, haveTakenEffect, setQuietHours } from "../../support/engine/holding.ts";
import { compatCalls } from "../../support/service/compat.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { importer } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
let service: TestService;
const wpsms = compatCalls(() => service);
const imports = importer(() => service);

beforeAll(async () => {
  provider = await playProvider();
  service = await startTestService({
    TIDINGS_GATEWAY: `http://${provider.host}/send?name=main&body={"to":"{to}"}&ok_status=200&id=/id`,
    TIDINGS_COMPAT: "wpsms",
  });
  await allowWithoutRecord(service.pool);
});
afterAll(async () => {
  await service.end();
  await provider.close();
});

const refuses = (): void => provider.answers(() => ({ status: 400, body: "no" }));
const accepts = (): void =>
  provider.answers(({ body }) => ({ status: 200, body: JSON.stringify({ id: JSON.parse(body).to }) }));
/** Since the last change of the provider's response. */
const callsTo = (number: string): number => provider.seen.filter(({ body }) => body.includes(number.slice(1))).length;
const states = (id: string) => statesOf(service.pool, { message: id.slice(4) });
const subscribe = (mobile: string, groups: readonly number[]) =>
  service.call("POST", "/newsletter", { name: "N", mobile, group_id: groups, double_opt_in: false });
const leave = (mobile: string) => service.call("POST", "/newsletter/unsubscribe", { mobile });
const groupOf = async (name: string): Promise<number> => (await service.call("POST", "/groups", { name })).body.data.id;
const resend = (id: number) => service.call("POST", `/outbox/${id}/resend`, {});

/** Sends marketing that the provider refuses. @returns the numbers of the entries of `mobiles`, in their order */
async function failTo(group: number, mobiles: readonly string[], more: object = {}): Promise<number[]> {
  refuses();
  const answer = await service.call("POST", "/send", { message: "Sale", group_ids: [group], ...more });
  const ids = await Promise.all(mobiles.map((mobile) => failed(answer.body.data.message_id, mobile)));
  accepts();
  return ids;
}

async function failed(message: string, mobile: string): Promise<number> {
  const entry = async () => {
    const query = "select id, state from deliveries where message_id = $1 and phone = $2";
    return (await service.pool.query(query, [message.slice(4), mobile])).rows[0];
  };
  await eventually(async () => (await entry())?.state === "failed");
  return (await entry()).id;
}

async function holdAll(): Promise<void> {
  await setQuietHours(service.store.db, { regions: { DE: everyDay(farFromNow("Europe/Berlin")) } });
  await eventually(() => haveTakenEffect(service.store.db.pool));
}

test("a resend of a resend is judged by the groups of the first message", async () => {
  const group = await groupOf("Failed twice");
  const [leaves, stays] = numbers(2, 910) as [string, string];
  for (const mobile of [leaves, stays]) await subscribe(mobile, [group]);
  const entries = await failTo(group, [leaves, stays]);
  refuses();
  const again = [];
  for (const [nth, id] of entries.entries()) {
    const { message_id: message } = (await resend(id)).body.data;
    again.push(await failed(message, [leaves, stays][nth]!));
  }
  await leave(leaves);
  accepts();
  const answers = [];
  for (const id of again) answers.push(await resend(id));
  expect(answers.map(({ status }) => status)).toEqual([409, 200]);
  expect(answers[0]!.body.message).toContain("has left the groups");
});

test("a person who is leaving while a resend is accepted does not get it", async () => {
  const group = await groupOf("Leaving now");
  const [leaves] = numbers(1, 920) as [string];
  await subscribe(leaves, [group]);
  const [id] = await failTo(group, [leaves]);
  const gate = await gateAt(service.pool, {
    table: "memberships",
    column: "state",
    when: `new.state = 'left' and new.phone = '${leaves}'`,
    nth: 1,
  });
  const left = leave(leaves);
  await eventually(() => gate.isReached());
  const answer = resend(id!);
  const answered = answer.then(() => true);
  await eventually(
    async () => (await waitsForSubscriber(service.pool)) || Promise.race([answered, Promise.resolve(false)]),
  );
  await gate.open();
  expect([(await left).status, (await answer).status]).toEqual([200, 409]);
});

test("a member who was deleted, or whose group was, is not resent to; a person who was named and never a member is", async () => {
  const group = await groupOf("Gone since");
  const [deleted, grouped, named] = numbers(3, 930) as [string, string, string];
  const other = await groupOf("Deleted since");
  await subscribe(deleted, [group]);
  await subscribe(grouped, [other]);
  const mobiles = [deleted, grouped, named];
  const entries = await failTo(group, mobiles, { group_ids: [group, other], numbers: [named] });
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [deleted]);
  expect((await service.call("DELETE", `/subscribers/${rows[0].id}`)).status).toBe(200);
  expect((await service.call("DELETE", `/groups/${other}?force=true`)).status).toBe(200);
  const answers = [];
  for (const id of entries) answers.push((await resend(id)).status);
  expect(answers).toEqual([409, 409, 200]);
});

test("a person who left by an import is not resent to once the group is deleted, before the ledger has the record", async () => {
  await service.pool.query("update consent_sealings set due = 'infinity'");
  const [gone, stays] = [await groupOf("Left by import"), await groupOf("Stays")];
  const [leaves] = numbers(1, 935) as [string];
  await subscribe(leaves, [gone]);
  refuses();
  const sent = await service.call("POST", "/send", { message: "Sale", group_ids: [gone, stays] });
  const entry = await failed(sent.body.data.message_id, leaves);
  accepts();
  await imports.run(`mobile,state\n${leaves},left`, { group_id: String(gone), on_existing: "update" });
  expect((await service.call("DELETE", `/groups/${gone}?force=true`)).status).toBe(200);
  expect((await service.pool.query("select kind from consents")).rows).toEqual([{ kind: "left" }]);
  expect([(await resend(entry)).status, callsTo(leaves)]).toEqual([409, 0]);
  await service.pool.query("update consent_sealings set due = now()");
});

test("a person who left under one number of a phone is not resent to under the other, unless that is a member, too", async () => {
  const group = await groupOf("Two numbers again");
  const [link, both] = [1, 2].map((nth) => [`+5491144450${nth}00`, `+541144450${nth}00`] as const) as [
    [string, string],
    [string, string],
  ];
  for (const mobile of [link[1], ...both]) await subscribe(mobile, [group]);
  const entries = await failTo(group, [link[0], both[0]], { numbers: [link[0], both[0]] });
  await leave(link[1]);
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [both[1]]);
  await service.call("DELETE", `/subscribers/${rows[0].id}`);
  const answers = [];
  for (const id of entries) answers.push((await resend(id)).status);
  expect(answers).toEqual([409, 200]);
});

test("WP SMS's resend, also of many, follows the same rules, and sends what arrived once more", async () => {
  const group = await groupOf("Of the plugin");
  const [leaves, stays] = numbers(2, 940) as [string, string];
  for (const mobile of [leaves, stays]) await subscribe(mobile, [group]);
  const entries = await failTo(group, [leaves, stays]);
  await leave(leaves);
  const bulk = { action: "resend", ids: entries };
  expect((await wpsms("POST", "/outbox/bulk", bulk)).body.data).toMatchObject({ affected: 1 });
  expect((await wpsms("POST", `/outbox/${entries[0]}/resend`)).status).toBe(400);
  expect((await wpsms("POST", `/outbox/${entries[1]}/resend`)).status).toBe(200);
  await eventually(async () => callsTo(stays) === 2);
  expect(callsTo(leaves)).toBe(0);
});

test("a person who leaves the groups of a message gets nothing from its resend while that is still held", async () => {
  const group = await groupOf("Held again");
  const [leaves, stays] = numbers(2, 900) as [string, string];
  for (const mobile of [leaves, stays]) await subscribe(mobile, [group]);
  const entries = await failTo(group, [leaves, stays]);
  await holdAll();
  const resent: string[] = [];
  for (const id of entries) resent.push((await resend(id)).body.data.message_id);
  await eventually(async () => (await Promise.all(resent.map(states))).every(({ held }) => held === 1));
  await leave(leaves);
  expect(await states(resent[0]!)).toEqual({ suppressed: 1 });
  // Those that wait are judged again once the settings have changed.
  await eventually(async () => (await states(resent[1]!))["held"] === 1);
  await setQuietHours(service.store.db, { regions: { DE: everyDay(ALL_DAY) } });
  await eventually(async () => (await states(resent[1]!))["sent"] === 1);
  await eventually(async () => (await service.call("GET", `/messages/${resent[0]}`)).body.data.state === "completed");
  expect([callsTo(leaves), callsTo(stays)]).toEqual([0, 1]);
});
