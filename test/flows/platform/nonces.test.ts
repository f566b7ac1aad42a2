import { afterAll, beforeAll, expect, test } from "vitest";

import { nonceQueries } from "#store/queries/platform/nonces";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const kept = async (): Promise<string[]> =>
  (await db.pool.query("select nonce from used_nonces order by nonce")).rows.map(({ nonce }) => nonce.toString());

test("of identical nonces, used at once and on two nodes, one is accepted", async () => {
  const nodes = [nonceQueries(db), nonceQueries(db)];
  const numbers = Array.from({ length: 200 }, (_, index) => `number-${index % 50}`);
  const taken = await Promise.all(numbers.flatMap((one) => nodes.map(({ take }) => take(one))));
  expect(taken.filter(Boolean)).toHaveLength(50);
  expect(await nodes[0]!.take("number-7")).toBe(false);
});

test("a nonce is kept as long as a signature could be valid, and then removed when the next one is accepted", async () => {
  await db.pool.query("truncate used_nonces");
  const { take } = nonceQueries(db);
  await take("young");
  await take("old");
  await db.pool.query("update used_nonces set used_at = now() - interval '121 seconds' where nonce = 'young'");
  await db.pool.query("update used_nonces set used_at = now() - interval '181 seconds' where nonce = 'old'");
  expect(await nonceQueries(db).take("next")).toBe(true);
  expect(await kept()).toEqual(["next", "young"]);
  expect(await take("young")).toBe(false);
});
