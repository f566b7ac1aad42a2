import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { phonesOf, suppress } from "../../support/database/ledger.ts";
import { eventually } from "../../support/engine/engine.ts";
import { DAILY, overdue, readSchedule, runsOf, scheduleCall, trial } from "../../support/engine/schedules.ts";
import { freshPhone } from "../../support/people/newsletter.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

// Marketing that was scheduled, to people who are no members of a group then.

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await trial(service);
});
afterAll(() => service.end());
beforeEach(() => rule("enforce"));

const rule = (mode: string) => service.call("PATCH", "/settings", { consent: { require_record: mode } });
async function consented(): Promise<string> {
  const mobile = freshPhone();
  await service.call("POST", "/newsletter", { name: "Ada", mobile, double_opt_in: false });
  return mobile;
}
async function scheduled(numbers: readonly string[], more: object = {}): Promise<string> {
  const answer = await scheduleCall(service, { numbers, category: "marketing", ...more });
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  return answer.body.data.schedule_id;
}
/** The result of the first run, and who is in it. */
async function ran(id: string) {
  await overdue(service, id, 1);
  await eventually(async () => (await readSchedule(service, id))["state"] === "completed");
  const [run] = await runsOf(service, id);
  await eventually(async () => {
    const { body } = await service.call("GET", `/messages/${run!.message_id}`);
    return ["completed", "failed"].includes(body.data.state);
  });
  const phones = await phonesOf(service.pool, { message: run!.message_id!.slice(4) });
  return { outcome: run!.outcome, reason: run!.reason, phones };
}
const leave = (mobile: string) => service.call("POST", "/newsletter/unsubscribe", { mobile });

test("a run leaves out people who have withdrawn their consent since, and goes to the others", async () => {
  const [stays, left] = [await consented(), await consented()];
  const id = await scheduled([stays, left]);
  await leave(left);
  expect(await ran(id)).toEqual({ outcome: "sent", reason: null, phones: [stays] });
});

test("a run leaves them out of a stored audience, too", async () => {
  const [stays, left] = [await consented(), await consented()];
  const { id: group } = (await service.call("POST", "/groups", { name: "Frozen" })).body.data;
  await service.call("POST", "/newsletter", { name: "Eve", mobile: stays, double_opt_in: false, group_id: group });
  const id = await scheduled([stays, left], { group_ids: [group], audience: "frozen" });
  await leave(left);
  expect(await ran(id)).toEqual({ outcome: "sent", reason: null, phones: [stays] });
});

test("every run of a stored audience leaves them out, and not only the first", async () => {
  const [stays, left] = [await consented(), await consented()];
  const { id: group } = (await service.call("POST", "/groups", { name: "Frozen and repeated" })).body.data;
  await service.call("POST", "/newsletter", { name: "Eve", mobile: stays, double_opt_in: false, group_id: group });
  const id = await scheduled([stays, left], { group_ids: [group], audience: "frozen", repeat: DAILY });
  await leave(left);
  for (const [index, seconds] of [300, 1].entries()) {
    await overdue(service, id, seconds);
    await eventually(async () => (await runsOf(service, id)).length === index + 1);
  }
  for (const { message_id: message } of await runsOf(service, id)) {
    await eventually(async () => {
      const { body } = await service.call("GET", `/messages/${message}`);
      return body.data.state === "completed";
    });
    expect(await phonesOf(service.pool, { message: message!.slice(4) })).toEqual([stays]);
  }
});

test("a run in which no recipient has a consent any more fails, and says why", async () => {
  const left = await consented();
  const id = await scheduled([left]);
  await leave(left);
  expect(await ran(id)).toEqual({ outcome: "failed", reason: "consent_required", phones: [] });
});

test("a run to a person who has sent STOP since has nobody left, which is no fault", async () => {
  const stopped = await consented();
  const id = await scheduled([stopped]);
  await suppress(service.pool, stopped);
  await leave(stopped);
  expect(await ran(id)).toEqual({ outcome: "failed", reason: "no_recipients", phones: [] });
});

test("a schedule from before the rule was enforced is checked by it at its run", async () => {
  await rule("warn");
  const [known, unknown] = [await consented(), freshPhone()];
  const direct = await scheduled([known, unknown]);
  const looked = await scheduled([], { numbers: undefined, role_ids: ["administrator"] });
  await rule("enforce");
  expect(await ran(direct)).toEqual({ outcome: "sent", reason: null, phones: [known] });
  expect(await ran(looked)).toEqual({ outcome: "failed", reason: "consent_required", phones: [] });
});

test("a basis that was stated for a schedule holds for its runs", async () => {
  const mobile = freshPhone();
  const id = await scheduled([mobile], { consent_basis: "contract" });
  expect(await ran(id)).toEqual({ outcome: "sent", reason: null, phones: [mobile] });
});

test("a schedule whose consent was undetermined runs once another basis is stated for it", async () => {
  await rule("warn");
  const [phone, unknown] = [freshPhone(), freshPhone()];
  const user = { username: "bea", name: "Bea", email: "bea@example.test", phone, roles: ["author"] };
  await service.call("POST", "/users", user);
  const looked = await scheduled([], { numbers: undefined, role_ids: ["author"] });
  const direct = await scheduled([unknown]);
  await rule("enforce");
  for (const id of [looked, direct]) {
    const { version, consent } = (await readSchedule(service, id)) as { version: number; consent: string | null };
    expect(consent).toBeNull();
    const answer = await service.call("PATCH", `/schedules/${id}`, { version, consent_basis: `contract of ${id}` });
    expect([answer.status, answer.body.data]).toMatchObject([200, { version: version + 1, consent: "basis" }]);
    const { rows } = await service.pool.query("select data, at from events where data->>'basis' = $1", [
      `contract of ${id}`,
    ]);
    expect(rows).toEqual([{ data: { by: "builtin:1", basis: `contract of ${id}` }, at: expect.any(Date) }]);
  }
  expect(await ran(looked)).toMatchObject({ outcome: "sent", phones: [phone] });
  expect(await ran(direct)).toMatchObject({ outcome: "sent", phones: [unknown] });
});

test("a basis for a schedule is stated by those who may change settings, says something, and is of marketing alone", async () => {
  const clerk = await service.userWith("svc_sendsms", "svc_outbox");
  const id = await scheduled([await consented()]);
  expect(await readSchedule(service, id)).toMatchObject({ consent: "record" });
  const change = (input: object, as?: typeof clerk, schedule = id) =>
    service.call("PATCH", `/schedules/${schedule}`, input, as && { as });
  const refused = await change({ consent_basis: "contract 7", message: "Other offers!" }, clerk);
  expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
  expect((await change({ consent_basis: "…" })).body.data.params).toHaveProperty("consent_basis");
  expect((await change({ consent_basis: "contract 7", version: 99 })).body.code).toBe("conflict");
  expect(await readSchedule(service, id)).toMatchObject({ consent: "record", message: "Hi", version: 1 });
  const other = await scheduled([freshPhone()], { category: "transactional" });
  const ignored = await change({ consent_basis: "contract 7" }, undefined, other);
  expect([ignored.status, ignored.body.data]).toMatchObject([200, { consent: null, version: 1 }]);
  const { rowCount } = await service.pool.query("select 1 from events where data->>'basis' = 'contract 7'");
  expect(rowCount).toBe(0);
});

test("users who had agreed when it was scheduled get its runs", async () => {
  const phone = await consented();
  const user = { username: "ada", name: "Ada", email: "ada@example.test", phone, roles: ["editor"] };
  const { id: ada } = (await service.call("POST", "/users", user)).body.data;
  const id = await scheduled([], { numbers: undefined, users: [ada] });
  expect(await ran(id)).toMatchObject({ outcome: "sent", phones: [phone] });
});

test.each(["Offers!", "Offers, {{name | you}}!"])(
  "a run leaves out users who have withdrawn their consent since they were scheduled: %s",
  async (message) => {
    const [stays, left] = [await consented(), await consented()];
    const users: number[] = [];
    for (const phone of [stays, left]) {
      const name = `u${phone.slice(1)}`;
      const user = { username: name, name, email: `${name}@example.test`, phone, roles: ["editor"] };
      users.push((await service.call("POST", "/users", user)).body.data.id);
    }
    const call = { numbers: undefined, users, message };
    const [first, second, stated] = [
      await scheduled([], call),
      await scheduled([], call),
      await scheduled([], { ...call, consent_basis: "contract" }),
    ];
    const { id: group } = (await service.call("POST", "/groups", { name: `Frozen ${message}` })).body.data;
    const member = freshPhone();
    await service.call("POST", "/newsletter", { name: "Ada", mobile: member, group_id: group, double_opt_in: false });
    const frozen = await scheduled([], { ...call, group_ids: [group], audience: "frozen" });
    await leave(left);
    expect(await ran(frozen)).toMatchObject({ phones: [stays, member].toSorted() });
    expect(await ran(first)).toEqual({ outcome: "sent", reason: null, phones: [stays] });
    expect((await ran(stated)).phones).toEqual([stays, left].toSorted());
    await rule("warn");
    expect((await ran(second)).phones).toEqual([stays, left].toSorted());
  },
);

test("other categories, and a rule that only warns, change nothing at a run", async () => {
  const mobile = freshPhone();
  expect(await ran(await scheduled([mobile], { category: "transactional" }))).toMatchObject({ phones: [mobile] });
  const left = await consented();
  const id = await scheduled([left]);
  await leave(left);
  await rule("warn");
  expect(await ran(id)).toMatchObject({ outcome: "sent", phones: [left] });
});

test("schedules of another system that are marketing to people without a record stay out, with that reason", async () => {
  const known = await consented();
  const start = new Date(service.store.db.now() + 86_400_000).toISOString();
  const one = (reference: string, number: string) => ({ reference, message: "Offers!", numbers: [number], start });
  const call = { source: "wp-sms", schedules: [one("1", known), one("2", freshPhone())], category: "marketing" };
  const { moved, unreadable } = (await service.call("POST", "/schedules/import", call)).body.data;
  expect([moved, unreadable]).toEqual([1, [{ reference: "2", reason: "consent" }]]);
});
