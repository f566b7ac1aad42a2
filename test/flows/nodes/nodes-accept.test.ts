import { afterAll, beforeAll, expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import type { Db } from "#store/database";
import { acceptQueries } from "#store/queries/accept/accept";

import { createDatabase, dropDatabase, freshDatabase, openPool } from "../../support/database/database.ts";
import { deliveriesOf, suppress } from "../../support/database/ledger.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";
import { startNodes, type NodeSet } from "../../support/service/node-set.ts";
import { seeded } from "../../support/engine/seeded.ts";
import type { ServiceProcess } from "../../support/service/service.ts";

let connection: { url: string };
let nodes: NodeSet;
beforeAll(async () => {
  connection = await createDatabase();
  // No worker sends: only acceptance is counted.
  nodes = await startNodes({ databaseUrl: connection.url, gateway: "sandbox://default", roles: ["api", "api"] });
});
afterAll(async () => {
  await nodes.stop();
  await dropDatabase(connection);
});

async function send(service: ServiceProcess, key: string, body: unknown) {
  const { user, password } = nodes.admin();
  const response = await fetch(`${service.url}/svc/v1/send`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    text: await response.text(),
    replayed: response.headers.has("idempotency-replayed"),
  };
}

test("one key sent fifty times at once over two nodes makes one message, and afterwards both return the same response", async () => {
  const pool = openPool(connection);
  const services = nodes.seats.map(({ service }) => service!);
  for (const round of [1, 2, 3]) {
    const body = { numbers: numbers(1, round), message: "Hello" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(services[index % 2]!, `same-${round}`, body)),
    );
    const won = answers.filter(({ status, replayed }) => status === 200 && !replayed);
    expect(won).toHaveLength(1);
    for (const answer of answers) {
      // Calls that arrived while the first was in progress are told to wait; later ones get its response.
      if (answer.status === 200) expect(answer.text).toBe(won[0]!.text);
      else expect(JSON.parse(answer.text).code).toBe("idempotency_in_flight");
    }
    for (const service of services) {
      expect(await send(service, `same-${round}`, body)).toEqual({ status: 200, text: won[0]!.text, replayed: true });
      expect((await send(service, `same-${round}`, { ...body, message: "Other" })).status).toBe(422);
    }
    const { rows } = await pool.query(`select (select count(*) from messages)::int as messages,
      (select count(*) from deliveries)::int as deliveries, (select sum(cardinality(phones)) from chunks)::int as queued,
      (select count(*) from idempotency_keys)::int as keys`);
    expect(rows).toEqual([{ messages: round, deliveries: round, queued: round, keys: round }]);
  }
  await pool.end();
});

test("a bad message on one node fails no other call, neither there nor on the other node", async () => {
  const db = await freshDatabase();
  // Each store acts as a node of its own.
  const stores = [acceptQueries(db, () => undefined), acceptQueries(db, () => undefined)];
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      stores[index % 2]!.accept(
        textTo(numbers(1, index), index % 20 === 7 ? { content: contentOf({ text: "no phone shows \0" }) } : {}),
      ),
    ),
  );
  expect(results.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([7, 27, 47]);
  expect(await deliveriesOf(db.pool)).toHaveLength(57);
  await db.drop();
});

test("overlapping batches of a thousand in random order, opt-outs among them, do not deadlock two nodes", async () => {
  const { next, whole } = seeded(7);
  const db = await freshDatabase();
  const people = numbers(1_500);
  const stopped = new Set(people.filter((_, index) => index % 50 === 0));
  await suppress(db.pool, [...stopped]);
  const shuffled = (): string[] =>
    people
      .map((phone) => [next(), phone] as const)
      .toSorted((x, y) => x[0] - y[0])
      .slice(0, 1_000)
      .map(([, phone]) => phone);
  // The store retries by itself: the errors it met are inspected here.
  const met: unknown[] = [];
  const watched: Db = {
    ...db,
    async query(name, text, values) {
      try {
        return await db.query(name, text, values);
      } catch (error) {
        met.push(error);
        throw error;
      }
    },
  };
  const stores = [acceptQueries(watched, () => undefined), acceptQueries(watched, () => undefined)];
  const batches = Array.from({ length: 24 }, shuffled);
  const results = await Promise.all(
    batches.map((phones, index) => {
      const key = Buffer.alloc(16, whole(0, 11)).toString("hex");
      return stores[index % 2]!.accept(textTo(phones), {
        key,
        fingerprint: "01".repeat(16),
        reply: () => ({ status: 200, body: "{}" }),
      });
    }),
  );
  const accepted = results.filter(({ kind }) => kind === "accepted").length;
  expect(results.filter(({ kind }) => !["accepted", "replayed", "in_flight"].includes(kind))).toEqual([]);
  expect(met).toEqual([]);
  const { rows } = await db.pool.query(
    "select (select count(*) from messages)::int as messages, (select count(*) from deliveries)::int as deliveries, (select count(*) from deliveries where state = 'suppressed' and phone <> all($1))::int as wrong",
    [[...stopped]],
  );
  expect(rows).toEqual([{ messages: accepted, deliveries: accepted * 1_000, wrong: 0 }]);
  await db.drop();
});
