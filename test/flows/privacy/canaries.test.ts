import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { startReceiver, type Receiver } from "../../support/webhooks/receiver.ts";
import { callService, startProvider, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";

/** Words that appear only where a test put them. */
const PHONES = ["+4915199990001", "+4915199990002", "+4915199990003"] as const;
const BODY = "canary body 4711";
const WEB_PASSWORD = "canary-web-password";
const DSN_SECRET = "canary-dsn-secret";
const URL_TOKEN = "canary-url-token";

let connection: { url: string };
let folder: string;
let service: ServiceProcess;
let provider: Awaited<ReturnType<typeof startProvider>>;
let receiver: Receiver;
let pool: pg.Pool;
const secrets: string[] = [DSN_SECRET];

beforeAll(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-canaries-"));
  provider = await startProvider(1);
  receiver = await startReceiver();
  pool = openPool(connection);
  const http = provider.dsn().replace("user:secret", `user:${DSN_SECRET}`);
  service = await startServiceProcess({
    DATABASE_URL: connection.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: `roundrobin(sandbox://default?receipt_ms=5 ${http})`,
    TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
    TIDINGS_LOG_LEVEL: "debug",
    TIDINGS_SECRET_KEY: "canary-installation-key-0123456789-0123456789",
  });
  secrets.push("canary-installation-key");
});
afterAll(async () => {
  await service?.kill("SIGKILL");
  await provider.close();
  await receiver.close();
  await pool.end();
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

const call = (path: string, body?: unknown, as = service.admin!) => callService(service, as, path, body);

/** Everything the database holds, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t`);
      return rows.map(({ row }) => `${name}: ${row}`).join("\n");
    }),
  );
  return texts.join("\n");
}

/** Resolves when a query has a row. */
async function until(sql: string): Promise<void> {
  await expect.poll(async () => (await pool.query(sql)).rowCount).toBeGreaterThan(0);
}

test("a day of traffic leaves no secret in the database, and no number, body, code or secret in the process's output", async () => {
  const hook = await call("/webhooks", {
    url: `${receiver.url}/hook?token=${URL_TOKEN}`,
    types: "new_sms,new_subscriber,new_incoming_sms,message.sent,message.failed",
  });
  const broken = await call("/webhook", { webhook_url: `http://127.0.0.1:9/${URL_TOKEN}`, type: "new_sms" });
  secrets.push(hook.body.data.secret, broken.body.data.secret);
  const made = await call("/users", {
    username: "canary",
    email: "canary@example.test",
    name: "Canary",
    phone: PHONES[0],
    roles: ["editor"],
    password: WEB_PASSWORD,
  });
  const userPassword = await call(`/users/${made.body.data.id}/application-passwords`, { name: "p" });
  secrets.push(WEB_PASSWORD, userPassword.body.data.password, service.admin!.password);
  const editor = { user: "canary", password: userPassword.body.data.password as string };

  expect((await call("/newsletter", { name: "C", mobile: PHONES[0] }, editor)).status).toBe(200);
  // One of the two gateways has it, at random.
  await until("select from deliveries where state in ('sent', 'delivered')");
  const texts = await call("/sandbox/messages");
  const seen = provider.seen.length + texts.body.data.items.length;
  expect(seen).toBeGreaterThan(0);
  const code = /\d{6}/.exec(texts.body.data.items[0]?.body ?? "")?.[0];
  const wrong = code === "123456" ? "654321" : "123456";
  await call("/newsletter/verify", { mobile: PHONES[0], activation: wrong }, editor);
  if (code) await call("/newsletter/verify", { mobile: PHONES[0], activation: code }, editor);

  const numbers = [...PHONES, ...["1", "2", "3", "4", "5", "7"].map((last) => `+1500555000${last}`)];
  for (const gateway of ["sandbox", "http"]) {
    expect((await call("/send", { message: BODY, numbers, gateway })).status).toBe(200);
  }
  await call("/send", { message: BODY, numbers: [PHONES[1]], category: "otp" });
  // Calls that fail in every possible way.
  await call("/send", { message: BODY, numbers: [...PHONES, "abc"], sender: "\0" });
  await call("/nowhere", { message: BODY });
  await call("/users", { username: "x", password: WEB_PASSWORD.slice(0, 8) });
  await callService(service, { user: PHONES[0], password: "canary-wrong-password" }, "/outbox");
  await call("/outbox?recipient=" + encodeURIComponent(PHONES[0]));
  await pool.query("alter table customers rename to customers_gone");
  expect((await call("/customers", { name: "X", phone: PHONES[2] })).status).toBe(500);
  await pool.query("alter table customers_gone rename to customers");
  await until("select from webhook_deliveries where last_error is not null");
  await until(`select from inbox where keyword = 'stop'`);
  await until(
    "select 1 where not exists (select from deliveries where state in ('queued', 'sending') and phone like '+4915%')",
  );

  const log = service
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .join("\n");
  // The broken table and the refused webhook at least.
  expect(log).toContain("unexpected error");
  expect(log).toContain("a webhook was not delivered");
  for (const phone of numbers) expect(log, phone).not.toContain(phone.slice(1));
  for (const word of [BODY, URL_TOKEN, "canary-wrong-password", WEB_PASSWORD.slice(0, 8)])
    expect(log).not.toContain(word);
  const stored = await dump();
  const bare = (secret: string): string => secret.replaceAll(" ", "");
  for (const secret of secrets) {
    for (const text of [secret, bare(secret), bare(secret).replace(/^whsec_/, "")]) {
      expect(log).not.toContain(text);
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(Buffer.from(text).toString("hex"));
    }
  }
  expect(stored).not.toContain("canary-wrong-password");
  // A code is in the message that carries it, as the gateway must send it, and nowhere else.
  if (code) {
    const elsewhere = stored.split("\n").filter((row) => row.includes(code) && !row.startsWith("messages: "));
    expect(elsewhere).toEqual([]);
  }
});
