import { afterEach, beforeEach, expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import { acceptQueries } from "#store/queries/accept/accept";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { phonesOf } from "../../support/database/ledger.ts";
import { eventually, numbers, textTo } from "../../support/engine/engine.ts";
import { everybody } from "../../support/engine/campaign.ts";
import { gateAt } from "../../support/engine/gate.ts";
import { endLeases } from "../../support/engine/leases.ts";
import { fillGroup } from "../../support/people/subscribers.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { childProgram } from "../../support/service/child-program.ts";
import { startTalker } from "../../support/service/processes.ts";

const script = childProgram("engine-child");
let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(() => db.drop());

const rows = async (sql: string): Promise<any[]> => (await db.pool.query(sql)).rows;
const exists = async (sql: string): Promise<boolean> => (await rows(sql)).length > 0;

test.each([
  ["that somebody may be without", `Hi {{name}}${".".repeat(700)}`],
  ["that nobody is without", "Hi {{name}}"],
  ["that nobody can be without", "Hi {{name | you}}"],
])(
  "workers killed amid an audience of a text %s: each text leaves once, as it was first made, whatever people are called now",
  async (_, text) => {
    const people = numbers(3_000);
    await fillGroup(db.pool, 1, people.length);
    const provider = await startScriptedProvider(() => ({}));
    const content = contentOf({ text, personal: true });
    await acceptQueries(db, () => undefined).accept(
      textTo([], { content, audience: everybody, category: "marketing" }),
    );

    const first = new Map<string, string>();
    /** Texts that exist by now keep the name that they were made with. */
    async function note(): Promise<void> {
      const made = await rows(
        "select phone, body from prepared_texts union all select phone, own_text from deliveries order by phone",
      );
      for (const { phone, body } of made) if (!first.has(phone)) first.set(phone, body);
    }
    async function until(isReached: () => Promise<boolean>, kill: boolean): Promise<void> {
      const { connection } = db;
      const worker = startTalker(script, {
        url: "url" in connection ? connection.url : "",
        dsn: provider.dsn("&window=20"),
        times: { leaseMs: 2_000, drainMs: 1_000 },
      });
      await eventually(isReached);
      worker.kill(kill ? "SIGKILL" : "SIGTERM");
      await worker.exited;
      if (kill) await endLeases(db.pool);
      await note();
      await db.pool.query("update subscribers set name = 'Renamed ' || id");
    }
    const gate = await gateAt(db.pool, { table: "fanouts", column: "progress", when: "true", nth: 2 });
    await until(() => gate.isReached(), true);
    expect([first.size > 0, first.size < people.length]).toEqual([true, true]);
    await gate.open();
    await until(() => exists("select from deliveries where state = 'sent' limit 1"), true);
    await until(() => exists("select from messages where state = 'completed'"), false);

    const unknown = new Set(await phonesOf(db.pool, { state: "unknown" }));
    expect([...provider.times()].filter(([, times]) => times > 1)).toEqual([]);
    expect(people.filter((phone) => !provider.times().has(phone) && !unknown.has(phone))).toEqual([]);
    expect(first.size).toBe(people.length);
    expect(provider.seen.filter(({ to, text }) => first.get(to) !== text)).toEqual([]);
    expect(await rows("select 1 from prepared_texts")).toEqual([]);
    expect([...first.values()].some((made) => made.startsWith("Hi Person"))).toBe(true);
    await provider.close();
  },
);
