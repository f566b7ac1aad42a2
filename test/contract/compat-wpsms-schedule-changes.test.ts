import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compatCalls, ok, phone, plugin, time, words } from "../support/service/compat.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";
import { overdue, trial } from "../support/engine/schedules.ts";

// Fields are those that WP SMS's own screens send and read.

let service: TestService;
const wpsms = compatCalls(() => service);
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COMPAT: "wpsms", TIDINGS_TIMEZONE: "Europe/Berlin" });
  await trial(service);
});
afterAll(() => service.end());

const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
/** In the format of a browser's input. */
const inField = (date: string): string => date.replace(" ", "T").slice(0, 16);
const ours = async (text: string) =>
  (await service.call("GET", "/schedules?per_page=100")).body.data.items.find(
    ({ message }: { message: string }) => message === text,
  );

async function make(path: "/scheduled" | "/repeating", fields: object) {
  const made = await wpsms("POST", path, { recipients: [phone(700), phone(701)], message: "Hi", ...fields });
  expect([made.status, made.body]).toEqual([201, ok(expect.objectContaining({ id: expect.any(Number) }))]);
  return made.body.data;
}

describe("/scheduled", () => {
  test("a message that is created here is returned as the list shows it, and is sent at the site's time", async () => {
    const item = await make("/scheduled", { message: "made", scheduled_date: `${day(3)}T12:00:30`, sender: "Shop" });
    expect(item).toEqual({
      id: expect.any(Number),
      date: `${day(3)} 12:00:30`,
      date_formatted: words,
      sender: "Shop",
      recipient: `${phone(700)},${phone(701)}`,
      recipient_count: 2,
      message: "made",
      media: [],
      status: "pending",
    });
    expect((await wpsms("GET", `/scheduled/${item.id}`)).body.data).toEqual(item);
    // As JavaScript writes an instant.
    const instant = await make("/scheduled", { message: "instant", scheduled_date: `${day(3)}T12:00:00.000Z` });
    expect((await ours("instant")).next_run).toBe(`${day(3)}T12:00:00.000Z`);
    expect(instant.date).not.toContain("12:00:00");
  });

  test("without a text, a time or recipients it is refused, and so are groups without their ids", async () => {
    const scheduled_date = `${day(3)}T12:00:00`;
    const message = "x";
    const recipients = [phone(700)];
    expect((await wpsms("POST", "/scheduled", { recipients, scheduled_date })).body.data.params).toEqual(["message"]);
    expect((await wpsms("POST", "/scheduled", { message, recipients })).body.data.params).toEqual(["scheduled_date"]);
    for (const fields of [
      { message, recipients, scheduled_date: `${day(-3)}T12:00:00` },
      { message, recipients, scheduled_date: "tomorrow" },
      { message, recipients, scheduled_date: "" },
      { message, recipients: "subscribers", scheduled_date },
    ])
      expect((await wpsms("POST", "/scheduled", fields)).body).toEqual(plugin(400));
    expect((await wpsms("POST", "/scheduled", { message, recipients: ["all"], scheduled_date })).body.code).toBe(
      "rest_invalid_param",
    );
    expect(await ours("x")).toBeUndefined();
  });

  test("a changed text is sent as it is, like that of a new message", async () => {
    const braces = "Write {{name | anything}} and {{order}}";
    const { id } = await make("/scheduled", { message: "plain", scheduled_date: `${day(3)}T12:00:00` });
    const changed = await wpsms("PUT", `/scheduled/${id}`, { message: braces });
    expect([changed.status, changed.body.data?.message]).toEqual([200, braces]);
    const content = "select message->>'text' as text, message->'personal' as personal from schedules where number = $1";
    expect((await service.pool.query(content, [id])).rows).toEqual([{ text: braces, personal: false }]);
  });

  test("one that was written for each recipient stays so", async () => {
    await service.call("POST", "/send", {
      numbers: [{ number: phone(702), variables: { order: "7" } }],
      message: "Order {{order}}",
      schedule: `${day(3)}T12:00:00`,
    });
    const { items } = (await wpsms("GET", "/scheduled?search=Order")).body.data;
    const changed = await wpsms("PUT", `/scheduled/${items[0].id}`, { message: "Your order: {{order}}" });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const { rows } = await service.pool.query(
      "select message->'personal' as personal from schedules where number = $1",
      [items[0].id],
    );
    expect(rows).toEqual([{ personal: true }]);
  });

  test("text, sender and time are changed as the edit window sends them", async () => {
    const { id } = await make("/scheduled", { message: "before", scheduled_date: `${day(3)}T12:00:30` });
    const changed = await wpsms("PUT", `/scheduled/${id}`, {
      date: `${day(4)}T08:15`,
      sender: "New",
      message: "after",
    });
    expect([changed.status, changed.body]).toEqual([
      200,
      ok(expect.objectContaining({ id, date: `${day(4)} 08:15:00`, sender: "New", message: "after" })),
    ]);
    for (const method of ["POST", "PATCH"]) {
      const answer = await wpsms(method, `/scheduled/${id}`, { message: `by ${method}` });
      expect([answer.status, answer.body.data.message, answer.body.data.date]).toEqual([
        200,
        `by ${method}`,
        `${day(4)} 08:15:00`,
      ]);
    }
  });

  test("a window that is saved unchanged changes nothing, not even the second", async () => {
    const item = await make("/scheduled", { message: "as it was", scheduled_date: `${day(3)}T12:00:30` });
    const { version } = await ours("as it was");
    const form = { date: inField(item.date), sender: item.sender, message: item.message };
    const saved = await wpsms("PUT", `/scheduled/${item.id}`, form);
    expect([saved.status, saved.body.data]).toEqual([200, item]);
    expect((await wpsms("PUT", `/scheduled/${item.id}`, item)).body.data).toEqual(item);
    expect((await ours("as it was")).version).toBe(version);
  });

  test("a hidden text that is sent back stays what it was", async () => {
    await service.call("POST", "/send", {
      message: "code 515253",
      numbers: [phone(702)],
      category: "otp",
      schedule: `${day(3)}T12:00:00`,
    });
    const { items } = (await wpsms("GET", `/scheduled?search=${phone(702).slice(1)}`)).body.data;
    expect(items[0].message).not.toContain("515253");
    const saved = await wpsms("PUT", `/scheduled/${items[0].id}`, {
      date: `${day(5)}T12:00`,
      sender: "",
      message: items[0].message,
    });
    expect(saved.status).toBe(200);
    const { rows } = await service.pool.query("select 1 from schedules where message::text like '%\"code 515253\"%'");
    expect(rows).toHaveLength(1);
  });

  test("its recipients are not changed silently", async () => {
    const { id } = await make("/scheduled", { message: "theirs", scheduled_date: `${day(3)}T12:00:00` });
    for (const other of [
      { recipients: [phone(703)] },
      { recipient: phone(703) },
      { numbers: [phone(703)] },
      { media_urls: ["https://example.test/a.png"] },
      { group_ids: [1] },
      { role_ids: "editor" },
      { users: 7 },
    ])
      expect((await wpsms("PUT", `/scheduled/${id}`, { message: "other", ...other })).body).toEqual(plugin(400));
    expect((await wpsms("PUT", `/scheduled/${id}`, { recipients: [phone(701), phone(700)] })).status).toBe(200);
    expect((await wpsms("GET", `/scheduled/${id}`)).body.data.message).toBe("theirs");
  });

  test("one that was sent, is in the past, or does not exist cannot be changed", async () => {
    const { id } = await make("/scheduled", { message: "goes", scheduled_date: `${day(3)}T12:00:00` });
    expect((await wpsms("PUT", `/scheduled/${id}`, { date: `${day(-2)}T12:00` })).body).toEqual(plugin(400));
    expect((await wpsms("PUT", `/scheduled/${id}`, { date: "soon" })).body).toEqual(plugin(400));
    expect((await wpsms("PUT", `/scheduled/${id}`, { message: " " })).body).toEqual(plugin(400));
    await wpsms("POST", `/scheduled/${id}/send`);
    expect((await wpsms("PUT", `/scheduled/${id}`, { message: "late" })).body).toEqual(plugin(400));
    expect((await wpsms("PUT", "/scheduled/999999", { message: "x" })).body).toEqual(plugin(404));
  });

  test("the export has every match, and no formula", async () => {
    await make("/scheduled", { message: "\uFF1Dexport me", scheduled_date: `${day(9)}T11:00:00`, sender: "Shop" });
    await make("/scheduled", { message: "=export me", scheduled_date: `${day(9)}T12:00:00`, sender: "Shop" });
    const { status, body } = await wpsms("GET", `/scheduled/export?status=pending&date_from=${day(9)}`);
    expect([status, body]).toEqual([
      200,
      ok(
        {
          data: [
            ["ID", "Scheduled Date", "Sender", "Recipient", "Message", "Status"],
            [expect.any(Number), `${day(9)} 12:00:00`, "Shop", `${phone(700)},${phone(701)}`, "'=export me", "Pending"],
            [expect.any(Number), words, "Shop", words, "'\uFF1Dexport me", "Pending"],
          ],
          filename: expect.stringMatching(/^scheduled-export-\d{4}-\d\d-\d\d\.csv$/),
          count: 2,
        },
        "",
      ),
    ]);
    expect((await wpsms("GET", "/scheduled/export?status=gone")).body.code).toBe("rest_invalid_param");
    expect((await wpsms("GET", "/scheduled/export?status=failed")).body.data).toMatchObject({ count: 0 });
  });
});

describe("/repeating", () => {
  const monthly = { interval_value: 2, interval_unit: "month", start_date: `${day(3)} 09:30:00` };

  test("one is created, and its end is moved and removed", async () => {
    const item = await make("/repeating", { message: "again", ...monthly, end_date: `${day(400)} 09:30:00` });
    expect(item).toMatchObject({
      message: "again",
      status: "active",
      interval: 2,
      interval_unit: "month",
      starts_at: `${day(3)} 09:30:00`,
      ends_at: `${day(400)} 09:30:00`,
      ends_at_date: `${day(400)} 09:30:00`,
      next_occurrence: time,
    });
    const change = async (fields: object) => {
      const answer = await wpsms("PUT", `/repeating/${item.id}`, fields);
      expect(answer.status).toBe(200);
      return answer.body.data;
    };
    const moved = await change({ sender: "New", message: "again!", ends_at: `${day(300)} 18:00:00` });
    expect(moved).toMatchObject({ sender: "New", message: "again!", ends_at: `${day(300)} 18:00:00` });
    expect(moved.starts_at).toBe(item.starts_at);
    expect(await change({ message: "again!", ends_at: null })).toMatchObject({ ends_at: null, ends_at_date: null });
    expect(await change({ interval_value: 3, interval_unit: "weeks" })).toMatchObject({
      interval: 3,
      interval_unit: "week",
      starts_at: item.starts_at,
    });
    expect(await change({ start_date: `${day(5)} 10:00:00` })).toMatchObject({ starts_at: `${day(5)} 10:00:00` });
  });

  test("a window that is saved unchanged changes nothing, and an end of a whole day stays one", async () => {
    const item = await make("/repeating", { message: "untouched", ...monthly, end_date: day(400) });
    const before = await ours("untouched");
    const saved = await wpsms("PUT", `/repeating/${item.id}`, {
      sender: item.sender,
      message: item.message,
      ends_at: `${inField(item.ends_at_date).replace("T", " ")}:00`,
    });
    expect([saved.status, saved.body.data]).toEqual([200, item]);
    expect(await ours("untouched")).toEqual(before);
  });

  test("another text does not move the next run of one that has begun", async () => {
    const item = await make("/repeating", { message: "begun", ...monthly });
    await overdue(service, (await ours("begun")).schedule_id, 5);
    await expect.poll(async () => (await wpsms("GET", `/repeating/${item.id}`)).body.data.occurrences_sent).toBe(1);
    const { next_occurrence } = (await wpsms("GET", `/repeating/${item.id}`)).body.data;
    const saved = await wpsms("PUT", `/repeating/${item.id}`, { message: "begun!", sender: "", ends_at: null });
    expect(saved.body.data).toMatchObject({ message: "begun!", next_occurrence, occurrences_sent: 1 });
  });

  test("what cannot be repeated is refused", async () => {
    for (const wrong of [
      { interval_unit: "moon" },
      { interval_value: 0 },
      { start_date: `${day(-1)} 09:00:00` },
      { end_date: `${day(1)} 09:00:00` },
      { end_date: "never" },
    ])
      expect([
        wrong,
        (await wpsms("POST", "/repeating", { recipients: [phone(700)], message: "no", ...monthly, ...wrong })).body,
      ]).toEqual([wrong, plugin(400)]);
    expect(await ours("no")).toBeUndefined();
  });

  test("an excessive number of runs is not promised", async () => {
    const fields = { recipients: [phone(700)], message: "five times", ...monthly };
    expect((await wpsms("POST", "/repeating", { ...fields, max_occurrences: 5 })).body).toEqual(plugin(400));
    expect(await ours("five times")).toBeUndefined();
    const item = await make("/repeating", { message: "forever", ...monthly, max_occurrences: null });
    expect((await wpsms("PUT", `/repeating/${item.id}`, { max_occurrences: "5" })).body).toEqual(plugin(400));
    expect((await wpsms("PUT", `/repeating/${item.id}`, { max_occurrences: "" })).status).toBe(200);
  });

  test("ended ones are found under WP SMS's name for them", async () => {
    const item = await make("/repeating", { message: "over", ...monthly });
    await service.pool.query(
      "update schedules set state = 'completed', next_run = null, due = null where number = $1",
      [item.id],
    );
    const { items, stats } = (await wpsms("GET", "/repeating?status=ended")).body.data;
    expect(items.map(({ id }: { id: number }) => id)).toEqual([item.id]);
    expect(stats).toMatchObject({ completed: 1, ended: 1 });
  });

  test("the export gives interval and times in words", async () => {
    await make("/repeating", { message: "daily", ...monthly, interval_value: 1, interval_unit: "day" });
    const { body } = await wpsms("GET", "/repeating/export?status=active&search=daily");
    const row = body.data.data.find((one: unknown[]) => one[3] === "daily");
    expect([body.data.data[0], row, body.data.count]).toEqual([
      ["ID", "Sender", "Recipient", "Message", "Interval", "Starts At", "Ends At", "Status"],
      [expect.any(Number), "", words, "daily", "Every 1 day", `${day(3)} 09:30:00`, "", "Active"],
      body.data.data.length - 1,
    ]);
    expect(body.data.filename).toMatch(/^repeating-export-\d{4}-\d\d-\d\d\.csv$/);
  });
});

describe("rights", () => {
  test("a user without the right to send creates, changes or exports none", async () => {
    const { id } = await make("/scheduled", { message: "mine", scheduled_date: `${day(3)}T12:00:00` });
    const as = await service.userWith("svc_outbox", "svc_setting", "svc_subscribers");
    for (const [method, path] of [
      ["POST", "/scheduled"],
      ["PUT", `/scheduled/${id}`],
      ["GET", "/scheduled/export"],
      ["POST", "/repeating"],
      ["PUT", "/repeating/1"],
      ["GET", "/repeating/export"],
    ] as const)
      expect([path, (await wpsms(method, path, method === "GET" ? undefined : {}, { as })).status]).toEqual([
        path,
        403,
      ]);
  });

  test("without the add-on nothing is created or changed, with WP SMS's error", async () => {
    const { id } = await make("/scheduled", { message: "licensed", scheduled_date: `${day(3)}T12:00:00` });
    const bare = await startTestService({ TIDINGS_COMPAT: "wpsms" });
    const call = compatCalls(() => bare);
    const fields = { recipients: [phone(700)], message: "x", scheduled_date: `${day(3)}T12:00:00` };
    expect((await call("POST", "/scheduled", fields)).body).toEqual(plugin(400));
    await bare.end();
    expect((await wpsms("PUT", `/scheduled/${id}`, { message: "licensed" })).status).toBe(200);
  });

  test("the same call with the same Idempotency-Key creates one message", async () => {
    const fields = { recipients: [phone(700)], message: "one of it", scheduled_date: `${day(3)}T12:00:00` };
    const headers = { "idempotency-key": "make-once" };
    const [first, second] = [
      await wpsms("POST", "/scheduled", fields, { headers }),
      await wpsms("POST", "/scheduled", fields, { headers }),
    ];
    expect(second.body.data.id).toBe(first.body.data.id);
    expect((await wpsms("GET", "/scheduled?search=one+of+it")).body.data.items).toHaveLength(1);
  });
});
