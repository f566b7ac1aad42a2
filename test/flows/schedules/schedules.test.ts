import { describe, expect, test } from "vitest";

import { passOver } from "../../support/contract/replies.ts";
import { suppress } from "../../support/database/ledger.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { DAILY, NEXT_YEAR, scheduleIdOf } from "../../support/engine/schedules.ts";
import { openScheduling } from "../../support/engine/scheduling.ts";

const schedules = openScheduling({ TIDINGS_TIMEZONE: "Europe/Berlin" });

const minutely = { interval: { value: 1, unit: "minute" } };
const state = async (id: string): Promise<string> => (await schedules.read(id))["state"] as string;

describe("a message for later", () => {
  test("is stored with its next run, and nothing is sent before", async () => {
    const answer = await schedules.call({ schedule: `${NEXT_YEAR}-06-01T12:00:00` });
    expect(answer.status).toBe(200);
    expect(answer.body.message).toBe(
      `Message scheduled for ${NEXT_YEAR}-06-01 12:00:00 Europe/Berlin. It goes to the sandbox: nothing leaves this machine.`,
    );
    expect(answer.body.data).toMatchObject({
      message_id: null,
      state: "scheduled",
      next_run: `${NEXT_YEAR}-06-01T10:00:00.000Z`,
      recipients: { matched: 1, accepted: 1, duplicates: 0, invalid: 0, suppressed: null },
      segments: 1,
      sandbox: true,
    });
    const read = await schedules.read(scheduleIdOf(answer));
    expect(read).toMatchObject({
      state: "active",
      time_zone: "Europe/Berlin",
      repeat: null,
      if_late: "skip",
      late_after: 900,
      runs: 0,
      version: 1,
    });
    expect(await schedules.messages(scheduleIdOf(answer))).toEqual([]);
  });

  test("is sent once when it is due, as a message of its own that links back", async () => {
    const id = await schedules.create();
    await schedules.overdue(id, 1);
    await schedules.reached(id, "completed");
    const [run, ...more] = await schedules.runs(id);
    expect(more).toEqual([]);
    expect(run).toMatchObject({ outcome: "sent", reason: null, missed: 0 });
    expect(await schedules.messages(id)).toMatchObject([{ id: run!.message_id!.replace("msg_", "") }]);
    await eventually(
      async () => (await schedules.service.call("GET", `/messages/${run!.message_id}`)).body.data.state === "completed",
    );
    expect(await schedules.read(id)).toMatchObject({ next_run: null, runs: 1 });
    expect(await schedules.events(id)).toEqual(["schedule.created", "schedule.run"]);
  });

  test("is sent at its time and not before", async () => {
    const at = new Date(Math.ceil(schedules.service.store.db.now() / 1000) * 1000 + 1000);
    const id = await schedules.create({ schedule: at.toISOString() });
    await schedules.reached(id, "completed");
    const { rows } = await schedules.service.pool.query(
      "select run_at = $2 as on_time, at < run_at as early from schedule_runs where schedule_id = $1",
      [id.slice(4), at],
    );
    expect(rows).toEqual([{ on_time: true, early: false }]);
  });

  test("is sent at its time even if it may not be late at all", async () => {
    const at = new Date(Math.ceil(schedules.service.store.db.now() / 1000) * 1000 + 1000);
    const id = await schedules.create({ schedule: at.toISOString(), late_after: 0 });
    await schedules.reached(id, "completed");
    expect(await schedules.runs(id)).toMatchObject([{ outcome: "sent", reason: null }]);
  });

  test("twenty concurrent calls with one key are one schedule, and later ones get the same response", async () => {
    const call = { schedule: `${NEXT_YEAR}-07-01T12:00:00`, message: "One only" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => schedules.call(call, { "idempotency-key": "sched-1" })),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect(new Set(good.map(scheduleIdOf)).size).toBe(1);
    const again = await schedules.call(call, { "idempotency-key": "sched-1" });
    expect([scheduleIdOf(again), again.headers.get("idempotency-replayed")]).toEqual([scheduleIdOf(good[0]!), "true"]);
    const other = await schedules.call({ ...call, message: "Two" }, { "idempotency-key": "sched-1" });
    expect(other.status).toBe(422);
    const { rows } = await schedules.service.pool.query("select 1 from schedules where message->>'text' = 'One only'");
    expect(rows).toHaveLength(1);
  });

  test("is refused for the same reasons as an immediate message", async () => {
    const flash = await schedules.call({ gateway: "nosuch" });
    expect([flash.status, flash.body.data.details[0].field]).toEqual([400, "gateway"]);
    const past = await schedules.call({ schedule: "2020-01-01T00:00:00" });
    expect([past.status, past.body.data.details[0].code]).toEqual([400, "in_the_past"]);
  });
});

describe("a recurring message", () => {
  test("makes one catch-up run after an outage, for its last occurrence, and continues", async () => {
    const id = await schedules.create({ repeat: minutely });
    await schedules.overdue(id, 600);
    await eventually(async () => (await schedules.runs(id)).length > 0);
    const runs = await schedules.runs(id);
    expect(runs).toMatchObject([{ outcome: "sent", missed: 10 }]);
    const read = await schedules.read(id);
    expect(read).toMatchObject({ state: "active", runs: 1 });
    expect(Date.parse(read["next_run"])).toBeGreaterThan(schedules.service.store.db.now() - 1000);
    expect(Date.parse(read["next_run"]) - Date.parse(runs[0]!.run_at)).toBe(60_000);
  });

  test("skips a run that is too late, says so, and runs again at its next time", async () => {
    const id = await schedules.create({ repeat: DAILY, late_after: 60 });
    await schedules.overdue(id, 3 * 86_400 + 7_200);
    await eventually(async () => (await schedules.runs(id)).length > 0);
    expect(await schedules.runs(id)).toMatchObject([
      { outcome: "skipped", reason: "late", missed: 3, message_id: null },
    ]);
    expect(await schedules.messages(id)).toEqual([]);
    expect(await schedules.read(id)).toMatchObject({ state: "active", runs: 0, last_run: null });
    expect(await schedules.events(id)).toEqual(["schedule.created", "schedule.skipped"]);
  });

  test("is sent however late if the caller sets it so", async () => {
    const id = await schedules.create({ repeat: DAILY, if_late: "send", late_after: 0 });
    await schedules.overdue(id, 2 * 86_400 + 3_600);
    await eventually(async () => (await schedules.runs(id)).length > 0);
    expect(await schedules.runs(id)).toMatchObject([{ outcome: "sent", missed: 2 }]);
  });

  test("ends with its last occurrence", async () => {
    const id = await schedules.create({ repeat: minutely });
    await schedules.overdue(id, 90, 61);
    await schedules.reached(id, "completed");
    expect(await schedules.runs(id)).toMatchObject([{ outcome: "sent" }]);
  });

  test("keeps its zone and its local time across the clock change", async () => {
    // The clocks change on the last Sunday.
    const change = 31 - new Date(Date.UTC(NEXT_YEAR, 2, 31)).getUTCDay();
    const run = (days: number, time: string): string =>
      `${new Date(Date.UTC(NEXT_YEAR, 2, change + days)).toISOString().slice(0, 10)}T${time}`;
    const answer = await schedules.call({ schedule: run(-1, "02:30:00"), repeat: DAILY });
    const { body } = await schedules.service.call("GET", `/schedules/${scheduleIdOf(answer)}/runs`);
    expect(body.data.upcoming).toEqual([
      run(-1, "01:30:00.000Z"),
      run(0, "01:30:00.000Z"),
      run(1, "00:30:00.000Z"),
      run(2, "00:30:00.000Z"),
      run(3, "00:30:00.000Z"),
    ]);
  });

  test("keeps the last day of the month as its due day, run by run", async () => {
    const answer = await schedules.call({
      schedule: `${NEXT_YEAR}-01-31T09:00:00`,
      repeat: { interval: { value: 1, unit: "month" } },
      if_late: "send",
    });
    const id = scheduleIdOf(answer);
    const seen: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const read = await schedules.read(id);
      seen.push(read["next_run"]);
      await schedules.service.call("POST", `/schedules/${id}/skip`);
    }
    const lastOfFebruary = new Date(Date.UTC(NEXT_YEAR, 2, 0)).getUTCDate();
    expect(seen).toEqual([
      `${NEXT_YEAR}-01-31T08:00:00.000Z`,
      `${NEXT_YEAR}-02-${lastOfFebruary}T08:00:00.000Z`,
      `${NEXT_YEAR}-03-31T07:00:00.000Z`,
    ]);
  });
});

test("skips the run that the caller saw, however often the call is repeated", async () => {
  const id = scheduleIdOf(
    await schedules.call({
      schedule: `${NEXT_YEAR}-01-31T09:00:00`,
      repeat: { interval: { value: 1, unit: "day" } },
      if_late: "send",
    }),
  );
  const { next_run: seen } = await schedules.read(id);
  const skip = (body: object) => schedules.service.call("POST", `/schedules/${id}/skip`, body);
  const both = await Promise.all([skip({ next_run: seen }), skip({ next_run: seen })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await skip({ next_run: seen })).body.code).toBe("conflict");
  expect((await schedules.read(id))["next_run"]).toBe(`${NEXT_YEAR}-02-01T08:00:00.000Z`);
  expect((await skip({ next_run: `${NEXT_YEAR}-02-01T09:00:00+01:00` })).status).toBe(200);
  expect((await skip({ next_run: "tomorrow" })).status).toBe(400);
});

test("skips no other run if the one that the caller saw begins meanwhile", async () => {
  const repeat = { interval: { value: 1, unit: "day" } };
  const id = await schedules.create({ schedule: `${NEXT_YEAR}-01-31T09:00:00`, repeat, if_late: "send" });
  const { next_run: seen } = await schedules.read(id);
  const run = await schedules.service.pool.connect();
  await run.query("begin");
  await run.query(
    "update schedules set due = due + interval '1 day', next_run = next_run + interval '1 day' where id = $1",
    [id.replace("sch_", "")],
  );
  const skipped = schedules.service.call("POST", `/schedules/${id}/skip`, { next_run: seen });
  await expect.poll(() => sessionsWaiting(schedules.service.pool)).toBe(1);
  await run.query("commit");
  run.release();
  expect((await skipped).body.code).toBe("conflict");
  expect((await schedules.read(id))["next_run"]).toBe(`${NEXT_YEAR}-02-01T08:00:00.000Z`);
});

describe("its recipients", () => {
  const phones = numbers(3, 700);
  const { groupOf, recipients, subscribe } = schedules;

  test("live: the group's members when it runs; frozen: without those who joined since, and without those who left", async () => {
    const group = await groupOf("Freeze");
    await subscribe(phones[0]!, group);
    await subscribe(phones[1]!, group);
    const call = { numbers: undefined, group_ids: [group] };
    const live = await schedules.call(call);
    const frozen = await schedules.call({ ...call, audience: "frozen" });
    expect(live.body.data.recipients.accepted).toBeNull();
    expect(frozen.body.data.recipients.accepted).toBe(2);
    await schedules.service.call("POST", "/newsletter/unsubscribe", { mobile: phones[0], group_id: group });
    await subscribe(phones[2]!, group);
    for (const answer of [live, frozen]) {
      await schedules.overdue(scheduleIdOf(answer), 1);
      await schedules.reached(scheduleIdOf(answer), "completed");
    }
    expect(await recipients(scheduleIdOf(live))).toEqual([phones[1], phones[2]]);
    expect(await recipients(scheduleIdOf(frozen))).toEqual([phones[1]]);
  });

  test("a user whose number has changed gets it at the new one; frozen, too, at the current number", async () => {
    const [before, after] = numbers(2, 740) as [string, string];
    const made = await schedules.service.call("POST", "/users", {
      username: "moves",
      email: "moves@example.org",
      name: "Moves",
      phone: before,
      roles: ["editor"],
    });
    const user = made.body.data.id as number;
    const call = { numbers: undefined, users: [user] };
    const live = await schedules.create(call);
    const frozen = await schedules.create({ ...call, audience: "frozen" });
    expect((await schedules.service.call("PATCH", `/users/${user}`, { phone: after })).status).toBe(200);
    for (const id of [live, frozen]) {
      await schedules.overdue(id, 1);
      await schedules.reached(id, "completed");
    }
    expect(await recipients(live)).toEqual([after]);
    expect(await recipients(frozen)).toEqual([before]);
  });

  test("deleting a group removes only people who had left it from a frozen audience, even if they were named", async () => {
    const group = await groupOf("Deleted");
    const [member, leaver] = numbers(2, 760) as [string, string];
    await subscribe(member, group);
    await subscribe(leaver, group);
    const answer = await schedules.call({ numbers: [leaver], group_ids: [group], audience: "frozen" });
    await schedules.service.call("POST", "/newsletter/unsubscribe", { mobile: leaver, group_id: group });
    await schedules.service.pool.query("delete from groups where id = $1", [group]);
    await schedules.overdue(scheduleIdOf(answer), 1);
    await schedules.reached(scheduleIdOf(answer), "completed");
    expect(await recipients(scheduleIdOf(answer))).toEqual([member]);
  });

  test("a large frozen audience gets it once each, even if others have joined since", async () => {
    const group = await groupOf("Large");
    const size = 4_500;
    await schedules.service.pool.query(
      `with people as (
         insert into subscribers (phone, name) select '+4916' || (100000000 + n), 'N' from generate_series(1, $2::int) as n
         returning id, phone
       )
       insert into memberships (group_id, subscriber_id, phone, state) select $1, id, phone, 'active' from people`,
      [group, size],
    );
    const answer = await schedules.call({ numbers: undefined, group_ids: [group], audience: "frozen" });
    expect(answer.body.data.recipients.accepted).toBe(size);
    await subscribe(numbers(1, 780)[0]!, group);
    await schedules.overdue(scheduleIdOf(answer), 1);
    await schedules.reached(scheduleIdOf(answer), "completed");
    const [run] = await schedules.runs(scheduleIdOf(answer));
    const { rows } = await eventually(async () => {
      const found = await schedules.service.pool.query(
        "select count(*)::int as n, count(distinct phone)::int as phones from deliveries where message_id = $1",
        [run!.message_id!.slice(4)],
      );
      return found.rows[0].n >= size && found;
    });
    expect(rows[0]).toEqual({ n: size, phones: size });
  });

  test("an empty audience cannot be frozen", async () => {
    const group = await groupOf("Empty");
    const answer = await schedules.call({ numbers: undefined, group_ids: [group], audience: "frozen" });
    expect([answer.status, answer.body.code]).toEqual([400, "no_recipients"]);
  });

  test("a group that is missing when it runs ends that message visibly, and the schedule continues", async () => {
    const group = await groupOf("Gone");
    await subscribe(phones[0]!, group);
    const id = await schedules.create({ numbers: undefined, group_ids: [group], repeat: DAILY });
    await schedules.service.call("DELETE", `/groups/${group}?force=true`);
    await schedules.service.pool.query("delete from groups where id = $1", [group]);
    await schedules.overdue(id, 5);
    await eventually(async () => (await schedules.runs(id))[0]?.state === "failed");
    expect((await schedules.runs(id))[0]).toMatchObject({
      outcome: "failed",
      state: "failed",
      reason: "no_recipients",
    });
    expect(await state(id)).toBe("active");
  });

  test("a person who replied STOP meanwhile gets nothing; if that was everyone, the message failed", async () => {
    const stopped = numbers(1, 720)[0]!;
    const id = await schedules.create({ numbers: [stopped] });
    await suppress(schedules.service.pool, stopped);
    await schedules.overdue(id, 1);
    await schedules.reached(id, "completed");
    expect(await schedules.runs(id)).toMatchObject([{ outcome: "failed", reason: "no_recipients", state: "failed" }]);
    const [message] = await schedules.messages(id);
    expect(message).toMatchObject({ state: "failed", reason: "no_recipients" });
  });

  test("a missing gateway fails the run with its reason", async () => {
    const id = await schedules.create({ repeat: DAILY });
    await schedules.service.pool.query(
      `update schedules set message = jsonb_set(message, '{route}', '"old"') where id = $1`,
      [id.slice(4)],
    );
    await schedules.overdue(id, 1);
    await eventually(async () => (await schedules.runs(id)).length > 0);
    expect(await schedules.runs(id)).toMatchObject([{ outcome: "failed", reason: "no_gateway", state: "failed" }]);
    expect(await state(id)).toBe("active");
  });

  test("valid_for counts from the run", async () => {
    const id = await schedules.create({ valid_for: 100 });
    await schedules.overdue(id, 600);
    await schedules.reached(id, "completed");
    const { rows } = await schedules.service.pool.query(
      "select extract(epoch from valid_until - now())::float8 as left from messages where schedule_id = $1",
      [id.slice(4)],
    );
    expect(rows[0].left).toBeGreaterThan(80);
  });
});

test("a schedule that cannot be run does not block the others, and says why", async () => {
  const bad = await schedules.create();
  const good = await schedules.create();
  await schedules.service.pool.query(
    `update schedules set message = jsonb_set(message, '{category}', '"nonsense"') where id = $1`,
    [bad.slice(4)],
  );
  passOver(`schedules/${bad}`);
  await schedules.overdue(bad, 5);
  await schedules.overdue(good, 4);
  await schedules.reached(good, "completed");
  await eventually(async () => (await schedules.read(bad))["reason"] !== null);
  expect(await schedules.read(bad)).toMatchObject({ state: "active", runs: 0 });
  expect(await schedules.messages(bad)).toEqual([]);
});
