import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startNodes } from "../../support/service/node-set.ts";
import { startPgProxy } from "../../support/database/pg-proxy.ts";
import { callService, startProvider } from "../../support/service/service.ts";

let connection: { url: string };
let pool: pg.Pool;
beforeAll(async () => {
  connection = await createDatabase();
  pool = openPool(connection);
});
afterAll(async () => {
  await pool.end();
  await dropDatabase(connection);
});

test("two nodes restarted in turn during a campaign send to everyone once, and one of them always responds", async () => {
  const provider = await startProvider(15);
  const nodes = await startNodes({
    databaseUrl: connection.url,
    gateway: provider.dsn(),
    roles: ["all", "all"],
  });
  const people = numbers(3_000);
  for (let from = 0; from < people.length; from += 1_000) {
    const answer = await callService(nodes.seats[0]!.service!, nodes.admin(), "/send", {
      numbers: people.slice(from, from + 1_000),
      message: "Hello",
    });
    expect(answer.status).toBe(200);
  }

  // A client that uses the other node while one is away, as a load balancer does.
  let over = false;
  let answered = 0;
  const unanswered: unknown[] = [];
  const broken: unknown[] = [];
  const singles: string[] = [];
  const client = (async () => {
    for (let call = 0; !over; call += 1) {
      const [phone] = numbers(1, 50_000 + call);
      let done = false;
      for (const url of nodes.urls()) {
        const key = `rolling-${call}`;
        const result = await fetch(`${url}/svc/v1/send`, {
          method: "POST",
          headers: {
            authorization: `Basic ${Buffer.from(`${nodes.admin().user}:${nodes.admin().password}`).toString("base64")}`,
            "content-type": "application/json",
            "idempotency-key": key,
          },
          body: JSON.stringify({ numbers: [phone], message: "One" }),
        }).then(
          (response) => response.status,
          (error: Error) => error.cause,
        );
        if (result === 200) done = true;
        // A stopped node refuses the connection. A call that it has accepted, it answers.
        else if ((result as { code?: string }).code !== "ECONNREFUSED") broken.push(result);
        if (done) break;
      }
      if (done) answered += 1;
      else unanswered.push(phone);
      singles.push(phone!);
    }
  })();

  for (const [round, share] of [500, 1_000, 1_500, 2_000].entries()) {
    await provider.reached(share);
    const seat = nodes.seats[round % 2]!;
    await seat.end("SIGTERM");
    await seat.start();
  }
  await provider.reached(people.length);
  over = true;
  await client;
  const all = [...people, ...singles];
  await eventually(async () => (await pool.query("select 1 from messages where state <> 'completed'")).rowCount === 0);
  await nodes.stop();

  // After nine and a half seconds a node exits with an error.
  expect(nodes.errors()).toEqual([]);
  expect(broken).toEqual([]);
  expect(unanswered).toEqual([]);
  expect(answered).toBeGreaterThan(20);
  expect((await pool.query("select state::text, count(*)::int as n from deliveries group by 1")).rows).toEqual([
    { state: "sent", n: all.length },
  ]);
  expect(provider.seen.toSorted()).toEqual(all.toSorted());
  await provider.close();
});

test("SIGTERM ends a node within ten seconds even if its database no longer responds", async () => {
  const own = await createDatabase();
  const proxy = await startPgProxy(own.url);
  const nodes = await startNodes({ databaseUrl: proxy.url, gateway: "sandbox://default", roles: ["worker"] });
  proxy.silence(true);
  const before = performance.now();
  await nodes.seats[0]!.end("SIGTERM");
  // Its own limit is nine and a half; without it the node would wait as long as the database is silent.
  expect(performance.now() - before).toBeLessThan(20_000);
  await nodes.stop();
  await proxy.close();
  await dropDatabase(own);
});
