import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import { changeAlerts, checkNow, passMinutes, untilLooked } from "../../support/mail/alerting.ts";
import { startSmtpServer } from "../../support/mail/smtp-server.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const ADMIN = "+15005550000";
let mail: Awaited<ReturnType<typeof startSmtpServer>>;
let service: TestService;

beforeAll(async () => {
  mail = await startSmtpServer();
  service = await startTestService({
    TIDINGS_GATEWAY: "failover(sandbox://default?name=first&receipt_ms=5 sandbox://default?name=second&receipt_ms=5)",
    TIDINGS_SMTP: mail.dsn(),
    TIDINGS_MAIL_FROM: "tidings@example.com",
    TIDINGS_PUBLIC_URL: "https://sms.example.com",
  });
});
afterAll(async () => {
  await service.end();
  await mail.close();
});
afterEach(async () => {
  mail.answer(() => undefined);
  mail.mails.length = 0;
  await resume();
  await untilLooked(service.pool);
  await changeAlerts(service.pool, "delete from alerts");
});

const settings = (alerts: object) => service.call("PATCH", "/settings", { alerts });
const alerts = async (query = "") => (await service.call("GET", `/alerts${query}`)).body.data.items;
const pause = (name: string, code = "account_refused") =>
  service.pool.query(
    `insert into gateway_states (name, paused_until, paused_at, pause_code, pause_reason)
     values ($1, now() + interval '1 hour', now(), $2, 'The key is wrong.')
     on conflict (name) do update set paused_until = excluded.paused_until, paused_at = now(), pause_code = $2, pause_reason = excluded.pause_reason`,
    [name, code],
  );
const resume = () => service.pool.query("update gateway_states set paused_until = null");
const notifications = async () =>
  (
    await service.pool.query(
      "select event, channel, state, reason from alert_notifications order by created_at, channel",
    )
  ).rows as { event: string; channel: string; state: string; reason: string | null }[];
const settled = (count: number) =>
  eventually(async () => {
    const rows = await notifications();
    return rows.length === count && rows.every(({ state }) => !["waiting", "sending"].includes(state)) && rows;
  });
const textsToAdmin = async (): Promise<{ text: string; gateway: string }[]> =>
  (
    await service.pool.query(
      "select m.body as text, d.gateway from messages m join deliveries d on d.message_id = m.id where m.created_by = 'alerts' order by m.id",
    )
  ).rows;
/** Checks until the expected alert exists: each check is due at once. */
const looked = <Found>(found: () => Promise<Found | false>) =>
  eventually(async () => {
    await checkNow(service.pool);
    return found();
  });

test("a gateway that stops is reported once by mail and once by text through the other gateway, and so is its end", async () => {
  await settings({ emails: ["ops@example.com"], numbers: [ADMIN], quiet: false });
  await pause("first");
  await looked(async () => (await alerts()).length > 0);
  await settled(2);
  const [alert] = await alerts();
  expect(alert).toMatchObject({
    kind: "gateway_stopped",
    subject: "first",
    title: "The gateway first is stopped",
    screen: "/gateways/first",
    ended_at: null,
    notifications: expect.arrayContaining([expect.objectContaining({ channel: "email", state: "sent" })]),
  });
  expect(mail.mails.map(({ headers }) => headers["subject"])).toEqual(["[Tidings] The gateway first is stopped"]);
  expect(mail.mails[0]!.text).toContain("https://sms.example.com/gateways/first");
  await eventually(async () => (await textsToAdmin())[0]?.gateway !== null);
  expect(await textsToAdmin()).toMatchObject([
    { text: expect.stringContaining("first is stopped"), gateway: "second" },
  ]);

  // It recurs briefly and ends again: nothing is sent.
  await resume();
  await looked(async () => (await service.pool.query("select from alerts where cleared_at is not null")).rowCount! > 0);
  await pause("first");
  await looked(async () => (await service.pool.query("select from alerts where cleared_at is null")).rowCount! > 0);
  expect(await notifications()).toHaveLength(2);

  await resume();
  await looked(async () => (await service.pool.query("select from alerts where cleared_at is not null")).rowCount! > 0);
  await passMinutes(service.pool, 6);
  await looked(async () => (await alerts("?state=ended")).length > 0);
  await settled(4);
  expect(mail.mails[1]!.headers["subject"]).toBe("[Tidings] Ended: The gateway first is stopped");
  expect(mail.mails[1]!.headers["in-reply-to"]).toBe(mail.mails[0]!.headers["message-id"]);
  expect(await alerts("?state=open")).toEqual([]);
});

test("an alert that returns within half an hour of its end is sent only if it lasts longer", async () => {
  await settings({ emails: ["ops@example.com"], numbers: [], quiet: false });
  const stopAndEnd = async (ended: number): Promise<void> => {
    await pause("second");
    await looked(async () => (await alerts("?state=open")).length === 1);
    await resume();
    await looked(
      async () =>
        (await service.pool.query("select from alerts where cleared_at is not null and closed_at is null")).rowCount! >
        0,
    );
    await changeAlerts(
      service.pool,
      "update alerts set cleared_at = cleared_at - interval '6 minutes' where closed_at is null",
    );
    await looked(async () => (await alerts("?state=ended")).length === ended);
  };
  await pause("second");
  await looked(async () => (await alerts("?state=open")).length === 1);
  await settled(1);
  await stopAndEnd(1);
  await settled(2);
  await stopAndEnd(2);
  expect(await settled(3)).toMatchObject([{ state: "sent" }, { state: "sent", event: "closed" }, { state: "skipped" }]);
  expect(mail.mails).toHaveLength(2);

  await pause("second");
  await looked(async () => (await alerts("?state=open")).length === 1);
  expect((await notifications()).at(-1)).toMatchObject({ state: "waiting" });
  await passMinutes(service.pool, 31);
  await mail.received(3);
});

test("a mail server that is down keeps the mail waiting, and it arrives once the server is back", async () => {
  await settings({ emails: ["ops@example.com"], numbers: [], quiet: false });
  mail.answer((stage) => (stage === "connect" ? "421 4.3.2 going down" : undefined));
  await pause("first");
  await looked(async () => (await alerts()).length > 0);
  const [waiting] = await eventually(async () => {
    const rows = await notifications();
    return rows[0]?.reason ? rows : false;
  });
  expect(waiting).toMatchObject({ state: "waiting", reason: expect.stringContaining("421") });
  mail.answer(() => undefined);
  await service.pool.query("update alert_notifications set due = now()");
  await mail.received(1);
  await settled(1);
});

test("quiet alerts, other kinds and a pause by a person are not sent", async () => {
  await settings({ emails: ["ops@example.com"], quiet: true });
  await pause("first");
  await looked(async () => (await alerts()).length > 0);
  await settings({ quiet: false, kinds: ["queue_late"] });
  await pause("second");
  await looked(async () => (await alerts()).length === 2);
  expect(await notifications()).toEqual([]);
  await resume();
  await untilLooked(service.pool);
  await changeAlerts(service.pool, "delete from alerts");
  await pause("second", "paused_by_operator");
  await pause("first");
  await looked(async () => (await alerts()).length > 0);
  expect((await alerts()).map(({ subject }: { subject: string }) => subject)).toEqual(["first"]);
  await settings({ kinds: ["gateway_stopped"] });
});

test.each([
  ["quiet is switched on", { quiet: true }, "Alerts are quiet."],
  ["its kind is taken out", { kinds: ["queue_late"] }, "Alerts of this kind are not sent."],
  ["the recipient is taken out", { emails: [] }, "It is no longer a recipient."],
])("neither the end of an alert nor what waits is sent after %s", async (_, changes, reason) => {
  await settings({ emails: ["ops@example.com"], numbers: [], quiet: false, kinds: ["gateway_stopped"] });
  await pause("first");
  await looked(async () => (await alerts()).length > 0);
  await settled(1);
  mail.answer((stage) => (stage === "connect" ? "421 4.3.2 going down" : undefined));
  await pause("second");
  await looked(async () => (await alerts()).length === 2);
  await eventually(async () => (await notifications())[1]?.reason?.includes("421"));

  await settings(changes);
  mail.answer(() => undefined);
  await resume();
  await looked(
    async () => (await service.pool.query("select from alerts where cleared_at is not null")).rowCount! === 2,
  );
  await passMinutes(service.pool, 20);
  await looked(async () => (await alerts("?state=ended")).length === 2);
  expect(await settled(3)).toMatchObject([
    { event: "opened", state: "sent" },
    { event: "opened", state: "skipped", reason },
    { event: "closed", state: "skipped", reason },
  ]);
  expect(mail.mails).toHaveLength(1);
});

test("notifications that were dropped because there were too many do not prevent the next one", async () => {
  await settings({ emails: ["ops@example.com"], numbers: [], quiet: false, kinds: ["gateway_stopped"] });
  const other = "0197a6c2-5b7e-7c3a-9f1e-000000000001";
  await service.pool.query(
    "insert into alerts (id, kind, subject, level, data, closed_at) values ($1, 'gateway_stopped', 'other', 1, '{}', now())",
    [other],
  );
  await service.pool.query(
    `insert into alert_notifications (id, alert_id, event, level, channel, recipient, state)
     select gen_random_uuid(), $1, 'opened', n, 'email', 'ops@example.com', case when n < 20 then 'sent' else 'skipped' end
     from generate_series(1, 40) n`,
    [other],
  );
  await pause("first");
  await looked(async () => (await alerts("?state=open")).length > 0);
  await mail.received(1);
  await pause("second");
  await looked(async () => (await alerts("?state=open")).length === 2);
  await settled(42);
  expect((await notifications()).at(-1)).toMatchObject({
    state: "skipped",
    reason: expect.stringContaining("Too many alerts in an hour"),
  });
});

test("an alert that grows worse while its mail waits is sent once, as what it has become", async () => {
  await settings({ emails: ["ops@example.com"], numbers: [], quiet: false, kinds: ["license_ending"] });
  mail.answer((stage) => (stage === "connect" ? "421 4.3.2 going down" : undefined));
  await service.licenses.issue({ licensee: "Test", features: ["scheduling"], days: 10 });
  await looked(async () => (await alerts("?state=open")).length > 0);
  await service.licenses.issue({ licensee: "Test", features: ["scheduling"], days: 2 });
  await looked(async () => (await notifications()).length === 2);
  mail.answer(() => undefined);
  await service.pool.query("update alert_notifications set due = now() where state = 'waiting'");
  expect(await settled(2)).toMatchObject([
    { state: "skipped", reason: "It grew worse before it was sent." },
    { state: "sent" },
  ]);
  expect(mail.mails).toHaveLength(1);
  await service.licenses.issue({ licensee: "Test", features: ["scheduling"], days: 100 });
  await settings({ kinds: ["gateway_stopped"] });
});

test("a text about the only gateway that is left is not attempted", async () => {
  await settings({ emails: [], numbers: [ADMIN], kinds: ["gateway_stopped"] });
  const before = (await textsToAdmin()).length;
  await pause("first");
  await pause("second");
  await looked(async () => (await alerts()).length === 2);
  expect(await settled(2)).toMatchObject([
    { state: "skipped", reason: "No other gateway can send it." },
    { state: "skipped", reason: "No other gateway can send it." },
  ]);
  expect(await textsToAdmin()).toHaveLength(before);
});

test("an administrator who has opted out receives no text", async () => {
  await settings({ emails: [], numbers: ["+15005550010"], kinds: ["gateway_stopped"] });
  await service.call("POST", "/suppressions", { number: "+15005550010", reason: "Asked", kind: "block" });
  await pause("first");
  await looked(async () => (await alerts()).length > 0);
  expect(await settled(1)).toMatchObject([{ state: "skipped", reason: expect.stringContaining("opted out") }]);
});

test("acknowledging records who did it first, and keeps the alert open", async () => {
  await settings({ emails: [], numbers: [] });
  await pause("first");
  await looked(async () => (await alerts()).length > 0);
  const [{ id }] = await alerts();
  const first = await service.call("POST", `/alerts/${id}/acknowledge`);
  expect(first.body.data).toMatchObject({ acknowledged_by: "builtin:1", ended_at: null });
  const other = await service.userWith("svc_setting");
  const second = await service.call("POST", `/alerts/${id}/acknowledge`, undefined, { as: other });
  expect(second.body.data.acknowledged_by).toBe("builtin:1");
  expect((await service.call("POST", "/alerts/alt_nobody/acknowledge")).status).toBe(404);
});

test("alerts are listed page by page, open ones first", async () => {
  await service.pool.query(
    `insert into alerts (id, kind, subject, level, data, opened_at, closed_at)
     select ('0197a6c2-5b7e-7c3a-9f1e-0000000000' || lpad(n::text, 2, '0'))::uuid, 'codes_unverified', 'C' || n, 1, '{"sent": 50, "verified": 1}', now(),
       case when n % 2 = 0 then now() end from generate_series(1, 7) n`,
  );
  const seen: string[] = [];
  let cursor = "";
  do {
    const { data } = (await service.call("GET", `/alerts?per_page=2${cursor}`)).body;
    seen.push(...data.items.map(({ subject }: { subject: string }) => subject));
    cursor = data.pagination.next_cursor ? `&cursor=${data.pagination.next_cursor}` : "";
  } while (cursor);
  expect(seen).toEqual(["C7", "C5", "C3", "C1", "C6", "C4", "C2"]);
  expect((await service.call("GET", "/alerts?cursor=jobs")).status).toBe(400);
});

test("mails and texts are in the language of the settings, and the API's words stay English", async () => {
  await settings({ emails: ["ops@example.com"], numbers: [ADMIN], quiet: false, locale: "de" });
  await pause("first");
  await looked(async () => (await alerts()).length > 0);
  await settled(2);
  const [alert] = await alerts();
  expect(alert.title).toBe("The gateway first is stopped");
  const [sent] = mail.mails;
  expect(sent!.headers["subject"]).toBe("[Tidings] Das Gateway first ist gestoppt");
  expect(sent!.text).toContain("Was zu tun ist: Prüfen Sie Konto, Schlüssel und Guthaben beim Anbieter");
  expect((await textsToAdmin()).at(-1)!.text).toMatch(/^Tidings: Das Gateway first ist gestoppt, seit .* UTC\.$/);

  await settings({ locale: "fa" });
  expect((await service.call("POST", "/alerts/test")).body.message).toBe("2 of 2 recipients accepted.");
  expect(mail.mails.at(-1)!.text).toContain("هشدارها به این نشانی ارسال می‌شوند.");
  expect((await textsToAdmin()).at(-1)!.text).toContain("هشدارها به این شماره ارسال می‌شوند.");
  await settings({ locale: "en" });
});

test("a test reports each recipient, also one that the server refuses", async () => {
  await settings({ emails: ["ops@example.com", "gone@example.com"], numbers: [ADMIN] });
  mail.answer((stage, line) => (stage === "rcpt" && line.includes("gone@") ? "550 5.1.1 no such user" : undefined));
  const { body } = await service.call("POST", "/alerts/test");
  expect(body.message).toBe("2 of 3 recipients accepted.");
  expect(body.data.results).toMatchObject([
    { channel: "email", recipient: "ops@example.com", ok: true },
    { channel: "email", recipient: "gone@example.com", ok: false, text: expect.stringContaining("no such user") },
    { channel: "sms", recipient: ADMIN, ok: true },
  ]);
});

test("no transaction waits for the mail server while a test is sent; a repeat of its key sends nothing", async () => {
  await settings({ emails: ["ops@example.com"], numbers: [ADMIN] });
  const before = (await textsToAdmin()).length;
  // The mail server goes on as soon as no session waits in a transaction.
  const noneWaits = async (): Promise<boolean> =>
    (
      await service.pool.query(
        "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      )
    ).rowCount === 0;
  mail.answer((stage, _, socket) => {
    if (stage !== "rcpt") return undefined;
    void eventually(noneWaits).then(
      () => socket.write("250 OK\r\n"),
      () => socket.destroy(),
    );
    return null;
  });
  const headers = { "idempotency-key": "alert-test-1" };
  const first = await service.call("POST", "/alerts/test", {}, { headers });
  expect(first.body.message).toBe("2 of 2 recipients accepted.");
  const again = await service.call("POST", "/alerts/test", {}, { headers });
  expect(again.body.data).toEqual(first.body.data);
  expect((await textsToAdmin()).length - before).toBe(1);
});

test("twenty tests are sent within an hour, by all nodes together, and the next one says when", async () => {
  await settings({ emails: ["ops@example.com"], numbers: [ADMIN] });
  await service.pool.query("update alert_checks set tests = array_fill(now() - interval '59 minutes', array[19])");
  const before = mail.mails.length;
  const answers = await Promise.all([1, 2, 3].map(() => service.call("POST", "/alerts/test")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body.code).toBe("too_many_requests");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect(mail.mails.length - before).toBe(1);
  await service.pool.query("update alert_checks set tests = array_fill(now() - interval '61 minutes', array[20])");
  expect((await service.call("POST", "/alerts/test")).status).toBe(200);
});

test.each([
  [{ emails: ["ops@example.com\r\nBcc: all@example.com"] }, "alerts.emails[0]"],
  [{ emails: Array.from({ length: 11 }, (_, at) => `ops${at}@example.com`) }, "alerts.emails"],
  [{ numbers: ["0151 123"] }, "alerts.numbers[0]"],
  [{ kinds: ["weather"] }, "alerts.kinds[0]"],
  [{ locale: "xx" }, "alerts.locale"],
  [{ queue_minutes: 0 }, "alerts.queue_minutes"],
])("the setting %j is refused", async (changes, field) => {
  const answer = await settings(changes);
  expect([answer.status, answer.body.data.details[0].field]).toEqual([400, field]);
});
