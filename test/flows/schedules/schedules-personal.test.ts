import { beforeAll, expect, test } from "vitest";

import { eventually, numbers } from "../../support/engine/engine.ts";
import { scheduleIdOf } from "../../support/engine/schedules.ts";
import { openScheduling } from "../../support/engine/scheduling.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { loadSubscribers } from "../../support/people/subscribers.ts";
import { textsTo } from "../../support/service/sent-messages.ts";

const schedules = openScheduling();
beforeAll(() => allowWithoutRecord(schedules.service.pool));

const received = (to: string): string[] => textsTo(schedules.service, to);
const daily = { interval: { value: 1, unit: "day" }, repeatForever: true };

async function run(id: string, nth: number) {
  // No two runs in one second: an occurrence runs once.
  await schedules.overdue(id, 9 - 3 * nth);
  return eventually(async () => {
    const runs = await schedules.runs(id);
    return runs.length === nth && runs[0];
  });
}

test.each(["live", "frozen"])("each run of a %s schedule reads the current names of people", async (audience) => {
  const from = audience === "live" ? 0 : 1_000;
  const [ada, direct] = [...numbers(1, from), ...numbers(1, from + 500)] as [string, string];
  const group = await loadSubscribers(schedules.service.pool, `personal ${audience}`, 1, from);
  const created = await schedules.call({
    numbers: [{ number: direct, variables: { name: "Direct" } }],
    group_ids: [group],
    message: "Hi {{name | you}}",
    repeat: daily,
    audience,
  });
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  const id = scheduleIdOf(created);
  await run(id, 1);
  await eventually(async () => received(ada).length === 1 && received(direct).length === 1);
  await schedules.service.pool.query("update subscribers set name = 'Renamed' where phone = $1", [ada]);
  await run(id, 2);
  await eventually(async () => received(ada).length === 2 && received(direct).length === 2);
  // The newest is first.
  expect(received(ada)).toEqual(["Hi Renamed", "Hi Person 0"]);
  expect(received(direct)).toEqual(["Hi Direct", "Hi Direct"]);
});

test("a schedule is refused if a direct number has no value, when it is created and when its text changes", async () => {
  const [ada] = numbers(1, 2_000);
  const refused = await schedules.call({ numbers: [ada], message: "Hi {{name}}" });
  expect(refused.body.data.details).toMatchObject([{ field: "message", code: "missing_value" }]);
  const created = await schedules.call({ numbers: [ada], message: "Hi" });
  const id = scheduleIdOf(created);
  const changed = await schedules.service.call("PATCH", `/schedules/${id}`, { message: "Hi {{name}}" });
  expect([changed.status, changed.body.data.details?.[0].code]).toEqual([400, "missing_value"]);
  expect((await schedules.read(id))["message"]).toBe("Hi");
});

test("a text of which only the footer would be left is not scheduled, and a schedule that has one can be changed", async () => {
  const [ada] = numbers(1, 2_100);
  const call = { numbers: [{ number: ada, variables: { name: "Ada" } }], category: "marketing", repeat: daily };
  await schedules.service.call("PATCH", "/settings", { footer: { enabled: true } });
  try {
    const refused = await schedules.call({ ...call, numbers: [ada], message: "{{name |}}" });
    expect(refused.body.data.details).toMatchObject([{ field: "message", code: "missing_value" }]);
    const created = await schedules.call({ ...call, message: "{{name |}}" });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    const id = scheduleIdOf(created);
    const changed = await schedules.service.call("PATCH", `/schedules/${id}`, { if_late: "skip" });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await run(id, 1);
    await eventually(async () => received(ada!).length === 1);
    expect(received(ada!)[0]).toMatch(/^Ada\n/);
  } finally {
    await schedules.service.call("PATCH", "/settings", { footer: { enabled: false } });
  }
});

test("what a schedule says about its numbers is known to a change of its text or its sender", async () => {
  const [ada] = numbers(1, 3_000);
  const created = await schedules.call({
    numbers: [{ number: ada, variables: { parcel: "A1" } }],
    message: "Parcel {{parcel}} is here",
    repeat: daily,
  });
  const id = scheduleIdOf(created);
  const sender = await schedules.service.call("PATCH", `/schedules/${id}`, { sender: "Shop" });
  expect(sender.status, JSON.stringify(sender.body)).toBe(200);
  const misspelled = await schedules.service.call("PATCH", `/schedules/${id}`, { message: "Parcel {{parcle}} waits" });
  expect([misspelled.status, misspelled.body.data.details?.[0].code]).toEqual([400, "unknown_variable"]);
  const text = await schedules.service.call("PATCH", `/schedules/${id}`, { message: "Parcel {{parcel}} waits" });
  expect(text.status, JSON.stringify(text.body)).toBe(200);
  await run(id, 1);
  await eventually(async () => received(ada!).length === 1);
  expect(received(ada!)).toEqual(["Parcel A1 waits"]);
});

test("a new text with braces is sent unchanged if the change says so", async () => {
  const [ada] = numbers(1, 3_500);
  const created = await schedules.call({ numbers: [ada], message: "Plain", repeat: daily });
  const id = scheduleIdOf(created);
  const refused = await schedules.service.call("PATCH", `/schedules/${id}`, { message: "As {{it}} is" });
  expect([refused.status, refused.body.data.details?.[0].code]).toEqual([400, "unknown_variable"]);
  const changed = await schedules.service.call("PATCH", `/schedules/${id}`, {
    message: "As {{it}} is",
    personalize: false,
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  // What was chosen applies to a change of something else, too.
  expect((await schedules.service.call("PATCH", `/schedules/${id}`, { sender: "Shop" })).status).toBe(200);
  await run(id, 1);
  await eventually(async () => received(ada!).length === 1);
  expect(received(ada!)).toEqual(["As {{it}} is"]);
});

test("a schedule accepts no links while the service has no public address", async () => {
  const group = await loadSubscribers(schedules.service.pool, "personal links", 1, 4_000);
  const refused = await schedules.call({ group_ids: [group], message: "Bye: {{unsubscribe_url}}" });
  expect([refused.status, refused.body.code]).toEqual([409, "public_url_missing"]);
  const created = await schedules.call({ group_ids: [group], message: "Hi" });
  const id = scheduleIdOf(created);
  const changed = await schedules.service.call("PATCH", `/schedules/${id}`, { message: "Bye: %unsubscribe_url%" });
  expect([changed.status, changed.body.code]).toEqual([409, "public_url_missing"]);
  const unmatched = await schedules.service.call("PATCH", `/schedules/${id}`, { message: "%subscriber_group%" });
  expect([unmatched.status, unmatched.body.data.details[0].code]).toEqual([400, "unknown_variable"]);
  expect((await schedules.read(id))["message"]).toBe("Hi");
});

test("an erasure takes the values of a direct number out of a schedule", async () => {
  const [ada, bob] = numbers(2, 3_000) as [string, string];
  const created = await schedules.call({
    numbers: [
      { number: ada, variables: { name: "Ada Secret" } },
      { number: bob, variables: { name: "Bob" } },
    ],
    message: "Hi {{name}}",
  });
  const id = scheduleIdOf(created).replace("sch_", "");
  await schedules.service.call("POST", "/privacy/delete", { mobile: ada, confirm: true });
  const message = await eventually(async () => {
    const { rows } = await schedules.service.pool.query("select message from schedules where id = $1", [id]);
    return rows[0].message.phones.length === 1 && rows[0].message;
  });
  expect(message.variables).toEqual({ [bob]: { name: "Bob" } });
});
