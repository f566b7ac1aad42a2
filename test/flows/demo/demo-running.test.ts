import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { makeDemo, type DemoMade } from "#app/demo/make-demo";
import { openDemo, type DemoService } from "#app/demo/open-demo";
import { removeDemo } from "#app/demo/remove-demo";

import { allTables } from "../../support/database/all-tables.ts";
import { statesOf } from "../../support/database/ledger.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };
const gateway = { TIDINGS_GATEWAY: "sandbox://default?receipt_ms=5" };
const REAL = "+12025550143";

let service: TestService;
let demo: DemoService;
let before: Awaited<ReturnType<typeof allTables>>;
let made: DemoMade;
beforeAll(async () => {
  service = await startTestService({ ...key, ...gateway });
  demo = await openDemo(readConfig({ ...key, ...gateway, DATABASE_URL: service.url }), () => undefined);
  before = await allTables(service.pool);
  made = await makeDemo(demo, { people: 200, messages: 2_000, add: false });
});
afterAll(async () => {
  await demo.close();
  await service.end();
});

const get = async (path: string) => (await service.call("GET", path)).body.data;
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test("log, statistics, inbox and status of the running service show the demo", async () => {
  const log = await get("/outbox?per_page=1");
  expect(log.stats.total).toBeGreaterThanOrEqual(made.entries);
  const failed = await get("/outbox?status=failed&per_page=100");
  expect(new Set(failed.items.map((item: any) => item.error))).toContain("invalid_number");
  // What was written is added to the statistics within seconds.
  await eventually(async () => {
    const stats = await get(`/stats?date_from=${day(-31)}&date_to=${day(0)}`);
    return stats.series.filter(({ counts }: any) => counts.sent > 0).length > 25;
  });
  const countries = await get(`/stats?date_from=${day(-31)}&date_to=${day(0)}&group_by=country`);
  const named = new Set(countries.groups.map((group: any) => group.part));
  for (const country of ["US", "FR", "GB"]) expect(named).toContain(country);
  const { items: threads } = await get("/inbox/threads?per_page=100");
  expect(threads.some((thread: any) => thread.suppressed)).toBe(true);
  expect(threads.some((thread: any) => thread.latest.keyword === null && thread.subscriber)).toBe(true);
  await eventually(async () => (await get("/webhooks")).items[0].failing_since !== null);
  const { items: subscribers } = await get("/subscribers?per_page=100");
  expect(new Set(subscribers.map(({ locale }: any) => locale)).size).toBeGreaterThan(8);
});

test("an entry of the past has its timeline, and its message its progress", async () => {
  const { items } = await get("/outbox?status=success&per_page=100");
  const entry = items.find((item: any) => item.state === "delivered" && !item.message.includes("summer program"));
  const { timeline } = await get(`/outbox/${entry.id}`);
  const kinds = timeline.map(({ type }: any) => type);
  expect(kinds).toEqual(expect.arrayContaining(["accepted", "sent", "delivered"]));
  const { items: messages } = await get("/messages?category=marketing&per_page=100");
  const past = messages.find((message: any) => message.state === "completed");
  const { deliveries, recipients } = await get(`/messages/${past.message_id}`);
  const sum = Object.values<number>(deliveries).reduce((all, count) => all + count, 0);
  expect(sum).toBe(recipients.accepted + recipients.suppressed);
});

test("the campaign is sent slowly, and can be paused and resumed", async () => {
  await eventually(async () => ((await get(`/messages/${made.campaign}`)).deliveries.delivered ?? 0) > 0);
  expect((await service.call("POST", `/messages/${made.campaign}/pause`)).status).toBe(200);
  expect((await get(`/messages/${made.campaign}`)).state).toBe("paused");
  expect((await service.call("POST", `/messages/${made.campaign}/resume`)).status).toBe(200);
  expect((await get(`/messages/${made.campaign}`)).deliveries.queued).toBeGreaterThan(100);
});

test("a removal beside the running service leaves what real people have, and nothing else", async () => {
  const { items: groups } = await get("/groups?per_page=100");
  const club = groups.find(({ name }: any) => name === "Book club").id;
  const person = {
    name: "Ada",
    mobile: REAL,
    group_id: [club],
    double_opt_in: false,
    custom_fields: { demo_city: "Ely" },
  };
  expect((await service.call("POST", "/subscribers", person)).status).toBe(201);
  const send = async (numbers: string[]): Promise<string> => {
    const { body } = await service.call("POST", "/send", { numbers, message: "Hello", category: "transactional" });
    return body.data.message_id.slice(4);
  };
  const [mixed, alone] = [await send([REAL, "+33639980001"]), await send(["+33639980001"])];
  await eventually(async () => {
    const counts = await Promise.all([mixed, alone].map((message) => statesOf(service.pool, { message })));
    return counts[0]!["delivered"] === 2 && counts[1]!["delivered"] === 1;
  });
  expect((await service.call("POST", "/sandbox/replies", { from: "+33639980001", text: "STOP" })).status).toBe(200);

  const removed = await removeDemo(demo);
  expect(removed).toMatchObject({ found: true, kept: ["group Book club", "field demo_city"] });
  const { items: left } = await get("/subscribers?per_page=100");
  expect(left.map(({ name, mobile, custom_fields: fields }: any) => ({ name, mobile, fields }))).toEqual([
    { name: "Ada", mobile: REAL, fields: { demo_city: "Ely" } },
  ]);
  expect(await statesOf(service.pool)).toEqual({ delivered: 2 });
  await eventually(async () => {
    const { rows } = await service.pool.query(
      "select (select count(*) from stat_deltas) + (select count(*) from outbox_deltas) as n",
    );
    return Number(rows[0].n) === 0;
  });
  await removeDemo(demo);
  const stats = await get(`/stats?date_from=${day(-31)}&date_to=${day(0)}`);
  expect(stats.totals.counts).toMatchObject({
    accepted: 2,
    sent: 2,
    delivered: 2,
    failed: 0,
    suppressed: 0,
    replies: 0,
    opt_outs: 0,
  });
  expect((await get("/outbox?per_page=1")).stats).toMatchObject({ total: 2, success: 2, failed: 0 });
  expect((await get("/inbox/threads")).items).toEqual([]);

  // The others have rows of real people, of the ledger, or of what workers count for themselves.
  const demoAlone =
    `bounce_checks cancellations consents fanouts form_requests forms help_replies holds inbox inbox_threads late_redactions
     message_costs message_deltas message_paces message_splits opt_in_codes outbox_deltas prepared_texts retries schedules segments settings
     stat_deltas suppressions templates webhook_deliveries webhooks`.split(/\s+/);
  const after = await allTables(service.pool);
  for (const name of demoAlone) expect([name, after[name]]).toEqual([name, before[name]]);
  const { id } = left[0];
  const consents = (await get(`/subscribers/${id}/consents`)).items;
  expect(consents.map(({ kind, group_id }: any) => ({ kind, group_id }))).toEqual([
    { kind: "subscribed", group_id: club },
  ]);
  const { rows } = await service.pool.query(
    "select count(*)::int as count from consent_people where lookup is not null",
  );
  expect(rows).toEqual([{ count: 1 }]);
});
