import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compatCalls, ok, phone, plugin, received, time } from "../support/service/compat.ts";
import { eventually } from "../support/engine/engine.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";
import { trial } from "../support/engine/schedules.ts";

// Shapes here are those that WP SMS's own client reads.

let service: TestService;
const wpsms = compatCalls(() => service);
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COMPAT: "wpsms", TIDINGS_TIMEZONE: "Europe/Berlin" });
  await trial(service);
});
afterAll(() => service.end());

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
async function plan(message: string, more: object = {}): Promise<number> {
  const made = await wpsms("POST", "/send", {
    sender: "",
    recipients: "numbers",
    numbers: [phone(600), phone(601)],
    message,
    schedule: tomorrow(),
    ...more,
  });
  expect([made.status, made.body]).toEqual([200, ok([])]);
  const path = "repeat" in more ? "/repeating" : "/scheduled";
  const { items } = (await wpsms("GET", `${path}?search=${encodeURIComponent(message)}`)).body.data;
  return items[0].id;
}
const weekly = { repeat: { interval: { value: 2, unit: "week" } } };

test("an export that is read slowly has every item that stays, though others are deleted meanwhile", async () => {
  const number = await plan("one of many");
  await service.pool.query(
    `insert into schedules
     select copy.* from schedules s, generate_series(1, 1200) as n,
       jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'number', s.number + n)) as copy
     where s.number = $1`,
    [number],
  );
  const response = await service.app.request("http://127.0.0.1/wpsms/v1/scheduled/export", {
    headers: { authorization: `Basic ${btoa(`${service.admin.user}:${service.admin.password}`)}` },
  });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader.read()).value, { stream: true });
  const deleted = Array.from({ length: 100 }, (_, nth) => number + 1_200 - nth);
  await service.pool.query("update schedules set state = 'canceled' where number = any($1)", [deleted]);
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
  }
  await service.pool.query("delete from schedules where number >= $1", [number]);
  const ids = (JSON.parse(text).data.data as unknown[][]).slice(1).map(([id]) => id);
  const stayed = Array.from({ length: 1_101 }, (_, nth) => number + nth);
  expect(ids.filter((id) => (id as number) <= number + 1_100).toReversed()).toEqual(stayed);
});

describe("/scheduled", () => {
  test("a message for later is listed, shown, and gone when it is deleted", async () => {
    const id = await plan("once only");
    const item = {
      id,
      date: time,
      date_formatted: expect.stringMatching(/[ap]m$/),
      sender: "",
      recipient: `${phone(600)},${phone(601)}`,
      recipient_count: 2,
      message: "once only",
      media: [],
      status: "pending",
    };
    const listed = await wpsms("GET", "/scheduled?status=pending&search=once");
    expect(listed.body).toEqual(
      ok(
        {
          items: [item],
          pagination: { total: 1, total_pages: 1, current_page: 1, per_page: 20 },
          stats: { total: 1, pending: 1, sent: 0, failed: 0 },
        },
        "",
      ),
    );
    expect((await wpsms("GET", `/scheduled/${id}`)).body).toEqual(ok(item, ""));
    expect((await wpsms("GET", `/repeating/${id}`)).status).toBe(404);
    const gone = await wpsms("DELETE", `/scheduled/${id}`);
    expect([gone.status, gone.body]).toEqual([200, ok([])]);
    expect((await wpsms("GET", `/scheduled/${id}`)).body).toEqual(plugin(404));
    expect((await wpsms("DELETE", `/scheduled/${id}`)).body).toEqual(plugin(404));
    expect((await service.call("GET", "/schedules?state=canceled")).body.data.items).toHaveLength(1);
  });

  test("one that is sent now is sent once", async () => {
    const id = await plan("right away");
    const sent = await wpsms("POST", `/scheduled/${id}/send`);
    expect([sent.status, sent.body]).toEqual([200, ok([])]);
    await eventually(async () => (await received(service, "right away")).length === 2);
    expect((await wpsms("GET", `/scheduled/${id}`)).body.data.status).toBe("sent");
    expect((await wpsms("POST", `/scheduled/${id}/send`)).body).toEqual(plugin(400));
    expect(await received(service, "right away")).toHaveLength(2);
  });

  test("filters by day and status, and several at once", async () => {
    const day = tomorrow().slice(0, 10);
    const ids = [await plan("bulk a"), await plan("bulk b")];
    const find = async (query: string) =>
      (await wpsms("GET", `/scheduled?search=bulk&${query}`)).body.data.items.map(({ id }: { id: number }) => id);
    expect(await find(`date_from=${day}`)).toEqual(ids.toReversed());
    expect(await find("date_to=2020-01-01")).toEqual([]);
    expect(await find("date_to=nonsense&per_page=1&page=2")).toEqual([ids[0]]);
    expect(await find("status=failed")).toEqual([]);
    expect((await wpsms("GET", "/scheduled?status=gone")).body.code).toBe("rest_invalid_param");
    const bulk = await wpsms("POST", "/scheduled/bulk", { action: "delete", ids: [...ids, 999_999] });
    expect([bulk.status, bulk.body]).toEqual([200, ok({ affected: 2 })]);
    expect(await find("")).toEqual([]);
    expect((await wpsms("POST", "/scheduled/bulk", { action: "pause", ids })).body.code).toBe("rest_invalid_param");
  });
});

describe("/repeating", () => {
  test("one is listed with its rule, paused, resumed and deleted", async () => {
    const id = await plan("again and again", weekly);
    const read = async () => (await wpsms("GET", `/repeating/${id}`)).body.data;
    expect(await read()).toEqual({
      id,
      date: time,
      date_formatted: expect.any(String),
      sender: "",
      recipient: expect.any(String),
      recipient_count: 2,
      message: "again and again",
      media: [],
      status: "active",
      interval: 2,
      interval_unit: "week",
      starts_at: time,
      ends_at: null,
      ends_at_date: null,
      next_occurrence: time,
      occurrences_sent: 0,
      max_occurrences: null,
    });
    for (const [action, status] of [
      ["pause", "paused"],
      ["resume", "active"],
    ] as const) {
      const answer = await wpsms("POST", `/repeating/${id}/${action}`);
      expect([answer.status, answer.body]).toEqual([200, ok([])]);
      expect((await read()).status).toBe(status);
    }
    const { stats } = (await wpsms("GET", "/repeating")).body.data;
    expect(stats).toEqual({ total: 1, active: 1, paused: 0, completed: 0, ended: 0 });
    expect((await wpsms("POST", "/repeating/bulk", { action: "pause", ids: [id] })).body).toEqual(ok({ affected: 1 }));
    expect((await wpsms("DELETE", `/repeating/${id}`)).body).toEqual(ok([]));
    expect((await wpsms("GET", "/repeating?status=ended")).body.data.items).toEqual([]);
  });

  test("a user without the right to send sees or ends none", async () => {
    const id = await plan("not yours", weekly);
    const as = await service.userWith("svc_outbox", "svc_setting");
    for (const [method, path] of [
      ["GET", "/repeating"],
      ["GET", `/repeating/${id}`],
      ["DELETE", `/repeating/${id}`],
      ["POST", `/repeating/${id}/pause`],
      ["POST", "/repeating/bulk"],
      ["GET", "/scheduled"],
      ["POST", `/scheduled/${id}/send`],
    ] as const)
      expect([path, (await wpsms(method, path, method === "GET" ? undefined : {}, { as })).status]).toEqual([
        path,
        403,
      ]);
    // A repeating one must not be sent under the other name either.
    expect((await wpsms("POST", `/scheduled/${id}/send`)).status).toBe(404);
  });

  test("what others schedule is listed without text and recipients for who may not read the log", async () => {
    const secret = `Only for my eyes ${phone(610)}`;
    await service.call("POST", "/send", { message: secret, numbers: [phone(611)], schedule: tomorrow() });
    const [author, editor] = [
      await service.userWith("svc_sendsms"),
      await service.userWith("svc_sendsms", "svc_outbox"),
    ];
    for (const path of ["/scheduled", "/scheduled/export"]) {
      const seen = JSON.stringify((await wpsms("GET", path, undefined, { as: editor })).body);
      expect([path, seen.includes(secret), seen.includes(phone(611))]).toEqual([path, true, true]);
      const hidden = JSON.stringify((await wpsms("GET", path, undefined, { as: author })).body);
      expect([path, hidden.includes(secret), hidden.includes(phone(611))]).toEqual([path, false, false]);
    }
    for (const word of ["my eyes", phone(611)]) {
      const found = async (as: typeof author) =>
        (await wpsms("GET", `/scheduled?search=${encodeURIComponent(word)}`, undefined, { as })).body.data.items.length;
      expect([word, await found(editor), await found(author)]).toEqual([word, 1, 0]);
    }
    const { items } = (await wpsms("GET", "/scheduled", undefined, { as: author })).body.data;
    const { id } = items.find((one: { message: string }) => one.message === "[hidden]");
    const same = await wpsms("PUT", `/scheduled/${id}`, { message: "[hidden]", recipient: "" }, { as: author });
    expect([same.status, same.body.message]).toEqual([200, "Nothing was changed."]);
  });

  test("the body of a one-time password is hidden", async () => {
    await service.call("POST", "/send", {
      message: "code 515253",
      numbers: [phone(602)],
      category: "otp",
      schedule: tomorrow(),
    });
    expect(JSON.stringify((await wpsms("GET", "/scheduled")).body)).not.toContain("515253");
    const found = async (word: string) => (await wpsms("GET", `/scheduled?search=${word}`)).body.data.items;
    expect([await found("5152"), (await found(phone(602).slice(1))).length]).toEqual([[], 1]);
  });
});

test("a quick send for later never leaves at once, and one with an end never goes on for good", async () => {
  const on = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const quick = (more: object) =>
    wpsms("POST", "/send/quick", { message: "quick later", recipients: { numbers: [phone(632)] }, ...more });
  for (const schedule of [[`${on(9)} 12:00`], { date: on(9) }, true]) {
    const answer = await quick({ schedule });
    expect([answer.status, answer.body], JSON.stringify(schedule)).toEqual([400, plugin(400)]);
  }
  expect(await received(service, "quick later")).toEqual([]);
  const rule = async () => {
    const { rows } = await service.pool.query("select every, until from schedules order by number desc limit 1");
    return rows[0] as { every: number | null; until: Date | null };
  };
  const schedule = `${on(9)} 12:00`;
  for (const repeat of [[], {}, null]) {
    expect((await quick({ schedule, repeat })).status).toBe(200);
    expect(await rule()).toEqual({ every: null, until: null });
  }
  for (const end of [{ endDate: on(40) }, { end_date: on(40) }]) {
    expect((await quick({ schedule, repeat: { interval: 1, unit: "week", ...end } })).status).toBe(200);
    expect(await rule()).toEqual({ every: 1, until: expect.any(Date) });
  }
  for (const end of [{ ends: on(40) }, { endDate: 1_800_000_000 }]) {
    const answer = await quick({ schedule, repeat: { interval: 1, unit: "week", ...end } });
    expect([answer.status, answer.body], JSON.stringify(end)).toEqual([400, plugin(400)]);
  }
});
