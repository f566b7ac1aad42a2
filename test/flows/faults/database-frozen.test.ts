import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openPool } from "../../support/database/database.ts";
import { startOwnPostgres, type SharedPostgres } from "../../support/database/own-postgres.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService, type Answer, type TestService } from "../../support/service/test-service.ts";

/** Concurrent calls, some of which are in the database when it freezes, and others wait for those. */
const CALLERS = 12;

let postgres: SharedPostgres;
let pool: pg.Pool;
let service: TestService;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  pool = openPool(postgres);
  pool.on("error", () => undefined);
  service = await startTestService({ DATABASE_URL: postgres.url }, { workerLoops: false });
});
afterAll(async () => {
  postgres.signal!("SIGCONT");
  await service.end();
  await pool.end();
  await postgres.stop();
});

const send = (phone: string, key?: string): Promise<Answer> =>
  service.call(
    "POST",
    "/send",
    { numbers: [phone], message: "Hello" },
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );

test("while the database is frozen every call is answered, and none that failed is written afterwards unnoticed", async () => {
  const people = numbers(4_000);
  const answers = new Map<string, { readonly key: string | undefined; readonly answer: Answer }>();
  let next = 0;
  let over = false;
  /** Every second call has a key. */
  async function caller(): Promise<void> {
    while (!over) {
      const phone = people[next++]!;
      const key = next % 2 === 0 ? `frozen-${phone}` : undefined;
      answers.set(phone, { key, answer: await send(phone, key) });
      // One failure of each kind is enough.
      if (answers.get(phone)!.answer.status !== 200) return;
    }
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, caller));
  await eventually(async () => answers.size >= 50);
  postgres.signal!("SIGSTOP");
  // Each is answered while the database is still frozen.
  await calling;
  over = true;
  const failed = [...answers].filter(([, { answer }]) => answer.status !== 200);
  expect(failed).toHaveLength(CALLERS);
  for (const [, { answer }] of failed) {
    expect([answer.status, answer.body.code]).toEqual([503, "database_unavailable"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  for (const path of ["/groups", "/outbox"]) expect((await service.call("GET", path)).status).toBe(503);
  const ready = await service.app.request("/readyz");
  expect(ready.status).toBe(503);
  expect(((await ready.json()) as { checks: unknown[] }).checks).toContainEqual(
    expect.objectContaining({ name: "database", ok: false }),
  );
  expect((await service.app.request("/healthz")).status).toBe(200);
  postgres.signal!("SIGCONT");
  await eventually(async () => (await service.app.request("/readyz")).status === 200);
  // What the server found when it resumed is finished, one way or the other.
  await eventually(
    async () =>
      (
        await pool.query(
          "select from pg_stat_activity where datname = current_database() and state = 'active' and query like '%idempotency_keys%' and pid <> pg_backend_pid()",
        )
      ).rowCount === 0,
  );

  const { rows } = await pool.query<{ phone: string; ids: string[] }>(
    "select phone, array_agg(message_id::text) as ids from deliveries group by phone",
  );
  const written = new Map(rows.map(({ phone, ids }) => [phone, ids]));
  for (const [phone, { key, answer }] of answers) {
    const ids = written.get(phone) ?? [];
    if (answer.status === 200) {
      expect([phone, ids]).toEqual([phone, [answer.body.data.message_id.replace("msg_", "")]]);
    } else if (key !== undefined) {
      const again = await send(phone, key);
      expect(again.status).toBe(200);
      // Written by the first try or by this one, and never by both.
      if (ids.length > 0) expect(ids).toEqual([again.body.data.message_id.replace("msg_", "")]);
    } else if (ids.length > 0) {
      expect([phone, answer.body.data.outcome, answer.body.data.message_id]).toEqual([
        phone,
        "unknown",
        `msg_${ids[0]}`,
      ]);
    }
  }
  const { rows: doubled } = await pool.query("select phone from deliveries group by phone having count(*) > 1");
  expect(doubled).toEqual([]);
});

test("an entry of a batch that a frozen database may have stored is unknown, with its id, and no other is stored", async () => {
  const people = numbers(4_000, 20_000);
  const results: { phone: string; status: string; message_id?: string; error?: { code: string } }[] = [];
  let next = 0;
  async function caller(): Promise<void> {
    for (;;) {
      const phones = [people[next++]!, people[next++]!];
      const messages = phones.map((number) => ({ number, message: "Hello" }));
      const answer = await service.call("POST", "/send/batch", { messages });
      if (answer.status !== 200) return;
      results.push(...answer.body.data.results.map((one: object, nth: number) => ({ ...one, phone: phones[nth] })));
      if (answer.body.data.accepted < messages.length) return;
    }
  }
  /**
   * Whoever is between two statements at that moment is refused, as nothing of theirs was stored: on some days, all.
   */
  async function freeze(): Promise<void> {
    const enough = results.length + 50;
    const calling = Promise.all(Array.from({ length: CALLERS }, caller));
    await eventually(async () => results.length >= enough);
    postgres.signal!("SIGSTOP");
    await calling;
    postgres.signal!("SIGCONT");
    await eventually(async () => (await service.app.request("/readyz")).status === 200);
  }
  const unknownOnes = () => results.filter(({ status }) => status === "unknown");
  while (unknownOnes().length === 0) await freeze();
  const unknown = unknownOnes();
  expect(unknown.filter((one) => one.error?.code !== "database_unavailable" || !one.message_id)).toEqual([]);
  const { rows } = await pool.query<{ phone: string; id: string }>(
    "select phone, 'msg_' || message_id as id from deliveries where phone = any($1)",
    [people],
  );
  const reported = new Map(results.map(({ phone, message_id }) => [phone, message_id]));
  expect(rows.filter(({ phone, id }) => reported.get(phone) !== id)).toEqual([]);
});

test("a read-only database is not ready, and readiness returns by itself when it accepts writes again", async () => {
  const name = new URL(postgres.url.replace("@/", "@localhost/")).pathname.slice(1);
  const readyz = async (): Promise<{ status: number; failing: string[] }> => {
    const answer = await service.app.request("/readyz");
    const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean }[] };
    return { status: answer.status, failing: checks.filter(({ ok }) => !ok).map((check) => check.name) };
  };
  /** Sessions read the setting when they begin. */
  const becomeReadOnly = async (value: "on" | "off"): Promise<void> => {
    const client = await pool.connect();
    await client.query("set default_transaction_read_only = off");
    await client.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await client.query(
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    client.release(true);
  };
  expect(await readyz()).toEqual({ status: 200, failing: [] });
  await becomeReadOnly("on");
  await eventually(async () => (await readyz()).failing.join() === "writes");
  expect((await send(numbers(1, 9_000)[0]!)).status).toBe(503);
  await becomeReadOnly("off");
  await eventually(async () => (await readyz()).status === 200);
  expect((await send(numbers(1, 9_001)[0]!)).status).toBe(200);
});
