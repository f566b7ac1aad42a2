import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { changeAlerts, checkNow, untilLooked } from "../../support/mail/alerting.ts";
import { startSmtpServer } from "../../support/mail/smtp-server.ts";
import { startNodes, type NodeSet } from "../../support/service/node-set.ts";

let connection: { url: string };
let mail: Awaited<ReturnType<typeof startSmtpServer>>;
let nodes: NodeSet;
let pool: pg.Pool;

beforeAll(async () => {
  connection = await createDatabase();
  mail = await startSmtpServer();
  nodes = await startNodes({
    databaseUrl: connection.url,
    gateway: "failover(sandbox://default?name=first&receipt_ms=5 sandbox://default?name=second&receipt_ms=5)",
    roles: ["all", "all"],
    more: { TIDINGS_SMTP: mail.dsn(), TIDINGS_MAIL_FROM: "tidings@example.com" },
  });
  pool = openPool(connection);
  const { user, password } = nodes.admin();
  const answer = await fetch(`${nodes.urls()[0]}/svc/v1/settings`, {
    method: "PATCH",
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ alerts: { emails: ["ops@example.com"], numbers: ["+15005550000"] } }),
  });
  expect(answer.status).toBe(200);
});
afterAll(async () => {
  await pool.end();
  await nodes.stop();
  await dropDatabase(connection);
  await mail.close();
});
afterEach(async () => {
  mail.answer(() => undefined);
  mail.mails.length = 0;
  await Promise.all(nodes.seats.map((seat) => seat.start()));
  await pool.query("update gateway_states set paused_until = null");
  await untilLooked(pool);
  await changeAlerts(pool, "delete from alerts");
});

const stopGateway = () =>
  pool.query(
    `insert into gateway_states (name, paused_until, paused_at, pause_code, pause_reason)
     values ('first', now() + interval '1 hour', now(), 'account_refused', 'The key is wrong.')
     on conflict (name) do update set paused_until = excluded.paused_until`,
  );
const states = async () =>
  (await pool.query("select channel, state from alert_notifications order by channel")).rows as {
    channel: string;
    state: string;
  }[];
const texts = async (): Promise<number> =>
  (await pool.query("select count(*)::int as n from messages where created_by = 'alerts'")).rows[0].n;
const reported = () =>
  eventually(async () => {
    await checkNow(pool);
    const found = await states();
    return found.length === 2 && found.every(({ state }) => !["waiting", "sending"].includes(state)) && found;
  });
const killAll = () => Promise.all(nodes.seats.map((seat) => seat.end("SIGKILL")));

test("two nodes and one alert make exactly one mail and one text", async () => {
  const before = await texts();
  await stopGateway();
  expect(await reported()).toEqual([
    { channel: "email", state: "sent" },
    { channel: "sms", state: "sent" },
  ]);
  // The nodes check again.
  await untilLooked(pool);
  expect([mail.mails.length, await texts()]).toEqual([1, before + 1]);
});

test("nodes that are killed before the text of a mail leaves send it once, after a restart", async () => {
  const kills: Promise<unknown>[] = [];
  mail.answer((stage) => {
    if (stage !== "ehlo") return undefined;
    if (kills.length === 0) kills.push(killAll());
    return null;
  });
  await stopGateway();
  await checkNow(pool);
  await eventually(async () => kills.length > 0);
  await Promise.all(kills);
  mail.answer(() => undefined);
  await pool.query("update alert_notifications set due = now() where state in ('waiting', 'sending')");
  await nodes.seats[1]!.start();
  expect((await reported())[0]).toEqual({ channel: "email", state: "sent" });
  expect(mail.mails).toHaveLength(1);
});

test("nodes that are killed while a mail leaves never send it again", async () => {
  const kills: Promise<unknown>[] = [];
  let left = 0;
  mail.answer((stage) => {
    if (stage !== "text") return undefined;
    left += 1;
    if (kills.length === 0) kills.push(killAll());
    return null;
  });
  await stopGateway();
  await checkNow(pool);
  await eventually(async () => kills.length > 0);
  await Promise.all(kills);
  await pool.query("update alert_notifications set due = now() where state in ('waiting', 'sending')");
  await nodes.seats[0]!.start();
  expect((await reported())[0]).toEqual({ channel: "email", state: "unknown" });
  expect(left).toBe(1);
});
