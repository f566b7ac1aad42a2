import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { creditLow } from "#domain/alerts/kinds/credit-low";
import { gatewayIdle } from "#domain/alerts/kinds/gateway-idle";
import { gatewayStopped } from "#domain/alerts/kinds/gateway-stopped";
import { queueLate } from "#domain/alerts/kinds/queue-late";
import { priceTable, priceSection } from "#domain/credit/prices";
import { lowCreditSection } from "#domain/spending/spending-settings";
import { minute } from "#lib/time";

import { suppress } from "../../support/database/ledger.ts";
import { eventually } from "../../support/engine/engine.ts";
import { overdue, readSchedule, runsOf, scheduleCall, trial } from "../../support/engine/schedules.ts";
import { changeAlerts, checkNow, untilLooked } from "../../support/mail/alerting.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_GATEWAY: "sandbox://default?name=main&credit=40" });
  await allowWithoutRecord(service.pool);
});
afterAll(() => service.end());
afterEach(async () => {
  await untilLooked(service.pool);
  await changeAlerts(service.pool, "delete from alerts");
});

const settings = (changes: object) => service.call("PATCH", "/settings", changes);
type Item = { kind: string; subject: string; level: number; title: string; meaning: string; ended_at: string | null };
const open = async (kind: string): Promise<Item | undefined> =>
  ((await service.call("GET", "/alerts?state=open")).body.data.items as Item[]).find((item) => item.kind === kind);
const opened = (kind: string, level = 1) =>
  eventually(async () => {
    await checkNow(service.pool);
    const alert = await open(kind);
    return alert !== undefined && alert.level >= level && alert;
  });
/** Once the condition is gone: as if its settling time had passed. */
const ended = (kind: string) =>
  eventually(async () => {
    await changeAlerts(
      service.pool,
      "update alerts set cleared_at = cleared_at - interval '2 hours' where closed_at is null",
    );
    await checkNow(service.pool);
    return (await open(kind)) === undefined;
  });

test("credit below the limit opens an alert with the remaining credit, and a top-up ends it", async () => {
  await settings({ low_credit: { stop_below: "50" } });
  await service.call("GET", "/credit?gateway=main");
  expect(await opened("credit_low", 2)).toMatchObject({
    subject: "main",
    title: "The credit at main is low",
    meaning: expect.stringContaining("40 messages are left, below the limit of 50."),
  });
  await settings({ low_credit: { stop_below: null } });
  await ended("credit_low");
});

test("credit that falls and lasts for less than the days in the settings opens an alert", async () => {
  await service.call("GET", "/credit?gateway=main");
  await service.pool.query(
    `insert into credit_readings (gateway, hour, amount)
     select 'main', date_trunc('hour', now()) - make_interval(hours => h), 40 + h * 2 from generate_series(1, 48) h`,
  );
  expect(await opened("credit_low")).toMatchObject({ meaning: expect.stringContaining("less than a day") });
  await settings({ alerts: { credit_days: 0 } });
  await ended("credit_low");
});

test("a webhook that its failures disabled opens an alert without its path, and one that a person switched off does not", async () => {
  const add = async (url: string): Promise<string> =>
    (await service.call("POST", "/webhooks", { url, types: ["new_sms"] })).body.data.id;
  await add("http://127.0.0.1:9/switched-off");
  const id = await add("http://127.0.0.1:9/token-hunter2");
  await service.pool.query(
    "update webhooks set enabled = false, disabled_reason = 'switched_off' where url like '%off'",
  );
  await service.pool.query(
    "update webhooks set enabled = false, disabled_reason = 'failing' where url like '%hunter2'",
  );
  const alert = await opened("webhook_disabled");
  expect(alert).toMatchObject({
    subject: id,
    title: "The webhook to 127.0.0.1:9 is disabled",
    screen: `/webhooks/${id}`,
  });
  expect(JSON.stringify(alert)).not.toContain("hunter2");
  expect((await service.pool.query("select from alerts where kind = 'webhook_disabled'")).rowCount).toBe(1);
  const { rows } = await service.pool.query(
    "select data ->> 'subject' as subject from events where kind = 'alert.opened' and data ->> 'kind' = 'webhook_disabled'",
  );
  expect(rows).toEqual([{ subject: id }]);
  await service.call("PATCH", `/webhooks/${id}`, { enabled: true });
  await ended("webhook_disabled");
});

test("a license that ends soon opens an alert, which rises as the end comes nearer, and a new one ends it", async () => {
  const issue = (days: number) => service.licenses.issue({ licensee: "Test", features: ["scheduling"], days });
  await issue(10);
  expect(await opened("license_ending")).toMatchObject({
    level: 1,
    title: expect.stringMatching(/^The license expires on /),
  });
  await issue(2);
  await opened("license_ending", 2);
  const { rows } = await service.pool.query(
    "select count(*)::int as n from events where kind = 'alert.opened' and data ->> 'kind' = 'license_ending'",
  );
  expect(rows[0].n).toBe(2);
  await issue(100);
  await ended("license_ending");
});

test("a license that is renewed for some days ends the alert of the expired one, and another says when it expires", async () => {
  const issue = (days: number) => service.licenses.issue({ licensee: "Test", features: ["scheduling"], days });
  await issue(-20);
  const expired = await opened("license_ending", 4);
  expect(expired.title).toMatch(/^The license expired on /);
  await issue(5);
  const renewed = await eventually(async () => {
    await checkNow(service.pool);
    const alert = await open("license_ending");
    return alert?.level === 1 && alert;
  });
  expect(renewed.title).toMatch(/^The license expires on /);
  expect(renewed.meaning).not.toContain("refused");
  const past: Item[] = (await service.call("GET", "/alerts?state=ended")).body.data.items;
  expect(past.map(({ title }) => title)).toEqual([expired.title]);
  await issue(100);
  await ended("license_ending");
});

test("a spend cap that is used up opens an alert, and a higher one ends it", async () => {
  await settings({ spending: { per_day: "1" } });
  await service.pool.query(
    "insert into spending (period, spent, messages) values (to_char(now() at time zone 'UTC', 'YYYY-MM-DD'), 1000000, 20)",
  );
  expect(await opened("spend_cap_reached")).toMatchObject({ meaning: expect.stringContaining("are held until") });
  await settings({ spending: { per_day: "2" } });
  await ended("spend_cap_reached");
  await settings({ spending: { per_day: null } });
});

test("a spend cap that holds messages back because the rest is too little for one opens an alert", async () => {
  await settings({
    prices: { currency: "EUR", segments: [{ prefix: "+", price: "0.70" }] },
    spending: { per_day: "1" },
  });
  await service.pool.query("update spending set spent = 500000");
  const numbers = ["+4915112345678"];
  await service.call("POST", "/send", { numbers, message: "Hello", category: "marketing" });
  expect(await opened("spend_cap_reached")).toMatchObject({ subject: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  await settings({ spending: { per_day: "2" } });
  await ended("spend_cap_reached");
  await settings({ prices: { currency: null, segments: [] }, spending: { per_day: null } });
});

test("a delivery that waits too long opens an alert, and its leaving ends it", async () => {
  await service.call("POST", "/gateways/main/pause", { reason: "maintenance" });
  await service.call("POST", "/send", { message: "Hello", numbers: ["+15005550000"] });
  await service.pool.query("update chunks set due = now() - interval '20 minutes'");
  expect(await opened("queue_late")).toMatchObject({ subject: "queue", title: "Messages wait too long in the queue" });
  // A pause by a person is a decision, and no alert.
  expect(await open("gateway_stopped")).toBeUndefined();
  expect(await open("gateway_idle")).toBeUndefined();
  await service.call("POST", "/gateways/main/resume");
  await ended("queue_late");
});

test("a gateway that refuses every message for good opens an alert although nothing waits, until it accepts one", async () => {
  for (let nth = 1; nth <= 10; nth += 1) {
    await service.call("POST", "/send", { message: `Hello ${nth}`, numbers: ["+15005550001"] });
  }
  const alert = await eventually(async () => {
    // As if the tests before this one were an hour ago.
    await service.pool.query("update gateway_states set last_success_at = now() - interval '1 hour'");
    await checkNow(service.pool);
    return open("gateway_refuses");
  }, 60_000);
  expect(alert).toMatchObject({
    subject: "main",
    title: "The gateway main refuses all messages",
    meaning: expect.stringMatching(/ it has accepted none and refused \d+ or more\./),
  });
  expect(await open("gateway_stopped")).toBeUndefined();
  await service.call("POST", "/send", { message: "Hello", numbers: ["+15005550000"] });
  await ended("gateway_refuses");
});

const now = Date.now();
const clock = { now: () => now };
const minutes = async () => 15;
const lastSuccess = (ago: number) => async () =>
  new Map([
    ["main", { lastSuccess: now - ago * minute, tally: { sent: 0, failed: 0, unknown: 0, retried: 0, unread: 0 } }],
  ]);

test.each([
  ["an urgent delivery", 1, 1, 1],
  ["marketing while others leave", 2, 1, 0],
  ["marketing while nothing leaves", 2, 16, 1],
])("%s that has waited for 20 minutes: late or not", async (_, priority, lastMinutes, found) => {
  const waiting = async () => [{ priority, texts: 3, oldest: 20 * 60 }];
  expect(await queueLate({ waiting, records: lastSuccess(lastMinutes), minutes, clock }).check()).toHaveLength(found);
});

test("an alert about a gateway that stopped does not contain the number that its provider names", async () => {
  const reason = "The number +49 151 2345-6789 is unverified (error 21608).";
  const paused = new Map([["main", { code: "http_403", reason, until: now + minute }]]);
  const states = { refresh: async () => undefined, paused: () => paused };
  const [found] = await gatewayStopped({ states, gateways: () => ["main"], clock }).check();
  expect(found).toMatchObject({ data: { reason: "The number +… is unverified (error 21608)." } });
});

test.each([
  ["that was read an hour ago opens an alert", 60, "10", [{ subject: "main", level: 2 }]],
  ["that was read long ago neither opens nor ends one", 6 * 60, "10", [{ subject: "main", unjudged: true }]],
  ["that the gateway no longer reports neither opens nor ends one", 1, " ", [{ subject: "main", unjudged: true }]],
])("a low balance %s", async (_, readAgo, amount, found) => {
  const rule = creditLow({
    credits: async () => [
      { gateway: "main", amount, unit: "EUR", checkedAt: now - readAgo * minute, fallPerDay: null },
    ],
    gateways: () => ["main"],
    spendRules: async () => ({
      cap: null,
      prices: priceTable(priceSection.defaults),
      lowCredit: { ...lowCreditSection.defaults, stopBelow: "50" },
    }),
    days: async () => 0,
    clock,
  });
  expect(await rule.check()).toMatchObject(found);
});

test.each([
  ["waits for a gateway that has sent nothing for long", 20, 20, 1],
  ["waits for a gateway that sends", 20, 1, 0],
  ["has just begun to wait for a gateway that was idle", 1, 600, 0],
])("a delivery %s", async (_, waited, lastMinutes, found) => {
  const ports = { sending: () => ["main"], oldestFor: async () => waited * 60, records: lastSuccess(lastMinutes) };
  expect(await gatewayIdle({ ...ports, minutes, clock }).check()).toHaveLength(found);
});

test("a run that failed opens an alert for a day, and one without recipients left opens none", async () => {
  await trial(service);
  const run = async (call: object): Promise<string> => {
    const made = await scheduleCall(service, { numbers: ["+4915112345678"], category: "marketing", ...call });
    const id = made.body.data.schedule_id as string;
    await settings({ footer: { enabled: true, texts: { default: "Reply STOP to end. \u{1F44B}" } } });
    await overdue(service, id, 1);
    await eventually(async () => (await runsOf(service, id)).length === 1);
    await settings({ footer: { enabled: false } });
    return id;
  };
  await suppress(service.pool, "+4915112345679");
  await run({ numbers: ["+4915112345679"], message: "Nobody" });
  await checkNow(service.pool);
  await untilLooked(service.pool);
  expect(await open("run_failed")).toBeUndefined();
  await run({ message: "a".repeat(1_480) });
  expect(await opened("run_failed")).toMatchObject({
    subject: "schedules",
    title: "Scheduled messages could not be sent",
    meaning: expect.stringContaining("in the last 24 hours: 1."),
  });
  // As if a day had passed.
  const old = "('00000000' || substr(id::text, 9))::uuid";
  await service.pool.query(`update messages set id = ${old} where state = 'failed' and reason = 'too_long'`);
  await ended("run_failed");
});

test("a schedule whose owner is gone opens an alert, until somebody resumes it", async () => {
  await trial(service);
  const owner = await service.userWith("svc_sendsms");
  const authorization = `Basic ${Buffer.from(`${owner.user}:${owner.password}`).toString("base64")}`;
  const made = await scheduleCall(service, {}, { authorization });
  const { schedule_id: id } = made.body.data;
  const { owner: principal } = await readSchedule(service, id);
  await service.call("DELETE", `/users/${principal.replace("builtin:", "")}`);
  await overdue(service, id, 1);
  await eventually(async () => (await readSchedule(service, id))["state"] === "paused");
  expect(await opened("schedule_paused")).toMatchObject({ title: "Schedules are paused", subject: "schedules" });
  await service.call("POST", `/schedules/${id}/resume`);
  await ended("schedule_paused");
});

test("a schedule to a role that was deleted opens an alert before its run finds nobody, until it is canceled", async () => {
  await trial(service);
  await service.call("POST", "/roles", { name: "members" });
  const made = await scheduleCall(service, { numbers: undefined, role_ids: ["members"] });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { schedule_id: id } = made.body.data;
  await service.call("DELETE", "/roles/members");
  expect(await opened("role_gone")).toMatchObject({
    subject: "members",
    title: "A role of schedules is gone: members",
    meaning: expect.stringContaining("Schedules that send to it: 1."),
  });
  await service.call("DELETE", `/schedules/${id}`);
  await ended("role_gone");
});
