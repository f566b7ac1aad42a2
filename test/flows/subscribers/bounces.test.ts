import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { BOUNCE } from "#domain/subscribers/bounce";
import type { Phone } from "#domain/recipients/phone";
import type { Receipt } from "#domain/gateways/gateway";
import { uuidv7 } from "#lib/ids";
import { groupQueries } from "#store/queries/newsletter/groups";
import { newsletterQueries } from "#store/queries/newsletter/newsletter";
import { bounceQueries } from "#store/queries/subscribers/bounces";
import { receiptQueries } from "#store/queries/receipts/receipts";

import { numbers } from "../../support/engine/engine.ts";
import { consentsOver } from "../../support/people/consents.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const DAY = 86_400_000;
let service: TestService;
let consents: ReturnType<typeof consentsOver>;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
  consents = consentsOver(service.store.db);
});
afterAll(() => service.end());

let next = 840_000;
async function add(): Promise<{ id: number; mobile: string }> {
  const [mobile] = numbers(1, (next += 1));
  return (await service.call("POST", "/subscribers", { name: "Ada", mobile, double_opt_in: false })).body.data;
}
const stateOf = async ({ id }: { id: number }) => (await service.call("GET", `/subscribers/${id}`)).body.data.state;

/** A message that left for a number, so many days from now: the log's partitions are made ahead. */
async function sent(mobile: string, day: number): Promise<string> {
  const { db } = service.store;
  const id = uuidv7(db.now() + day * DAY);
  await service.pool.query(
    `insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, created_by)
     values ($1, 'completed', 'transactional', 1, 'default', 'x', 'gsm7', 1, now(), 'test')`,
    [id],
  );
  await service.pool.query(
    "insert into deliveries (message_id, phone, state, gateway, sent_at) values ($1, $2, 'sent', 'default', now())",
    [id, mobile],
  );
  await service.pool.query(
    "insert into provider_refs (gateway, provider_id, message_id, phone) values ('default', $1::text, $1::uuid, $2)",
    [id, mobile],
  );
  return id;
}

async function report(id: string, state: Receipt["state"], code?: string): Promise<void> {
  const receipts = receiptQueries(service.store.db, { stored: () => undefined, hooked: () => undefined });
  await receipts.store("default", [{ providerId: id, state, ...(code !== undefined && { code }) }]);
  while ((await receipts.apply()).seen > 0);
}
const judge = () => bounceQueries(service.store.db).judge(1_000);

/** Messages on these days, and receipts for them in this order: an index of the day, with what it says. */
async function after(days: readonly number[], receipts: readonly (readonly [number, Receipt["state"]])[]) {
  const person = await add();
  const ids: string[] = [];
  for (const day of days) ids.push(await sent(person.mobile, day));
  for (const [index, state] of receipts) {
    await report(ids[index]!, state);
    await judge();
  }
  return person;
}
const lost = "undelivered" as const;

describe("a subscriber", () => {
  test(`bounces after ${BOUNCE.failures} failures in a row that are ${BOUNCE.apartDays} days apart, in whatever order they are reported`, async () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      const person = await after(
        [0, 1, 2],
        order.map((index) => [index, lost]),
      );
      expect([order, await stateOf(person)]).toEqual([order, "bounced"]);
    }
  });

  test("does not bounce after too few failures, or failures within a day", async () => {
    const few = await after(
      [0, 3],
      [
        [0, lost],
        [1, lost],
      ],
    );
    const close = await after(
      [0, 0.3, 0.6, 0.9],
      [
        [0, lost],
        [1, lost],
        [2, lost],
        [3, lost],
      ],
    );
    expect([await stateOf(few), await stateOf(close)]).toEqual(["active", "active"]);
  });

  test("does not bounce if a message between the failures arrived, whichever receipt comes last", async () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 0, 1],
      [0, 2, 3, 1],
    ]) {
      const person = await after(
        [0, 1, 2, 3],
        order.map((index) => [index, index === 1 ? "delivered" : lost]),
      );
      expect([order, await stateOf(person)]).toEqual([order, "active"]);
    }
  });

  test("bounces no more once a later message arrives", async () => {
    const person = await after(
      [0, 1, 2],
      [
        [0, lost],
        [1, lost],
        [2, lost],
      ],
    );
    expect(await stateOf(person)).toBe("bounced");
    const early = await sent(person.mobile, -0.01);
    await report(early, "delivered");
    await judge();
    expect(await stateOf(person)).toBe("bounced");
    await report(await sent(person.mobile, 3), "delivered");
    await judge();
    expect(await stateOf(person)).toBe("active");
  });

  test("that was reactivated, joined a group or texted START starts with a new count", async () => {
    const three = [await add(), await add(), await add()] as const;
    await service.pool.query("update subscribers set bounced_at = now() where id = any($1)", [
      three.map(({ id }) => id),
    ]);
    const [one, two, other] = three;
    const group = (await service.call("POST", "/groups", { name: "joined" })).body.data.id;
    expect((await service.call("POST", `/subscribers/${one.id}/reactivate`)).status).toBe(200);
    await service.call("POST", "/newsletter", {
      name: "Ada",
      mobile: two.mobile,
      group_id: group,
      double_opt_in: false,
    });
    await newsletterQueries(service.store.db, consents, () => undefined).noteReachable(other.mobile as Phone);
    for (const person of three) expect(await stateOf(person)).toBe("active");
  });

  test("with failures from before the new count does not bounce by them", async () => {
    const person = await add();
    const ids = [await sent(person.mobile, -0.02), await sent(person.mobile, 2), await sent(person.mobile, 4)];
    await service.pool.query("update subscribers set bounced_at = now() where id = $1", [person.id]);
    await service.call("POST", `/subscribers/${person.id}/reactivate`);
    for (const id of ids) await report(id, lost);
    await judge();
    expect(await stateOf(person)).toBe("active");
    await report(await sent(person.mobile, 5), lost);
    await judge();
    expect(await stateOf(person)).toBe("bounced");
  });

  test("a number that bounces is listed as such and is in no audience of the newsletter", async () => {
    const person = await add();
    await service.pool.query("update subscribers set bounced_at = now() where id = $1", [person.id]);
    const list = async (state: string): Promise<number[]> =>
      (await service.call("GET", `/subscribers?state=${state}&per_page=100`)).body.data.items.map(
        ({ id }: { id: number }) => id,
      );
    expect(await list("bounced")).toContain(person.id);
    expect(await list("present")).toContain(person.id);
    expect(await list("inactive")).toContain(person.id);
    expect(await list("active")).not.toContain(person.id);
    for (const groups of [[1], "all"] as const) {
      const phones = await groupQueries(service.store.db, consents, () => undefined).activePhones(groups, null, 10_000);
      expect(phones.length).toBeGreaterThan(0);
      expect(phones).not.toContain(person.mobile);
    }
  });
});

test("a number that the gateway refuses as not existing is a failure of the number, another refusal is not", async () => {
  const person = await add();
  for (const [day, code] of [
    [0, "invalid_number"],
    [2, "invalid_number"],
    [3, "blocked_content"],
    [4, "invalid_number"],
  ] as const) {
    const id = await sent(person.mobile, day);
    await service.pool.query("update deliveries set state = 'unknown' where message_id = $1", [id]);
    await report(id, "failed", code);
    await judge();
    expect([day, await stateOf(person)]).toEqual([day, day === 4 ? "bounced" : "active"]);
  }
});
