import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { openService } from "#app/service/open-service";
import type { Db } from "#store/database";
import { pruningQueries } from "#store/queries/upkeep/pruning";

import { openDb } from "../../support/database/open-db.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { gmt, shopCalls, wooOrder, WEBHOOK_SECRET } from "../../support/woocommerce/shop-orders.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

/** "Once for the order, the status and the audience, ever" must outlive the log. */
let service: TestService;
let shop: ShopStandIn;
let db: Db;
let commerce: string;
const SECRET_KEY = "k".repeat(40);
let last = 0;
beforeAll(async () => {
  shop = await startShopStandIn();
  const options = `?webhook_secret=${encodeURIComponent(WEBHOOK_SECRET)}&look_minutes=0`;
  commerce = shop.dsn(options);
  service = await startTestService(
    { TIDINGS_SECRET_KEY: SECRET_KEY, TIDINGS_COMMERCE: commerce, TIDINGS_COUNTRY: "DE" },
    { workerLoops: false },
  );
  db = await openDb({ url: service.url }, { max: 4 });
  for (const status of ["processing", "completed", "refunded"])
    await service.call("PUT", `/order-notices/${status}`, { template: "%status% order %order_id%." });
});
afterAll(async () => {
  await db.close();
  await service.end();
  await shop.close();
});

const YEARS = 3 * 365 * 86_400;
type Order = ReturnType<typeof wooOrder>;

/** Makes what is known of an order this old, and then prunes what is too old. */
async function pruned(order: Order, steps = 1): Promise<void> {
  await service.pool.query(
    "update order_notice_decisions set at = at - interval '3 years' where order_id = $1 and at > now() - interval '1 year'",
    [order.id],
  );
  await service.pool.query(
    "update shop_orders set modified_at = modified_at - interval '3 years' where order_id = $1",
    [order.id],
  );
  for (let step = 0; step < steps; step += 1)
    await pruningQueries(db, testConsentKeys).pruneOrderDecisions(730, "", 5_000);
}

async function decisionsLeft(order: Order): Promise<number> {
  const { rows } = await service.pool.query(
    "select count(*)::int as n from order_notice_decisions where order_id = $1 and at < now() - interval '2 years'",
    [order.id],
  );
  return rows[0].n;
}

async function texts(order: Order): Promise<readonly string[]> {
  const { rows } = await service.pool.query("select body from messages where body like $1 order by id", [
    `% order ${order.id}.`,
  ]);
  return rows.map(({ body }) => body.split(" ")[0]);
}

async function outcome(order: Order, more: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { body } = await shopCalls(service, { ...order, ...more });
  return body.data.notices.map((notice: { outcome: string }) => notice.outcome).join() || body.data.result;
}

const nextOrder = () =>
  wooOrder((last += 1), { date_created_gmt: gmt(-60), date_paid_gmt: gmt(-50), date_modified_gmt: gmt(-40) });

test("an order whose decisions were pruned sends nothing for a status that was decided then, whatever arrives", async () => {
  const order = nextOrder();
  await outcome(order, {});
  await outcome(order, { status: "completed", date_completed_gmt: gmt(-30), date_modified_gmt: gmt(-30) });
  await pruned(order);
  expect(await decisionsLeft(order)).toBe(0);
  // The shop sends again when the order was completed.
  expect(await outcome(order, { status: "completed", date_completed_gmt: gmt(), date_modified_gmt: gmt() })).toBe(
    "unchanged",
  );
  expect(await outcome(order, { status: "processing", date_paid_gmt: gmt(), date_modified_gmt: gmt(1) })).toBe(
    "decided_before",
  );
  expect(await outcome(order, { status: "on-hold", date_modified_gmt: gmt(2) })).toBe("handled");
  expect(await outcome(order, { status: "completed", date_completed_gmt: gmt(3), date_modified_gmt: gmt(3) })).toBe(
    "decided_before",
  );
  expect(await texts(order)).toEqual(["processing", "completed"]);
});

test("an order that has been quiet for longer than the log is kept sends for its next status", async () => {
  const order = nextOrder();
  await outcome(order, {});
  await pruned(order);
  // Created years ago: an unknown order would be too old.
  const old = { date_created_gmt: gmt(-YEARS), date_paid_gmt: gmt(-YEARS) };
  expect(await outcome(order, { ...old, status: "refunded", date_modified_gmt: gmt() })).toBe("sent");
  await pruned(order, 2);
  expect(await outcome(order, { ...old, status: "processing", date_modified_gmt: gmt(1) })).toBe("decided_before");
  expect(await outcome(order, { ...old, status: "refunded", date_modified_gmt: gmt(2) })).toBe("decided_before");
  expect(await texts(order)).toEqual(["processing", "refunded"]);
});

test("of calls that two nodes receive at the same moment one sends to the buyer", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tidings-second-"));
  const settings = {
    DATABASE_URL: service.url,
    TIDINGS_DATA: folder,
    TIDINGS_COMMERCE: commerce,
    TIDINGS_COUNTRY: "DE",
  };
  const other = await openService(
    readConfig({ ...settings, TIDINGS_GATEWAY: "sandbox://default", TIDINGS_SECRET_KEY: SECRET_KEY }),
    () => undefined,
  );
  const second: Pick<TestService, "call"> = {
    async call(method, path, _body, more) {
      const raw = { method, headers: more!.headers!, body: more!.raw as string };
      const response = await other.app.request(`http://127.0.0.1/svc/v1${path}`, raw);
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
  try {
    const orders = Array.from({ length: 15 }, nextOrder);
    const answers = await Promise.all(
      orders.flatMap((order) => {
        const later = { ...order, status: "completed", date_completed_gmt: gmt(), date_modified_gmt: gmt() };
        return [service, second].flatMap((node) => [shopCalls(node, order), shopCalls(node, later)]);
      }),
    );
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
    for (const order of orders) {
      const reported = await texts(order);
      // If the later call came first, the earlier one is stale.
      expect([["completed"], ["processing", "completed"]]).toContainEqual(reported);
    }
  } finally {
    await other.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test("decisions are pruned while calls about the same orders arrive, and no order is notified twice", async () => {
  const orders = Array.from({ length: 12 }, nextOrder);
  for (const order of orders) await outcome(order, {});
  const ids = orders.map(({ id }) => id);
  await service.pool.query("update order_notice_decisions set at = at - interval '3 years' where order_id = any($1)", [
    ids,
  ]);
  const store = pruningQueries(db, testConsentKeys);
  await Promise.all(
    orders.flatMap((order, index) => [
      outcome(order, { status: "on-hold", date_modified_gmt: gmt(1) }),
      store.pruneOrderDecisions(730, "", 1 + (index % 4)),
      outcome(order, { date_modified_gmt: gmt(2) }),
      outcome(order, { date_modified_gmt: gmt(2) }),
      store.pruneOrderDecisions(730, "", 3),
    ]),
  );
  while ((await store.pruneOrderDecisions(730, "", 5)).next !== null);
  for (const order of orders) {
    await outcome(order, { status: "on-hold", date_modified_gmt: gmt(3) });
    expect(await outcome(order, { date_modified_gmt: gmt(4) })).toBe("decided_before");
    expect(await texts(order)).toEqual(["processing"]);
  }
});
