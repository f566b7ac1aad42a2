import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startScriptedProvider, type Asked } from "../../support/providers/scripted-provider.ts";
import { seeded } from "../../support/engine/seeded.ts";
import { callService, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";

type Word = "ACCEPTD" | "DELIVRD" | "UNDELIV" | "REJECTD";
type Final = "delivered" | "undelivered" | "failed";

/** What happens to one number, and the state it must end in. */
type Outcome = {
  /** Our gateway gets an error that proves nothing: the delivery is unknown before its receipts. */
  readonly doubtful: boolean;
  /** Sent before the message itself is answered. */
  readonly early: readonly Word[];
  /** Sent afterwards, by any sender, in any order. */
  readonly late: readonly Word[];
  /** Sent after all those, by one sender, in this order: statuses that contradict the first. */
  readonly last: readonly Word[];
  readonly ends: "sent" | "unknown" | Final;
};

const WORD: Readonly<Record<Final, Word>> = { delivered: "DELIVRD", undelivered: "UNDELIV", failed: "REJECTD" };
const PEOPLE = 600;
const SENDERS = 8;
const random = seeded(20_261_120);

let connection: { url: string };
let folder: string;
let pool: pg.Pool;
beforeAll(async () => {
  connection = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "tidings-receipts-"));
  pool = openPool(connection);
});
afterAll(async () => {
  await pool.end();
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});

function outcome(): Outcome {
  const doubtful = random.next() < 0.2;
  const final = random.pick<Final | null>(["delivered", "delivered", "undelivered", "failed", null]);
  const words: Word[] = final === null ? [] : Array.from({ length: random.whole(1, 3) }, () => WORD[final]);
  // An unknown delivery whose first receipt says sent can no longer be `failed`: the order of arrival would decide.
  const passing = doubtful && final === "failed" ? 0 : random.whole(0, 2);
  for (let count = 0; count < passing; count += 1) words.splice(random.whole(0, words.length), 0, "ACCEPTD");
  const cut = random.next() < 0.3 ? random.whole(0, words.length) : 0;
  const contradicts = final !== null && random.next() < 0.3;
  return {
    doubtful,
    early: words.slice(0, cut),
    late: words.slice(cut),
    last: contradicts ? [random.pick(["DELIVRD", "UNDELIV", "REJECTD", "ACCEPTD"] as const)] : [],
    ends: endOf(doubtful, final, passing > 0),
  };
}

/** The table of states (docs/reference/states.md), written independently of the statement that applies it. */
function endOf(doubtful: boolean, final: Final | null, passed: boolean): Outcome["ends"] {
  if (final === "delivered") return "delivered";
  if (final === null) return doubtful && !passed ? "unknown" : "sent";
  return doubtful ? final : "undelivered";
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

test("receipts that come early, late, twice, shuffled and from many senders leave every delivery in its correct state", async () => {
  const people = numbers(PEOPLE, 700_000);
  const outcomes = new Map(people.map((phone) => [phone, outcome()]));
  const addresses = new Map<string, string>();
  const ids = new Map<string, string>();
  let service: ServiceProcess | null = null;

  /** One receipt as a provider sends it: by our reference in the address, or by its own id alone. */
  async function report(phone: string, word: Word): Promise<void> {
    const url = new URL(addresses.get(phone)!);
    const id = ids.get(phone);
    const byId = id !== undefined && !outcomes.get(phone)!.doubtful && random.next() < 0.5;
    if (byId) url.searchParams.delete("ref");
    const fields = { state: word, ...(byId && { id }) };
    const form = random.next() < 0.5;
    const address = `${service!.url}${url.pathname}${url.search}`;
    const body = form ? new URLSearchParams(fields).toString() : JSON.stringify(fields);
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    // A provider retries until it is acknowledged: on a busy computer the database may be out of sessions for a moment.
    await eventually(
      async () => (await fetch(address, { method: "POST", headers: { "content-type": type }, body })).status === 200,
    );
  }

  const provider = await startScriptedProvider(async (asked, nth) => {
    const { to, receipt } = asked as Asked & { receipt: string };
    addresses.set(to, receipt);
    ids.set(to, `p${nth}`);
    const { doubtful, early } = outcomes.get(to)!;
    for (const word of early) await report(to, word);
    return doubtful ? { status: 500, body: "{}" } : { body: JSON.stringify({ id: `p${nth}` }) };
  });
  const dsn = new URL(
    provider.dsn(
      "&window=20&receipt_state=state&receipt_id=id&receipt_sent=ACCEPTD&receipt_delivered=DELIVRD&receipt_undelivered=UNDELIV&receipt_failed=REJECTD",
    ),
  );
  dsn.searchParams.set("body", '{"to":"{to}","text":"{text}","ref":"{ref}","receipt":"{receipt_url}"}');
  service = await startServiceProcess({
    DATABASE_URL: connection.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: dsn.href,
  });
  const answer = await callService(service, service.admin!, "/send", { numbers: people, message: "Hello" });
  expect(answer.status).toBe(200);
  await eventually(async () => (await pool.query("select from messages where state = 'completed'")).rowCount === 1);

  const all = shuffled(people.flatMap((phone) => outcomes.get(phone)!.late.map((word) => ({ phone, word }))));
  // References and ids that were never ours are mixed in.
  const strays = Array.from({ length: 40 }, (_, index) => `${addresses.values().next().value!}x${index}`);
  const sender = async (): Promise<void> => {
    for (let next = all.pop(); next; next = all.pop()) {
      await report(next.phone, next.word);
      const stray = random.next() < 0.05 ? strays.pop() : undefined;
      if (stray === undefined) continue;
      const { pathname, search } = new URL(stray);
      const strange = await fetch(`${service.url}${pathname}${search}`, { method: "POST", body: "state=DELIVRD" });
      expect(strange.status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));

  const states = async (): Promise<Map<string, string>> =>
    new Map(
      (await pool.query("select phone, state::text as state from deliveries")).rows.map((row) => [
        row.phone,
        row.state,
      ]),
    );
  const wrong = async (): Promise<string[]> => {
    const now = await states();
    return people
      .filter((phone) => now.get(phone) !== outcomes.get(phone)!.ends)
      .map((phone) => `${phone} is ${now.get(phone)}: ${JSON.stringify(outcomes.get(phone))}`);
  };
  await eventually(async () => (await wrong()).length === 0).catch(async () => expect(await wrong()).toEqual([]));

  // Statuses that contradict a settled one, in their own order, change nothing and raise no event.
  for (const phone of people) for (const word of outcomes.get(phone)!.last) await report(phone, word);
  await eventually(async () => {
    const { rows } = await pool.query("select count(*)::int as n from receipts where tries = 0");
    return rows[0].n === 0;
  });
  expect(await wrong()).toEqual([]);
  const { rows: reported } = await pool.query(
    "select kind, phone, count(*)::int as n from events where phone is not null group by kind, phone having count(*) > 1",
  );
  expect(reported).toEqual([]);
  const { rows: delivered } = await pool.query(
    "select count(*)::int as n from events where kind = 'message.delivered'",
  );
  expect(delivered[0].n).toBe([...outcomes.values()].filter(({ ends }) => ends === "delivered").length);

  expect(await service.kill("SIGTERM")).toBe(0);
  await provider.close();
});
