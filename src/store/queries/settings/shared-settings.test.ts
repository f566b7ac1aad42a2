import { afterAll, beforeAll, expect, test } from "vitest";

import { footerSection } from "#domain/opt-out/footer-settings";
import { optOutSection } from "#domain/opt-out/opt-out-settings";

import { createDatabase, dropDatabase } from "../../../../test/support/database/database.ts";
import { openDb } from "../../../../test/support/database/open-db.ts";
import { startPgProxy } from "../../../../test/support/database/pg-proxy.ts";
import type { Db } from "../../database.ts";
import { settingsQueries } from "./settings.ts";

let database: { url: string };
let proxy: Awaited<ReturnType<typeof startPgProxy>>;
let db: Db & { close(): Promise<void> };
beforeAll(async () => {
  database = await createDatabase();
  proxy = await startPgProxy(database.url);
  db = await openDb({ url: proxy.url }, { max: 4 });
});
afterAll(async () => {
  await db.close();
  await proxy.close();
  await dropDatabase(database);
});

const store = (value: object): Promise<unknown> =>
  db.query(
    "store settings",
    "insert into settings (name, value) values ('footer', $1) on conflict (name) do update set value = excluded.value",
    [JSON.stringify(value)],
  );

test("many calls that read settings at once share a statement, and each gets the section that it reads", async () => {
  await store({ enabled: true });
  let statements = 0;
  const query: Db["query"] = (...args) => {
    statements += 1;
    return db.query(...args);
  };
  const settings = settingsQueries({ ...db, query });
  const read = await Promise.all(
    Array.from({ length: 200 }, () => Promise.all([settings.read(footerSection), settings.read(optOutSection)])),
  );
  expect(statements).toBe(1);
  for (const pair of read) expect(pair).toEqual([{ ...footerSection.defaults, enabled: true }, optOutSection.defaults]);
});

test("a read that begins after a change sees it, and waits for none whose answer does not come", async () => {
  const settings = settingsQueries(db);
  await store({ stop: "STOP" });
  const unanswered = proxy.hold("read settings", "answer");
  const before = settings.read(footerSection);
  await unanswered.met;
  await store({ stop: "ENDE" });
  expect((await settings.read(footerSection)).stop).toBe("ENDE");
  unanswered.release();
  expect((await before).stop).toBe("STOP");
});

test("a read that fails fails for those who share it, and not for the next", async () => {
  const settings = settingsQueries(db);
  await db.query("rename settings", "alter table settings rename to settings_away", []);
  const both = await Promise.allSettled([settings.read(footerSection), settings.read(optOutSection)]);
  await db.query("rename settings back", "alter table settings_away rename to settings", []);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await settings.read(optOutSection)).senderName).toBe(optOutSection.defaults.senderName);
});
