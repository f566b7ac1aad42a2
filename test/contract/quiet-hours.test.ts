import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "../support/engine/engine.ts";
import { farFromNow, isSettled } from "../support/engine/holding.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "US" });
  await allowWithoutRecord(service.pool);
});
afterAll(() => service.end());

const change = (changes: unknown) => service.call("PATCH", "/settings", changes);
const day = ["09:00", "20:00"];
const hours = { weekdays: day, saturday: day, sunday: "closed", holidays: "open" };

test("quiet hours are off until chosen, and the presets of the site's country are proposed with their sources", async () => {
  const { settings, proposed } = (await service.call("GET", "/settings")).body.data;
  expect(settings.quiet_hours).toMatchObject({ mode: "off", categories: ["marketing"], regions: {} });
  expect(settings.frequency_cap).toMatchObject({ mode: "off" });
  const florida = proposed.quiet_hours.find(({ region }: { region: string }) => region === "US-FL");
  expect(florida).toMatchObject({ basis: "law", source: "Fla. Stat. 501.616(6)", checked: "2026-11-22" });
  expect(florida.hours).toEqual({
    weekdays: ["08:00", "20:00"],
    saturday: ["08:00", "20:00"],
    sunday: ["08:00", "20:00"],
    holidays: "open",
  });
});

test.each([
  [{ regions: { FR: { ...hours, weekdays: ["20:00", "08:00"] } } }, "quiet_hours.regions.FR"],
  [{ regions: { FR: { ...hours, weekdays: ["9:00", "20:00"] } } }, "quiet_hours.regions.FR.weekdays[0]"],
  [
    { regions: { FR: { weekdays: "closed", saturday: "closed", sunday: "closed", holidays: "open" } } },
    "quiet_hours.regions.FR",
  ],
  [{ regions: { IN: { ...hours, holidays: "closed" } } }, "quiet_hours.regions.IN"],
  [{ regions: { XX: hours } }, "quiet_hours.regions.XX"],
  [{ regions: { "US-XX": hours } }, "quiet_hours.regions.US-XX"],
  [{ regions: { FR: { ...hours, noon: day } } }, "quiet_hours.regions.FR.noon"],
  [{ default_hours: { ...hours, holidays: "closed" } }, "quiet_hours.default_hours"],
  [{ categories: ["otp"] }, "quiet_hours.categories[0]"],
  [{ mode: "sometimes" }, "quiet_hours.mode"],
])("hours that make no sense are refused: %j", async (changes, field) => {
  const { status, body } = await change({ quiet_hours: changes });
  expect([status, body.data.details[0].field]).toEqual([400, field]);
});

test.each([[{ messages: 0 }], [{ messages: 101 }], [{ window_hours: 745 }], [{ when_over: "drop" }]])(
  "a frequency cap that makes no sense is refused: %j",
  async (changes) => {
    expect((await change({ frequency_cap: changes })).status).toBe(400);
  },
);

test("a held delivery shows why and until when, in the log and in its message, which is not completed meanwhile", async () => {
  const window = farFromNow("Europe/Berlin");
  const all = { weekdays: window, saturday: window, sunday: window, holidays: "open" };
  await change({ quiet_hours: { mode: "on", regions: { DE: all } } });
  const send = async () =>
    (await service.call("POST", "/send", { numbers: ["+4915112345678"], message: "Sale", category: "marketing" })).body
      .data.message_id as string;
  let id = "";
  const read = async () => (await service.call("GET", `/messages/${id}`)).body.data;
  // A node uses new settings after a second at most.
  await eventually(async () => {
    id = await send();
    await eventually(async () => (await read()).held !== null || (await read()).state === "completed");
    return (await read()).held !== null;
  });
  const isHeld = async () => (await read()).held !== null;
  // It is not held briefly while it is checked again.
  await eventually(async () => (await isHeld()) && (await isSettled(service.pool)) && (await isHeld()));
  const view = await read();
  expect(view).toMatchObject({
    state: "running",
    deliveries: { held: 1 },
    held: { count: 1, reasons: ["quiet_hours"] },
  });
  expect(view.progress).toMatchObject({ pending: 1, done: 0 });
  const [entry] = (await service.call("GET", `/outbox?message_id=${id}`)).body.data.items;
  expect(entry).toMatchObject({
    state: "held",
    status: "pending",
    held_for: "quiet_hours",
    held_until: view.held.until,
  });
  expect(Date.parse(entry.held_until)).toBeGreaterThan(Date.now());
  expect((await service.call("GET", "/outbox?status=held")).body.data.items).toHaveLength(1);
  const { timeline } = (await service.call("GET", `/outbox/${entry.id}`)).body.data;
  const step = timeline.find(({ type }: { type: string }) => type === "held");
  expect(step).toMatchObject({ code: "quiet_hours", until: entry.held_until });
  expect(Math.abs(Date.parse(step.at) - Date.now())).toBeLessThan(60_000);

  await change({ quiet_hours: { mode: "off" } });
  await eventually(async () => (await read()).state === "completed");
  const [after] = (await service.call("GET", `/outbox?message_id=${id}`)).body.data.items;
  expect(after).toMatchObject({ held_for: null, held_until: null });
});

test("what is held while a change of the settings waits for another one is judged by the change", async () => {
  const window = farFromNow("Europe/Berlin");
  const all = { weekdays: window, saturday: window, sunday: window, holidays: "open" };
  await change({ quiet_hours: { mode: "on", regions: { DE: all } } });
  const held = async () => (await service.pool.query("select from holds")).rowCount === 1;
  // A node uses new settings after a second at most.
  await eventually(async () => {
    const numbers = ["+4915112345670"];
    const { body } = await service.call("POST", "/send", { numbers, message: "Sale", category: "marketing" });
    const read = async () => (await service.call("GET", `/messages/${body.data.message_id}`)).body.data;
    await eventually(async () => (await held()) || (await read()).state === "completed");
    return held();
  });
  await eventually(async () => (await held()) && (await isSettled(service.pool)) && (await held()));
  const other = await service.pool.connect();
  try {
    await other.query("begin");
    await other.query("select from settings where name = 'quiet_hours' for update");
    const off = change({ quiet_hours: { mode: "off" } });
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and now() - xact_start > interval '2.1 seconds'`;
    await eventually(async () => ((await service.pool.query(waits)).rowCount ?? 0) > 0);
    // As a node would that still has the former settings.
    await service.pool.query("update holds set held_at = now()");
    await other.query("commit");
    expect((await off).status).toBe(200);
  } finally {
    other.release(true);
  }
  await eventually(async () => !(await held()));
});

test("erasing a person who is held cancels the message and forgets how often they were texted", async () => {
  const phone = "+4915112345679";
  await change({ quiet_hours: { mode: "off" }, frequency_cap: { mode: "on", messages: 1 } });
  const send = () => service.call("POST", "/send", { numbers: [phone], message: "Sale", category: "marketing" });
  const rows = async (table: string) =>
    (await service.pool.query(`select 1 from ${table} where phone = $1`, [phone])).rows.length;
  // A node uses new settings after a second at most.
  await eventually(async () => {
    await send();
    return (await rows("contacts")) > 0 && (await rows("holds")) > 0;
  });
  expect(await rows("contacts")).toBe(1);
  const { status } = await service.call("POST", "/privacy/delete", { mobile: phone, confirm: true });
  expect([200, 201, 202]).toContain(status);
  await eventually(async () => (await rows("holds")) + (await rows("contacts")) + (await rows("deliveries")) === 0);
});
