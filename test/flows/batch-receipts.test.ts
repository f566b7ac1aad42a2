import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { newsReceiver } from "#domain/inbox/receive-news";
import type { Receipt } from "#domain/ports/gateway";
import { inboxQueries } from "#store/queries/inbox";
import { newsletterQueries } from "#store/queries/newsletter";

import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { eventually, numbers, startEngine, textTo } from "../support/engine.ts";
import { providerCall } from "../support/provider-call.ts";

let db: TestDatabase;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await db.pool.query("truncate messages, deliveries, chunks, retries, events, provider_refs, receipts");
});
afterAll(() => db.drop());

/** A vendor that takes calls of many recipients; the test decides what it answers. */
async function vendor(answer: (body: any, nth: number) => unknown) {
  const calls: any[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => (body += String(data)));
    request.on("end", () => {
      const given = request.headers["content-type"]?.includes("json")
        ? JSON.parse(body)
        : Object.fromEntries(new URLSearchParams(body));
      calls.push(given);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer(given, calls.length)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { calls, port: (server.address() as AddressInfo).port };
}

async function node(dsn: string) {
  const one = await startEngine(db, dsn);
  closing.push(() => one.engine.stop());
  const receiveNews = newsReceiver({
    receipts: one.receipts,
    inbox: inboxQueries(db, () => undefined),
    newsletter: newsletterQueries(db, () => undefined),
    country: null,
    sharesIds: one.gateways.sharesIds,
  });
  const gateway = one.gateways.gateways[0]!;
  return {
    ...one,
    /** What the vendor calls us with, as the receipts route takes it. */
    async tell(body: unknown): Promise<void> {
      const news = await gateway.gateway.receive!(
        providerCall({ headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      );
      if (news.forged) throw new Error("forged");
      await receiveNews(gateway.name, news);
    },
    say: (receipts: readonly Receipt[]) => receiveNews(gateway.name, { receipts, inbound: [] }),
  };
}

const byState = async (): Promise<Record<string, string[]>> => {
  const { rows } = await db.pool.query(
    "select state::text, array_agg(phone order by phone) as phones from deliveries group by state",
  );
  return Object.fromEntries(rows.map(({ state, phones }) => [state, phones]));
};

function shuffled<T>(list: readonly T[]): T[] {
  // A fixed shuffle: a failure can be repeated.
  return list
    .map((value, index) => ({ value, at: Math.imul(index + 1, 2_654_435_761) >>> 0 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

test("a thousand receipts under one id, shuffled and some before the answer, each land on their own delivery", async () => {
  const people = numbers(1_000);
  let early: Promise<unknown> = Promise.resolve();
  const one = await vendor((body, nth) => {
    const first = String(body.recipients[0].msisdn);
    early = early.then(() => two.tell({ id: 7_000 + nth, msisdn: Number(first), status: "DELIVERED" }));
    return { ids: [7_000 + nth], usage: { countries: { DE: 1 } } };
  });
  const two = await node(`gatewayapi+http://TOKEN@127.0.0.1:${one.port}?from=ACME&window=2`);
  await two.messages.accept(textTo(people));
  await eventually(async () => one.calls.flatMap((body) => body.recipients).length === 1_000);
  await early;
  expect(one.calls.length).toBeLessThanOrEqual(6);
  const receipts = one.calls.flatMap((body, index) =>
    body.recipients.map(({ msisdn }: { msisdn: number }) => ({
      id: 7_001 + index,
      msisdn,
      status: msisdn % 3 === 0 ? "UNDELIVERABLE" : "DELIVERED",
    })),
  );
  const began = performance.now();
  for (const receipt of shuffled(receipts)) await two.tell(receipt);
  const isBad = (phone: string): boolean => Number(phone.slice(1)) % 3 === 0;
  const firsts = new Set(one.calls.map((body) => `+${body.recipients[0].msisdn}`));
  await eventually(async () => {
    const { rows } = await db.pool.query("select count(*)::int as n from receipts");
    return rows[0].n === 0;
  });
  const took = performance.now() - began;
  const { delivered, undelivered, ...rest } = await byState();
  expect(rest).toEqual({});
  expect(delivered).toEqual(people.filter((phone) => !isBad(phone) || firsts.has(phone)).toSorted());
  expect(undelivered).toEqual(people.filter((phone) => isBad(phone) && !firsts.has(phone)).toSorted());
  // A look at each of a thousand refs for each of a thousand receipts would take minutes on a slow machine.
  expect(took).toBeLessThan(20_000);
});

test("a receipt under a shared id whose number cannot be read lands on nobody", async () => {
  const one = await vendor(() => ({ ids: [9_001] }));
  const two = await node(`gatewayapi+http://TOKEN@127.0.0.1:${one.port}?from=ACME`);
  await two.messages.accept(textTo(numbers(20)));
  await eventually(async () => (await byState())["sent"]?.length === 20);
  await two.say([
    { providerId: "9001", state: "delivered" },
    { providerId: "9001", phone: "+49*******12", state: "delivered" },
    { providerId: "9001", phone: numbers(1)[0]!, state: "delivered" },
  ]);
  await eventually(async () => (await byState())["delivered"]?.length === 1);
  await eventually(async () => {
    const { rows } = await db.pool.query("select count(*)::int as n from receipts where tries > 0");
    return rows[0].n === 2;
  });
  expect((await byState())["delivered"]).toEqual(numbers(1));
});

test("of a text in three parts each part's receipt finds it, and the last word stays", async () => {
  const one = await vendor((body) => ({
    "message-count": "3",
    messages: ["a", "b", "c"].map((part) => ({
      status: "0",
      to: body.to,
      "message-id": `${part}-${body.to}`,
      "message-price": "0.03",
      network: "1",
    })),
  }));
  const two = await node(`vonage+http://KEY:SECRET@127.0.0.1:${one.port}?from=ACME`);
  const people = numbers(30);
  await two.messages.accept(textTo(people, { segments: 3 }));
  await eventually(async () => (await byState())["sent"]?.length === 30);
  const { rows } = await db.pool.query("select count(*)::int as n from provider_refs");
  expect(rows[0].n).toBe(90);
  const parts = people.flatMap((phone) => ["a", "b", "c"].map((part) => ({ part, phone })));
  await two.say(
    shuffled(parts).map(({ part, phone }) => ({ providerId: `${part}-${phone.slice(1)}`, phone, state: "delivered" })),
  );
  await eventually(async () => (await byState())["delivered"]?.length === 30);
  await eventually(async () => {
    const left = await db.pool.query("select count(*)::int as n from receipts");
    return left.rows[0].n === 0;
  });
});
