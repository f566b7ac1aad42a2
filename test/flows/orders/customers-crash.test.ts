import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually } from "../../support/engine/engine.ts";
import { endLeases } from "../../support/engine/leases.ts";
import { callService, startProvider, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

const PEOPLE = 3_000;

let shop: ShopStandIn;
let provider: Awaited<ReturnType<typeof startProvider>>;
let database: { url: string };
let service: ServiceProcess;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-customers-"));
  [shop, provider, database] = await Promise.all([startShopStandIn(), startProvider(5), createDatabase()]);
});
afterAll(async () => {
  await service.kill("SIGKILL");
  await Promise.all([shop.close(), provider.close()]);
  await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

test("a process that dies while it reads the shop's customers continues where it stopped, and nobody gets a message twice", async () => {
  for (let id = 1; id <= PEOPLE; id += 1) shop.customers.push({ id, phone: `0151 ${30_000_000 + id}`, country: "DE" });
  const settings = {
    DATABASE_URL: database.url,
    TIDINGS_GATEWAY: provider.dsn(),
    TIDINGS_COMMERCE: shop.dsn(),
    TIDINGS_DATA: folder,
  };
  service = await startServiceProcess(settings);
  const admin = service.admin!;
  const died = new Promise((resolve) => {
    shop.beforeEach(() => {
      if (shop.calls.length === 14) resolve(service.kill("SIGKILL"));
    });
  });
  const sent = await callService(service, admin, "/send", { recipients: "customers", message: "Hello" });
  expect(sent.status).toBe(200);
  await died;
  shop.beforeEach(null);
  const pool = openPool(database);
  await endLeases(pool);
  // Some customers left the shop meanwhile, and some joined.
  shop.customers.splice(0, 3);
  shop.customers.push({ id: PEOPLE + 1, phone: "0151 39999999", country: "DE" });
  const before = shop.calls.length;

  service = await startServiceProcess(settings);
  const message = await eventually(async () => {
    const { body } = await callService(service, admin, `/messages/${sent.body.data.message_id}`);
    return body.data.state === "completed" && body.data;
  });
  const rows = await deliveriesOf(pool, { state: "unknown" });
  await pool.end();
  const seen = new Set(provider.seen);
  expect(provider.seen.length).toBe(seen.size);
  const reached = new Set([...seen, ...rows.map(({ phone }) => phone as string)]);
  const expected = shop.customers.map(({ phone }) => `+49${phone.replaceAll(" ", "").slice(1)}`);
  expect(expected.filter((phone) => !reached.has(phone))).toEqual([]);
  // The three who left had been read already.
  expect(message.recipients.accepted).toBe(PEOPLE + 1);
  // What was read before is not read again: 30 requests would read the whole shop.
  expect(shop.calls.length - before).toBeLessThan(28);
});
