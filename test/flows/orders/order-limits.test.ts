import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { openOperator } from "#app/operator";
import { siteDay } from "#domain/outbox/site-time";

import { suppress } from "../../support/database/ledger.ts";
import { readOrders, showOrders } from "../../../src/cli/orders.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { gmt, shopCalls, wooOrder, WEBHOOK_SECRET } from "../../support/woocommerce/shop-orders.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

/** A place where it is already tomorrow, or still yesterday, and not near midnight. */
const zone = (Date.now() / 3_600_000) % 24 >= 10.5 ? "Pacific/Kiritimati" : "Pacific/Pago_Pago";
const environment = { TIDINGS_SECRET_KEY: "k".repeat(40), TIDINGS_TIMEZONE: zone, TIDINGS_COUNTRY: "DE" };
let service: TestService;
let shop: ShopStandIn;
let commerce: string;
let last = 0;
beforeAll(async () => {
  shop = await startShopStandIn();
  const options = `?webhook_secret=${encodeURIComponent(WEBHOOK_SECRET)}&per_day=3&staff_per_day=5&look_minutes=0`;
  commerce = shop.dsn(options);
  service = await startTestService({ ...environment, TIDINGS_COMMERCE: commerce });
});
afterAll(async () => {
  await service.end();
  await shop.close();
});
beforeEach(async () => {
  last += 1_000;
  await service.pool.query("truncate order_notices, order_notice_days, order_notice_decisions, shop_orders");
});

const billing = (phone: string) => ({ billing: { first_name: "Ada", phone, country: "DE" } });
const nextOrder = (more: Readonly<Record<string, unknown>> = {}) => wooOrder((last += 1), more);
const setNotice = (status: string, more: Readonly<Record<string, unknown>> = {}) =>
  service.call("PUT", `/order-notices/${status}`, { template: `%status% order %order_id%`, ...more });

/** How many messages were accepted for a number. */
async function accepted(phone: string): Promise<number> {
  const { rows } = await service.pool.query("select count(*)::int as n from deliveries where phone = $1", [phone]);
  return rows[0].n;
}
const decided = async (query = ""): Promise<any[]> =>
  (await service.call("GET", `/order-notices/decisions?per_page=100${query}`)).body.data.items;
const outcomes = async (query = ""): Promise<string[]> => (await decided(query)).map(({ outcome }) => outcome);

describe("a shop that misbehaves", () => {
  test("sends to a customer as often a day as configured, and each order that is left out says so, for good", async () => {
    await setNotice("completed");
    const phone = "+4915130000001";
    const orders = Array.from({ length: 6 }, () => nextOrder({ ...billing(phone), status: "completed" }));
    for (const order of orders) await shopCalls(service, order);
    expect(await accepted(phone)).toBe(3);
    expect((await outcomes()).toSorted()).toEqual(["limited", "limited", "limited", "sent", "sent", "sent"]);
    // Other people get their messages as usual.
    const answer = await shopCalls(service, nextOrder({ ...billing("+4915130000002"), status: "completed" }));
    expect(answer.body.data.notices).toEqual([{ to: "customer", outcome: "sent" }]);
    // Tomorrow nothing of it is made up for.
    await service.pool.query("update order_notice_days set day = day - 1");
    const again = { ...orders[5]!, date_modified_gmt: gmt(60) };
    await shopCalls(service, { ...again, status: "on-hold" });
    const back = await shopCalls(service, { ...again, date_modified_gmt: gmt(90) });
    expect(back.body.data.notices).toEqual([{ to: "customer", outcome: "decided_before" }]);
    expect(await accepted(phone)).toBe(3);
  });

  test("that calls about fifteen orders of one person at once does not take the last slot twice", async () => {
    await setNotice("processing");
    await setNotice("processing", { to: "staff", numbers: ["+4915130000092", "+4915130000091"] });
    const orders = Array.from({ length: 15 }, () => nextOrder(billing("+4915130000003")));
    const answers = await Promise.all([...orders, ...orders].map((order) => shopCalls(service, order)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const counts = ["+4915130000003", "+4915130000091", "+4915130000092"].map(accepted);
    expect(await Promise.all(counts)).toEqual([3, 5, 5]);
    const said = await outcomes("&to=staff");
    expect([said.length, said.filter((one) => one === "sent").length]).toEqual([15, 5]);
  });

  test("whose order flaps between two statuses sends once for each, and counts the others", async () => {
    await setNotice("processing");
    await setNotice("on-hold");
    const order = nextOrder(billing("+4915130000004"));
    for (let turn = 0; turn < 10; turn += 1) {
      const status = turn % 2 === 0 ? "processing" : "on-hold";
      const call = { ...order, status, date_modified_gmt: gmt(turn) };
      await Promise.all([shopCalls(service, call), shopCalls(service, call)]);
    }
    expect(await accepted("+4915130000004")).toBe(2);
    expect(
      (await decided(`&order_id=${order.id}`)).map(({ status, outcome, repeats }) => [status, outcome, repeats]),
    ).toEqual([
      ["on-hold", "sent", 4],
      ["processing", "sent", 4],
    ]);
  });

  test("and reports changes in the wrong order counts what was sent, not what was stale", async () => {
    await setNotice("processing");
    await setNotice("completed");
    const phone = "+4915130000005";
    for (let index = 0; index < 3; index += 1) {
      const order = nextOrder(billing(phone));
      await shopCalls(service, { ...order, status: "completed", date_modified_gmt: gmt(60) });
      expect((await shopCalls(service, order)).body.data.result).toBe("stale");
    }
    expect(await accepted(phone)).toBe(3);
    expect(await outcomes()).toEqual(["sent", "sent", "sent"]);
  });
});

test("the day is the site's, at its edges too, and what was suppressed uses no slot", async () => {
  await setNotice("processing");
  const phone = "+4915130000006";
  const day = siteDay(Date.now(), zone);
  const next = siteDay(Date.parse(`${day}T12:00:00Z`) + 86_400_000, "UTC");
  const before = siteDay(Date.parse(`${day}T12:00:00Z`) - 86_400_000, "UTC");
  for (const other of [before, next])
    await service.pool.query("insert into order_notice_days values ($1, 'customer', $2, 3)", [other, phone]);
  await suppress(service.pool, phone);
  expect((await shopCalls(service, nextOrder(billing(phone)))).body.data.notices[0].outcome).toBe("suppressed");
  await service.pool.query("delete from suppressions where phone = $1", [phone]);
  for (let index = 0; index < 4; index += 1) await shopCalls(service, nextOrder(billing(phone)));
  const { rows } = await service.pool.query(
    "select day::text, texts from order_notice_days where phone = $1 order by 1",
    [phone],
  );
  expect(rows).toEqual([before, day, next].map((one) => ({ day: one, texts: 3 })));
  expect((await outcomes()).toSorted()).toEqual(["limited", "sent", "sent", "sent", "suppressed"]);
});

test("a call that is aborted halfway uses no slot and decides nothing", async () => {
  await setNotice("processing");
  await service.pool.query("alter table messages add constraint broken check (body not like '%order%') not valid");
  try {
    expect((await shopCalls(service, nextOrder(billing("+4915130000007")))).status).toBeGreaterThanOrEqual(500);
  } finally {
    await service.pool.query("alter table messages drop constraint broken");
  }
  const { rows } = await service.pool.query("select 1 from order_notice_days");
  expect([rows, await decided()]).toEqual([[], []]);
});

test("a template with an unknown variable, however it was stored, is not sent to a buyer", async () => {
  await setNotice("processing");
  await service.pool.query("update order_notices set template = 'Order %oder_number% is on its way'");
  await shopCalls(service, nextOrder(billing("+4915130000008")));
  expect(await outcomes()).toEqual(["unknown_variable"]);
  expect(await accepted("+4915130000008")).toBe(0);
});

describe("the log of decisions", () => {
  beforeEach(async () => {
    await setNotice("processing");
    await setNotice("processing", { to: "staff", numbers: ["+4915130000099"] });
    for (let index = 0; index < 4; index += 1) await shopCalls(service, nextOrder(billing("+4915130000010")));
    await shopCalls(service, nextOrder({ billing: { phone: "", country: "DE" } }));
  });

  test("is read page by page, each decision once, newest first, with the message that was sent", async () => {
    // Some in the same microsecond.
    await service.pool.query(
      "update order_notice_decisions set at = date_trunc('minute', now()) where order_id % 2 = 0",
    );
    const seen: any[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { body } = await service.call("GET", `/order-notices/decisions?per_page=3${more}`);
      expect(body.data.items.length).toBeLessThanOrEqual(3);
      seen.push(...body.data.items);
      cursor = body.data.pagination.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(10);
    expect(new Set(seen.map(({ order_id, to }) => `${order_id} ${to}`)).size).toBe(10);
    const times = seen.map(({ decided_at }) => decided_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const sent = seen.find(({ outcome }) => outcome === "sent");
    const { body } = await service.call("GET", `/outbox?message_id=${sent.message_id}`);
    expect(body.data.items).toHaveLength(1);
    expect(sent).toMatchObject({ shop: new URL(shop.url).host, status: "processing", repeats: 0, repeated_at: null });
  });

  test("is filtered by order, status, audience, outcome and days of the site", async () => {
    expect(await outcomes("&outcome=limited")).toEqual(["limited"]);
    expect(await outcomes("&outcome=no_phone")).toEqual(["no_phone"]);
    expect(await outcomes("&to=staff")).toEqual(["sent", "sent", "sent", "sent", "sent"]);
    expect(await outcomes(`&order_id=${last}&to=customer`)).toEqual(["no_phone"]);
    expect(await outcomes("&status=wc-processing")).toHaveLength(10);
    expect(await outcomes("&status=completed")).toEqual([]);
    const day = siteDay(Date.now(), zone);
    expect(await outcomes(`&date_from=${day}&date_to=${day}`)).toHaveLength(10);
    expect(await outcomes(`&date_to=${siteDay(Date.now() - 2 * 86_400_000, zone)}`)).toEqual([]);
  });

  test.each(["ond_", "x", "ond_W10", "ond_WzEsIngiLDEsIngiXQ", `ond_${btoa('[1,"a",1,"b\\u0000","c"]')}`, "%00"])(
    "refuses a cursor that is not its own: %s",
    async (cursor) => {
      const { status, body } = await service.call("GET", `/order-notices/decisions?cursor=${cursor}`);
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ["cursor"]]);
    },
  );

  test("needs the right to read the log, and no other", async () => {
    const [reader, other] = [
      await service.userWith("svc_outbox"),
      await service.userWith("svc_setting", "svc_sendsms"),
    ];
    expect((await service.call("GET", "/order-notices/decisions", undefined, { as: reader })).status).toBe(200);
    expect((await service.call("GET", "/order-notices/decisions", undefined, { as: other })).status).toBe(403);
  });

  test("is shown by the command line", async () => {
    const config = readConfig({ ...environment, DATABASE_URL: service.url, TIDINGS_COMMERCE: commerce });
    const operator = await openOperator(config, () => undefined);
    const run = async (...args: string[]) => {
      const [out, err] = [[] as string[], [] as string[]];
      const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
      return { code: await showOrders(readOrders(args), io, operator), out, err };
    };
    try {
      expect((await run("--limit", "4")).out).toHaveLength(4);
      expect((await run("--outcome", "limited")).out).toEqual([
        expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}order \d+ {2}processing {2}customer {2}limited$/),
      ]);
      expect(JSON.parse((await run(String(last), "--json")).out[0]!).data.items).toHaveLength(2);
      const nothing = await run("999999");
      expect([nothing.code, nothing.out, nothing.err.join()]).toEqual([0, [], expect.stringContaining("doctor")]);
      const wrong = await run("--outcome", "lost");
      expect([wrong.code, wrong.out, wrong.err.join()]).toEqual([1, [], expect.stringContaining("outcome")]);
      expect(() => readOrders(["abc"])).toThrow("ORDER must be the id");
      expect(() => readOrders(["--limit", "0"])).toThrow("--limit");
    } finally {
      await operator.close();
    }
  });
});
