import { afterAll, beforeAll, expect, test } from "vitest";

import { overdue, runsOf, scheduleCall, trial } from "../../support/engine/schedules.ts";
import { startReplies } from "../../support/people/opt-outs.ts";

let people: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  people = await startReplies();
});
afterAll(() => people.end());

const marketing = (message: string, numbers: string[], more: object = {}) =>
  people.service.call("POST", "/send", { message, numbers, category: "marketing", ...more });
const textsOf = (phone: string): string[] => people.received(phone).map(({ text }) => text);
const logged = async (phone: string): Promise<string[]> => {
  const answer = await people.service.call("GET", `/outbox?recipient=${encodeURIComponent(phone)}`);
  return answer.body.data.items.map((item: { message: string }) => item.message);
};

test("marketing has a footer only if the operator says so, and the log shows what was sent", async () => {
  const phone = "+4915112393001";
  await marketing("Plain", [phone]);
  await expect.poll(() => textsOf(phone)).toEqual(["Plain"]);
  await people.set("footer", { enabled: true });
  await people.set("opt_out", { sender_name: "Acme Tea" });
  const answer = await marketing("a".repeat(150), [phone]);
  expect(answer.body.data.segments).toBe(2);
  const full = `${"a".repeat(150)}\nAcme Tea: reply STOP to end`;
  await expect.poll(() => textsOf(phone)).toEqual(["Plain", full]);
  expect(await logged(phone)).toEqual([full, "Plain"]);
});

test("no other category has a footer", async () => {
  const phone = "+4915112393002";
  for (const category of ["transactional", "otp"]) await people.send(phone, { category, message: category });
  await expect.poll(() => textsOf(phone).toSorted()).toEqual(["otp", "transactional"]);
});

test("a text that fits only without its footer is refused, and the reply says why", async () => {
  const answer = await marketing("a".repeat(1_520), ["+4915112393003"]);
  expect([answer.status, answer.body.data.details[0].message]).toEqual([
    400,
    "needs 11 segments with its footer; the maximum is 10",
  ]);
});

test("a schedule gets the footer of the day on which it runs", async () => {
  const phone = "+4915112393004";
  await trial(people.service);
  const answer = await scheduleCall(people.service, { message: "Later", numbers: [phone], category: "marketing" });
  expect(answer.status).toBe(200);
  const id = answer.body.data.schedule_id as string;
  expect((await people.service.call("GET", `/schedules/${id}`)).body.data.message).toBe("Later");
  await people.set("footer", { texts: { default: "Ende: {{stop}}" } });
  await overdue(people.service, id, 1);
  await expect.poll(() => textsOf(phone)).toEqual(["Later\nEnde: STOP"]);
});

test("a new text of a schedule must fit with its footer, too", async () => {
  const created = await scheduleCall(people.service, { numbers: ["+4915112393005"], category: "marketing" });
  const id = created.body.data.schedule_id as string;
  const change = (message: string) => people.service.call("PATCH", `/schedules/${id}`, { message });
  const refused = await change("a".repeat(1_520));
  expect([refused.status, refused.body.data.details?.[0].message]).toEqual([
    400,
    "needs 11 segments with its footer; the maximum is 10",
  ]);
  expect((await change("a".repeat(1_500))).status).toBe(200);
});

test("a run whose text has become too long with a new footer fails with that reason, and the schedule says so", async () => {
  const phone = "+4915112393006";
  const answer = await scheduleCall(people.service, {
    message: "a".repeat(1_480),
    numbers: [phone],
    category: "marketing",
    repeat: { interval: { value: 1, unit: "day" } },
  });
  expect(answer.status).toBe(200);
  const id = answer.body.data.schedule_id as string;
  await people.set("footer", { texts: { default: "Write STOP to end. \u{1F44B}" } });
  await overdue(people.service, id, 1);
  await expect.poll(async () => (await runsOf(people.service, id)).length).toBe(1);
  const [run] = await runsOf(people.service, id);
  expect(run).toMatchObject({ outcome: "failed", reason: "too_long", state: "failed" });
  expect(textsOf(phone)).toEqual([]);
  expect((await people.service.call("GET", `/messages/${run!.message_id}`)).body.data).toMatchObject({
    state: "failed",
    reason: "too_long",
  });
  // The schedule goes on: once the footer fits, the run can be repeated.
  await people.set("footer", { texts: { default: "Ende: {{stop}}" } });
  expect((await people.service.call("POST", `/schedules/${id}/run`)).status).toBe(200);
  await expect.poll(() => textsOf(phone).length).toBe(1);
});
