import { expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import type { Answer } from "../../support/service/test-service.ts";
import { DAILY, NEXT_YEAR, scheduleIdOf } from "../../support/engine/schedules.ts";
import { openScheduling } from "../../support/engine/scheduling.ts";

const schedules = openScheduling({ TIDINGS_TIMEZONE: "Europe/Berlin" });

const act = (id: string, action: string): Promise<Answer> =>
  schedules.service.call("POST", `/schedules/${id}/${action}`);
const patch = (id: string, body: object): Promise<Answer> => schedules.service.call("PATCH", `/schedules/${id}`, body);

test("a paused schedule does not run; resumed it continues with the first run after now", async () => {
  const id = await schedules.create({ repeat: DAILY });
  expect((await act(id, "pause")).body.data).toMatchObject({ state: "paused", next_run: null });
  await schedules.overdue(id, 2 * 86_400 + 60);
  const other = await schedules.create();
  await schedules.overdue(other, 1);
  // The other one ran, so the scheduler has polled.
  await eventually(async () => (await schedules.read(other))["state"] === "completed");
  expect(await schedules.runs(id)).toEqual([]);
  const resumed = (await act(id, "resume")).body.data;
  expect(resumed.state).toBe("active");
  expect(Date.parse(resumed.next_run)).toBeGreaterThan(schedules.service.store.db.now());
  expect(await schedules.runs(id)).toEqual([]);
  expect(await schedules.events(id)).toEqual(["schedule.created", "schedule.paused", "schedule.resumed"]);
});

test("a one-time schedule that is resumed too late is skipped, or sent if the caller wanted that", async () => {
  const skip = await schedules.create();
  const send = await schedules.create({ if_late: "send" });
  for (const id of [skip, send]) {
    await act(id, "pause");
    await schedules.overdue(id, 7_200);
    expect((await act(id, "resume")).status).toBe(200);
    await eventually(async () => (await schedules.read(id))["state"] === "completed");
  }
  expect(await schedules.runs(skip)).toMatchObject([{ outcome: "skipped", reason: "late" }]);
  expect(await schedules.runs(send)).toMatchObject([{ outcome: "sent" }]);
});

test("the next run can be skipped, and only that one", async () => {
  const id = await schedules.create({ schedule: `${NEXT_YEAR}-06-01T12:00:00`, repeat: DAILY });
  const skipped = (await act(id, "skip")).body.data;
  expect(skipped).toMatchObject({ state: "active", next_run: `${NEXT_YEAR}-06-02T10:00:00.000Z`, runs: 0 });
  expect(await schedules.runs(id)).toMatchObject([
    { run_at: `${NEXT_YEAR}-06-01T10:00:00.000Z`, outcome: "skipped", reason: "by_request" },
  ]);
  const once = await schedules.create();
  expect((await act(once, "skip")).body.data).toMatchObject({ state: "completed", next_run: null });
});

test("run now sends once beside the rule; for a one-time schedule that was its run", async () => {
  const id = await schedules.create({ schedule: `${NEXT_YEAR}-06-01T12:00:00`, repeat: DAILY });
  const ran = await act(id, "run");
  expect(ran.body.data).toMatchObject({ state: "active", next_run: `${NEXT_YEAR}-06-01T10:00:00.000Z`, runs: 1 });
  expect((await schedules.runs(id))[0]).toMatchObject({ outcome: "sent", message_id: ran.body.data.message_id });
  const once = await schedules.create();
  expect((await act(once, "run")).body.data).toMatchObject({ state: "completed", runs: 1 });
  expect((await act(once, "run")).status).toBe(409);
});

test("twenty run-nows with one key are one run", async () => {
  const id = await schedules.create({ repeat: DAILY });
  const headers = { "idempotency-key": "run-once" };
  await Promise.all(
    Array.from({ length: 20 }, () => schedules.service.call("POST", `/schedules/${id}/run`, undefined, { headers })),
  );
  expect(await schedules.runs(id)).toHaveLength(1);
});

test("DELETE ends it for good, and it stays readable", async () => {
  const id = await schedules.create({ repeat: DAILY });
  const gone = await schedules.service.call("DELETE", `/schedules/${id}`);
  expect([gone.status, gone.body.data.state, gone.body.data.next_run]).toEqual([200, "canceled", null]);
  expect((await schedules.read(id))["state"]).toBe("canceled");
  for (const action of ["pause", "resume", "skip", "run"]) {
    const answer = await act(id, action);
    expect([action, answer.status, answer.body.code]).toEqual([action, 409, "not_in_this_state"]);
  }
  const again = await schedules.service.call("DELETE", `/schedules/${id}`);
  expect([again.status, again.body.message]).toEqual([200, "The schedule is already canceled."]);
  expect((await patch(id, { message: "x" })).status).toBe(409);
});

test("a client that pauses or resumes again, after a lost response, learns that it is already done", async () => {
  const id = await schedules.create();
  expect((await act(id, "resume")).body).toMatchObject({ message: "The schedule is already active." });
  const { body } = await act(id, "pause");
  expect((await act(id, "pause")).body).toMatchObject({
    message: "The schedule is already paused.",
    data: { state: "paused", version: body.data.version },
  });
});

test("an id that names no schedule is 404", async () => {
  const nothing = "sch_0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10";
  for (const id of [nothing, "nonsense", "msg_0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10"]) {
    expect((await schedules.service.call("GET", `/schedules/${id}`)).status).toBe(404);
    expect((await schedules.service.call("GET", `/schedules/${id}/runs`)).status).toBe(404);
    expect((await schedules.service.call("DELETE", `/schedules/${id}`)).status).toBe(404);
    expect((await patch(id, { message: "x" })).status).toBe(404);
    for (const action of ["pause", "resume", "skip", "run"]) expect((await act(id, action)).status).toBe(404);
  }
});

test("a cursor of the runs is a time that can be stored, or it is refused", async () => {
  const id = await schedules.create();
  const page = (cursor: string) =>
    schedules.service.call("GET", `/schedules/${id}/runs?cursor=${encodeURIComponent(cursor)}`);
  expect((await page(`${NEXT_YEAR}-06-01T10:00:00.000Z`)).status).toBe(200);
  for (const cursor of ["", "soon", "0000-01-01T00:00:00Z", "-000001-01-01T00:00:00Z", "+275760-09-13T00:00:00Z"]) {
    expect(await page(cursor), cursor).toMatchObject({
      status: 400,
      body: { data: { details: [{ field: "cursor", code: "invalid_format" }] } },
    });
  }
});

test("text, times and lateness can be changed; times are read in the schedule's own zone", async () => {
  const id = await schedules.create({ schedule: `${NEXT_YEAR}-06-01T12:00:00`, repeat: DAILY });
  await schedules.service.pool.query("update schedules set zone = 'America/New_York' where id = $1", [id.slice(4)]);
  const changed = await patch(id, {
    message: "Other words",
    schedule: `${NEXT_YEAR}-06-05T09:00:00`,
    if_late: "send",
    late_after: 5,
    rate_per_minute: 60,
  });
  expect(changed.body.data).toMatchObject({
    message: "Other words",
    schedule: `${NEXT_YEAR}-06-05T13:00:00.000Z`,
    next_run: `${NEXT_YEAR}-06-05T13:00:00.000Z`,
    time_zone: "America/New_York",
    if_late: "send",
    late_after: 5,
    rate_per_minute: 60,
    version: 2,
    repeat: { interval: { value: 1, unit: "day" }, end_at: null },
  });
  const weekly = await patch(id, { repeat: { interval: { value: 2, unit: "week" }, endDate: `${NEXT_YEAR}-07-01` } });
  expect(weekly.body.data.repeat).toEqual({
    interval: { value: 2, unit: "week" },
    end_at: `${NEXT_YEAR}-07-02T03:59:59.999Z`,
  });
  expect((await patch(id, { rate_per_minute: null })).body.data.rate_per_minute).toBeNull();
  const once = await patch(id, { repeat: null });
  expect(once.body.data).toMatchObject({ repeat: null, next_run: `${NEXT_YEAR}-06-05T13:00:00.000Z` });
});

test("a schedule loses its sender by null or an empty one, and keeps it in every other change", async () => {
  for (const none of [null, ""]) {
    const id = await schedules.create({ sender: "ACME" });
    expect((await patch(id, { message: "Other words" })).body.data.sender).toBe("ACME");
    expect((await patch(id, { sender: none })).body.data).toMatchObject({ sender: null, message: "Other words" });
    expect((await schedules.read(id))["sender"]).toBeNull();
  }
});

test("all errors in a change are reported at once, and nothing is changed", async () => {
  const id = await schedules.create({
    schedule: `${NEXT_YEAR}-06-01T12:00:00`,
    repeat: { ...DAILY, endDate: `${NEXT_YEAR}-07-01` },
  });
  const answer = await patch(id, {
    message: " ",
    schedule: `${NEXT_YEAR}-02-30T00:00:00`,
    gateway: "nosuch",
    late_after: -1,
  });
  expect([answer.status, Object.keys(answer.body.data.params).toSorted()]).toEqual([
    400,
    ["gateway", "late_after", "message", "schedule"],
  ]);
  const after = await patch(id, { schedule: `${NEXT_YEAR}-08-01T12:00:00` });
  expect(after.body.data.details[0]).toMatchObject({ field: "schedule", code: "end_before_start" });
  const over = await patch(id, { repeat: { ...DAILY, endDate: "2020-01-01" } });
  expect(over.status).toBe(400);
  expect((await schedules.read(id))["version"]).toBe(1);
});

test("a change that names nothing changeable leaves everything as it is, and says so", async () => {
  const id = await schedules.create();
  const misspelled = await patch(id, { mesage: "Moved" });
  expect([misspelled.status, misspelled.body.data.details[0].did_you_mean]).toEqual([400, "message"]);
  const answer = await patch(id, { version: 1 });
  expect([answer.status, answer.body.data.version]).toEqual([200, 1]);
  expect(answer.body.message).toBe("No changes were given: the schedule is unchanged.");
  expect(await schedules.events(id)).toEqual(["schedule.created"]);
  expect((await patch(id, { version: 7 })).body.code).toBe("conflict");
});

test("a skipped run is forgotten when the schedule gets new times", async () => {
  const id = await schedules.create({ schedule: `${NEXT_YEAR}-06-01T12:00:00`, repeat: DAILY });
  await act(id, "skip");
  const back = await patch(id, { schedule: `${NEXT_YEAR}-06-01T12:00:00` });
  expect(back.body.data.next_run).toBe(`${NEXT_YEAR}-06-01T10:00:00.000Z`);
  expect(await schedules.runs(id)).toEqual([]);
});

test("a skipped run stays skipped when only the end of the schedule changes", async () => {
  const id = await schedules.create({ schedule: `${NEXT_YEAR}-06-01T12:00:00`, repeat: DAILY });
  await act(id, "skip");
  await act(id, "skip");
  const ended = await patch(id, { repeat: { ...DAILY, endDate: `${NEXT_YEAR}-07-01` } });
  expect(ended.body.data).toMatchObject({
    next_run: `${NEXT_YEAR}-06-03T10:00:00.000Z`,
    repeat: { end_at: `${NEXT_YEAR}-07-01T21:59:59.999Z` },
  });
  expect(await schedules.runs(id)).toMatchObject([{ reason: "by_request" }, { reason: "by_request" }]);
  // All that is left was skipped.
  const short = await patch(id, { repeat: { ...DAILY, endDate: `${NEXT_YEAR}-06-02` } });
  expect([short.status, short.body.code]).toEqual([409, "not_in_this_state"]);
  // Another recurrence is another schedule.
  const weekly = await patch(id, { repeat: { interval: { value: 1, unit: "week" } } });
  expect(weekly.body.data.next_run).toBe(`${NEXT_YEAR}-06-01T10:00:00.000Z`);
});

test("new times at which a schedule had its run are refused or passed over: the clock was set back since", async () => {
  const id = await schedules.create({ schedule: `${NEXT_YEAR}-06-01T12:00:00`, repeat: DAILY });
  await schedules.service.pool.query(
    "insert into schedule_runs (schedule_id, run_at, outcome) select $1, $2::timestamptz + n * interval '1 day', 'sent' from generate_series(0, 1) n",
    [id.slice(4), `${NEXT_YEAR}-06-02T10:00:00Z`],
  );
  const once = await patch(id, { schedule: `${NEXT_YEAR}-06-02T12:00:00`, repeat: null });
  expect([once.status, once.body.code]).toEqual([409, "not_in_this_state"]);
  const again = await patch(id, { schedule: `${NEXT_YEAR}-06-02T12:00:00` });
  expect(again.body.data.next_run).toBe(`${NEXT_YEAR}-06-04T10:00:00.000Z`);
});

test("of two changes to the same version the second gets a conflict", async () => {
  const id = await schedules.create();
  expect((await patch(id, { message: "A", version: 1 })).status).toBe(200);
  const late = await patch(id, { message: "B", version: 1 });
  expect([late.status, late.body.code, late.body.data.version]).toEqual([409, "conflict", 2]);
  expect((await schedules.read(id))["message"]).toBe("A");
});

test("concurrent changes, deletions and runs have one outcome each", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => schedules.create({ message: "old" })));
  await Promise.all(ids.map((id) => schedules.overdue(id, 1)));
  const answers = await Promise.all(
    ids.flatMap((id) => [
      patch(id, { message: "new" }),
      schedules.service.call("DELETE", `/schedules/${id}`),
      act(id, "run"),
    ]),
  );
  expect(answers.filter(({ status }) => ![200, 409].includes(status)).map(({ body }) => body)).toEqual([]);
  for (const id of ids) {
    const read = await schedules.read(id);
    const runs = await schedules.runs(id);
    expect(["completed", "canceled"]).toContain(read["state"]);
    expect(runs.length).toBe(read["state"] === "completed" ? 1 : 0);
    const { rows } = await schedules.service.pool.query("select body from messages where schedule_id = $1", [
      id.slice(4),
    ]);
    expect(rows).toHaveLength(runs.length);
  }
});

test("the list is read from page to page, newest first, and by state", async () => {
  const mine = [await schedules.create(), await schedules.create(), await schedules.create()];
  await act(mine[1]!, "pause");
  const first = (await schedules.service.call("GET", "/schedules?per_page=2")).body.data;
  expect(first.items.map((one: { schedule_id: string }) => one.schedule_id)).toEqual([mine[2], mine[1]]);
  const second = (await schedules.service.call("GET", `/schedules?per_page=2&cursor=${first.pagination.next_cursor}`))
    .body.data;
  expect(second.items[0].schedule_id).toBe(mine[0]);
  const paused = (await schedules.service.call("GET", "/schedules?state=paused&per_page=100")).body.data.items;
  expect(paused.every((one: { state: string }) => one.state === "paused")).toBe(true);
  expect(paused[0].schedule_id).toBe(mine[1]);
  expect((await schedules.service.call("GET", "/schedules?cursor=x")).status).toBe(400);
});

test("the body of a one-time password is not shown", async () => {
  const id = await schedules.create({ category: "otp", message: "Your code is 123456" });
  expect((await schedules.read(id))["message"]).toBe("[hidden]");
});

test("the text of a schedule is shown to its creator and to those who may read the log", async () => {
  const [author, editor] = [
    await schedules.service.userWith("svc_sendsms"),
    await schedules.service.userWith("svc_sendsms", "svc_outbox"),
  ];
  const textAs = async (id: string, as: typeof author) => {
    const one = await schedules.service.call("GET", `/schedules/${id}`, undefined, { as });
    const list = await schedules.service.call("GET", "/schedules?per_page=1", undefined, { as });
    return [one.body.data.message, list.body.data.items[0].message];
  };
  const id = await schedules.create({ message: "Your offer ends today" });
  expect(await textAs(id, author)).toEqual(["[hidden]", "[hidden]"]);
  expect(await textAs(id, editor)).toEqual(["Your offer ends today", "Your offer ends today"]);
  const paused = await schedules.service.call("POST", `/schedules/${id}/pause`, {}, { as: author });
  expect(paused.body.data).toMatchObject({ state: "paused", message: "[hidden]" });
  const back = await schedules.service.call(
    "PATCH",
    `/schedules/${id}`,
    { message: "[hidden]", sender: "ACME" },
    { as: author },
  );
  expect(back.body.data).toMatchObject({ message: "[hidden]", sender: "ACME" });
  expect(await textAs(id, editor)).toEqual(["Your offer ends today", "Your offer ends today"]);
  const schedule = new Date(schedules.service.store.db.now() + 86_400_000).toISOString();
  const text = { message: "My own", numbers: ["+4915112345678"], schedule };
  const own = await schedules.service.call("POST", "/send", text, { as: author });
  expect(await textAs(scheduleIdOf(own), author)).toEqual(["My own", "My own"]);
});
