import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { NEXT_YEAR, scheduleCall, trial } from "../../support/engine/schedules.ts";
import { wrongCounts } from "../../support/people/membership-counts.ts";
import { startTestService, type Credentials, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await trial(service);
});
afterAll(async () => {
  expect(await wrongCounts(service.pool)).toEqual([]);
  await service.end();
});

let next = 870_000;
type Person = { readonly id: number; readonly mobile: string };
async function add(more: object = {}): Promise<Person> {
  const [mobile] = numbers(1, (next += 1));
  const answer = await service.call("POST", "/subscribers", { name: "Ada", mobile, double_opt_in: false, ...more });
  expect(answer.status).toBe(201);
  return answer.body.data;
}
let named = 0;
const newGroup = async (): Promise<number> =>
  (await service.call("POST", "/groups", { name: `group ${(named += 1)}` })).body.data.id;

async function ended(id: string): Promise<any> {
  const job = async () => (await service.call("GET", `/jobs/${id}`)).body.data;
  await eventually(async () => ["completed", "failed", "canceled"].includes((await job()).state));
  return job();
}
async function done(body: object): Promise<any> {
  const started = await service.call("POST", "/subscribers/bulk", body);
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  return ended(started.body.data.id);
}
const join = (people: readonly Person[], group: number) =>
  done({ action: "add_to_group", ids: people.map(({ id }) => id), group_id: group, double_opt_in: false });
const undo = (job: { id: string }, as: Credentials = service.admin) =>
  service.call("POST", `/jobs/${job.id}/undo`, {}, { as });
async function undone(job: { id: string }): Promise<any> {
  const started = await undo(job);
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  expect(started.headers.get("location")).toBe(`/svc/v1/jobs/${started.body.data.id}`);
  return ended(started.body.data.id);
}
const shown = async ({ id }: Person) => (await service.call("GET", `/subscribers/${id}`)).body.data;
const stateIn = async (person: Person, group: number): Promise<string | undefined> =>
  (await shown(person)).groups.find((one: { id: number }) => one.id === group)?.state;
const consents = async (person: Person, group: number): Promise<string[]> =>
  (await shown(person)).history
    .filter((one: { group_id: number }) => one.group_id === group)
    .map(({ kind }: { kind: string }) => kind);

describe("taking back that people were added to a group", () => {
  test("ends exactly the memberships that it made, with consents, events and no trace of having left", async () => {
    const group = await newGroup();
    const [before, joined, other] = [await add({ group_id: [1, group] }), await add(), await add()];
    const job = await join([before, joined, other], group);
    expect(job).toMatchObject({ result: { changed: 2, unchanged: 1 }, undone_by: null, undoes: null });
    expect(Date.parse(job.undoable_until) - Date.parse(job.finished_at)).toBe(24 * 3_600_000);
    const undoing = await undone(job);
    expect(undoing).toMatchObject({
      kind: "subscriber_bulk_undo",
      state: "completed",
      progress: { done: 2, total: 2 },
      result: { action: "undo", changed: 2, unchanged: 0 },
      undoes: job.id,
      undoable_until: null,
    });
    expect(await ended(job.id)).toMatchObject({ undone_by: undoing.id, undoable_until: null });
    expect(await Promise.all([before, joined, other].map((one) => stateIn(one, group)))).toEqual([
      "active",
      undefined,
      undefined,
    ]);
    expect(await consents(before, group)).toEqual(["subscribed"]);
    expect(await consents(joined, group)).toEqual(["left", "subscribed"]);
    const { rows } = await service.pool.query(
      "select data from events where kind = 'subscriber.unsubscribed' and phone = $1",
      [joined.mobile],
    );
    expect(rows).toMatchObject([
      { data: { subscriber_id: joined.id, state: "active", groups: [{ id: group, state: "left" }] } },
    ]);
    // People who left by themselves are not added again; these did not.
    expect((await join([joined], group)).result).toMatchObject({ changed: 1 });
  });

  test("leaves people who left and came back, or requested it themselves, or were removed, as they are now", async () => {
    const group = await newGroup();
    const [back, own, removed, deleted] = [await add(), await add(), await add(), await add()];
    const job = await join([back, own, removed, deleted], group);
    await service.call("PATCH", `/subscribers/${back.id}`, { group_ids: [1] });
    await service.call("PATCH", `/subscribers/${back.id}`, { group_ids: [1, group], double_opt_in: false });
    const asked = { name: "Ada", mobile: own.mobile, group_id: group, double_opt_in: false };
    expect((await service.call("POST", "/newsletter", asked)).status).toBe(200);
    await service.call("PATCH", `/subscribers/${removed.id}`, { group_ids: [1] });
    await service.call("DELETE", `/subscribers/${deleted.id}`);
    expect((await undone(job)).result).toMatchObject({ changed: 0 });
    expect(await Promise.all([back, own, removed].map((one) => stateIn(one, group)))).toEqual([
      "active",
      "active",
      "left",
    ]);
    expect(await consents(own, group)).toEqual(["subscribed"]);
  });

  test("happens once, however often and by how many users it is requested", async () => {
    const group = await newGroup();
    const job = await join([await add(), await add()], group);
    const answers = await Promise.all([undo(job), undo(job), undo(job)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const undoing = await ended(answers[0]!.body.data.id);
    expect(undoing.result).toMatchObject({ changed: 2 });
    expect((await undo(job)).body.data.id).toBe(undoing.id);
    const own = await undo(undoing);
    expect([own.status, own.body.code]).toEqual([409, "not_in_this_state"]);
  });

  test("takes them out of the audience that a schedule has stored, unless they are in another group of it", async () => {
    const [group, second] = [await newGroup(), await newGroup()];
    const [alone, both] = [await add(), await add({ group_id: [1, second] })];
    const job = await join([alone, both], group);
    const call = { group_ids: [group, second], numbers: undefined, audience: "frozen" };
    const stored = await scheduleCall(service, { ...call, schedule: `${NEXT_YEAR}-06-01T12:00:00` });
    expect(stored.body.data.recipients.accepted).toBe(2);
    await undone(job);
    const { rows } = await service.pool.query(
      `select r.phone from schedule_recipients r join schedules s on s.frozen_set = r.set_id where s.id = $1`,
      [stored.body.data.schedule_id.replace("sch_", "")],
    );
    expect(rows).toEqual([{ phone: both.mobile }]);
  });

  test("ends what waits to be sent to them as members", async () => {
    const group = await newGroup();
    const [person, member] = [await add(), await add({ group_id: [1, group] })];
    const job = await join([person], group);
    expect((await service.call("POST", "/gateways/sandbox/pause", {})).status).toBe(200);
    const { message_id: id } = (await service.call("POST", "/send", { group_ids: [group], message: "News" })).body.data;
    const states = async () => {
      const deliveries = await deliveriesOf(service.pool, { message: id.slice(4) });
      return Object.fromEntries(deliveries.map(({ phone, state }) => [phone, state]));
    };
    await eventually(async () => Object.keys(await states()).length === 2);
    await undone(job);
    expect(await states()).toEqual({ [person.mobile]: "suppressed", [member.mobile]: "queued" });
    expect((await service.call("POST", "/gateways/sandbox/resume", {})).status).toBe(200);
  });
});

describe("a job that cannot be taken back", () => {
  test.each([
    { action: "remove_from_group", group_id: 1 },
    { action: "unsubscribe" },
    { action: "delete" },
    { action: "reactivate" },
  ])("is one whose changes nobody can restore: %j", async (what) => {
    const job = await done({ ...what, ids: [(await add()).id] });
    expect(job.undoable_until).toBeNull();
    const answer = await undo(job);
    expect([answer.status, answer.body.code]).toEqual([409, "not_in_this_state"]);
  });

  test("is one that changed no one, and one that ended more than a day ago, whose people are forgotten", async () => {
    const group = await newGroup();
    const person = await add();
    const job = await join([person], group);
    expect((await join([person], group)).undoable_until).toBeNull();
    await service.pool.query("update jobs set finished_at = now() - interval '24 hours' where id = $1", [
      job.id.replace("job_", ""),
    ]);
    const late = await undo(job);
    expect([late.status, late.body.message]).toEqual([409, "A job can be taken back for 24 hours after its end."]);
    expect(await stateIn(person, group)).toBe("active");
  });

  test("is one of another user, and any for a user who may not change people", async () => {
    const job = await join([await add()], await newGroup());
    const [other, keeper] = [await service.userWith("svc_subscribers"), await service.userWith("svc_setting")];
    expect((await undo(job, other)).status).toBe(404);
    expect((await undo(job, keeper)).status).toBe(403);
  });
});
