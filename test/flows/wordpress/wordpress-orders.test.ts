import { createHmac } from "node:crypto";

import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runChecks } from "#app/doctor/doctor";

import { openPool } from "../../support/database/database.ts";
import { deliveriesOf } from "../../support/database/ledger.ts";
import { outcomesOf, textsAbout } from "../../support/woocommerce/order-texts.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: orders of a shop on a real WordPress (${wordpressMissing})\n`);

const SECRET = "a secret of some length";
const DAY = 86_400;

/** Site and service on one computer, where WooCommerce's own webhooks refuse to call. */
describe.skipIf(wordpressMissing)("orders of a shop on a real WordPress", () => {
  let site: ConnectedSite;
  let pool: pg.Pool;
  /** No part of the site's address: texts with that contain the number 127. */
  let last = 200;
  beforeAll(async () => {
    const settings = { TIDINGS_COMMERCE: `platform?webhook_secret=${encodeURIComponent(SECRET)}&look_minutes=0` };
    site = await startConnected({ ...settings, TIDINGS_COUNTRY: "DE" }, { shop: true });
    pool = openPool({ url: site.databaseUrl });
    for (const status of ["pending", "processing", "completed"]) await notice(status, "%status% %order_id%");
  });
  afterAll(async () => {
    await pool.end();
    await site.stop();
  });

  async function notice(status: string, template: string, more: object = {}): Promise<void> {
    const json = { template, ...more };
    const got = await site.call(`/svc/v1/order-notices/${status}`, { method: "PUT", json });
    expect([got.status, got.text]).toEqual([200, got.text]);
  }
  const next = (more: object = {}) => {
    const id = (last += 1);
    const billing = { first_name: "Ada", phone: `0151 20000${id}`, country: "DE", email: `guest${id}@example.test` };
    return { id, billing, items: [{ name: "Tea", quantity: 2 }], ...more };
  };
  /** One request of the shop that saves orders one after the other. */
  const save = (...saves: object[]) => site.call("/shop/v1/saves", { as: null, json: saves });
  const texts = (order: number): Promise<string[]> => textsAbout(pool, order);
  const outcomes = (order: number): Promise<string[]> => outcomesOf(pool, order);
  const waiting = async (): Promise<number> => Number(await site.site.php("echo Tidings\\changes_waiting();"));
  const background = (): Promise<string> =>
    site.site.php(
      "$w=get_option('tidings_orders_wait'); if ($w) { $w['until']=0; update_option('tidings_orders_wait',$w); } $a=get_option('shop_actions',[]); foreach($a as &$o) $o['when']=0; update_option('shop_actions',$a,false); global $wpdb; $wpdb->query('UPDATE '.Tidings\\queue_table().' SET due=0'); shop_run_actions();",
    );

  test("an order sends a message as soon as the shop has stored it, with the shop's own name and pages", async () => {
    await notice(
      "pending",
      "%site_name%|%status% %order_id% %order_number%|%order_view_url%|%order_cancel_url%|%order_received_url%|%order_pay_url%|%order_items%|%order_total% %order_total_currency_symbol%",
    );
    const order = next({ customer_id: 3 });
    const guest = next();
    expect((await save(order, guest)).body).toEqual({ saved: true });
    await expect.poll(() => texts(guest.id)).toHaveLength(1);
    const { url } = site.site;
    expect(await texts(order.id)).toEqual([
      `Tidings & site|pending ${order.id} T${order.id}|${url}/mein-konto/bestellung-ansehen/${order.id}/|${url}/mein-konto/bestellung-ansehen/${order.id}/|${url}/kasse/danke/${order.id}/?key=wc_order_${order.id}|${url}/kasse/zahlen/${order.id}/?pay_for_order=true&key=wc_order_${order.id}|2 x Tea|39.90 €`,
    ]);
    // A customer without an account cannot open the account's pages.
    expect((await texts(guest.id))[0]).toContain(`|${url}/kasse/danke/${guest.id}/?key=wc_order_${guest.id}|`);
    expect(await waiting()).toBe(0);
    await notice("pending", "%status% %order_id%");
  });

  test("both of two quick changes are sent, in order, each once", async () => {
    const order = next({ status: "on-hold" });
    await save(order, { id: order.id, status: "processing" }, { id: order.id, status: "completed" }, { id: order.id });
    await expect.poll(() => texts(order.id)).toEqual([`processing ${order.id}`, `completed ${order.id}`]);
    await site.site.php(
      `do_action('woocommerce_order_refunded', ${order.id}, 1); do_action('woocommerce_order_status_changed', ${order.id}, 'x', 'completed', null);`,
    );
    await background();
    expect([await waiting(), await texts(order.id)]).toEqual([0, [`processing ${order.id}`, `completed ${order.id}`]]);
  });

  test("while the service is down nothing is lost and no visitor waits; when it is back everything is sent once", async () => {
    await site.service().kill("SIGKILL");
    const orders = Array.from({ length: 5 }, () => next());
    for (const order of orders) expect((await save(order)).body).toEqual({ saved: true });
    await save(...orders.map(({ id }) => ({ id, status: "processing" })));
    expect(await waiting()).toBe(10);
    // After the first failed try it is left alone for a while.
    const wait = await site.site.php(
      "$w=get_option('tidings_orders_wait'); echo $w['until'] > time() ? 'waits' : 'asks';",
    );
    expect(wait).toBe("waits");
    await background();
    expect(await waiting()).toBe(10);
    await site.restart();
    await background();
    expect(await waiting()).toBe(0);
    for (const { id } of orders) expect(await texts(id)).toEqual([`pending ${id}`, `processing ${id}`]);
  });

  test("a number that the shop corrects while the service is away gets the message, and the former one gets none", async () => {
    await site.service().kill("SIGKILL");
    const order = next();
    await save(order, { id: order.id, status: "processing" });
    await save({ id: order.id, billing: { ...order.billing, phone: "0151 29999991" } });
    await site.restart();
    await background();
    expect(await texts(order.id)).toEqual([`pending ${order.id}`, `processing ${order.id}`]);
    const { rows } = await pool.query(
      "select distinct phone from deliveries d join messages m on m.id = d.message_id where m.body ~ $1",
      [`\\m${order.id}\\M`],
    );
    expect(rows).toEqual([{ phone: "+4915129999991" }]);
  });

  test("an order that the shop discards or deletes while the service is away gets no text; one that is taken back gets the next", async () => {
    await site.service().kill("SIGKILL");
    const [discarded, deleted, kept] = [next(), next(), next()];
    await save(discarded, deleted, kept);
    await save(...[discarded, kept].map(({ id }) => ({ id, status: "trash" })), { id: kept.id, status: "processing" });
    await site.site.php(`delete_option('shop_order_${deleted.id}');`);
    await site.restart();
    await background();
    expect([await waiting(), await texts(discarded.id), await texts(deleted.id)]).toEqual([0, [], []]);
    expect(await texts(kept.id)).toContain(`processing ${kept.id}`);
  });

  test("one change that the service refuses does not block those of other orders", async () => {
    const [bad, good] = [next(), next()];
    await site.site.php(
      `shop_save(json_decode('${JSON.stringify(bad)}', true)); shop_save(json_decode('${JSON.stringify(good)}', true)); global $wpdb;
       $wpdb->query("UPDATE ".Tidings\\queue_table()." SET state='{\\"id\\":\\"none\\"}', order_id=999999 WHERE order_id=${bad.id}");`,
    );
    // Not before: the state of an order that exists is recorded when the request ends.
    await site.site.php(`update_option('shop_order_999999', get_option('shop_order_${bad.id}'), false);`);
    await background();
    expect([await waiting(), await texts(good.id)]).toEqual([0, [`pending ${good.id}`]]);
    expect(await site.site.php("echo get_option('tidings_orders_fault');")).toBe("");
  });

  test("what an importer creates is as old as its dates say, and an observed change is new", async () => {
    const old = Math.floor(Date.now() / 1000) - 30 * DAY;
    const imported = next({ status: "completed", date_created: old, date_completed: old, modified: old });
    const paid = next({ status: "on-hold", date_created: old, modified: old });
    await site.site.php(
      `update_option('shop_order_${paid.id}', json_decode('${JSON.stringify({ ...paid, order_key: "k", date_modified: old, customer_id: 0 })}', true), false);`,
    );
    await save(imported, { id: paid.id, status: "processing", modified: old + 30 * DAY });
    await expect.poll(() => outcomes(paid.id)).toEqual(["processing sent"]);
    expect(await outcomes(imported.id)).toEqual(["completed too_old"]);
  });

  test("with orders that are posts, a change is as new as the shop stored it: the order at hand has an older time", async () => {
    await site.site.php("update_option('shop_posts', 1);");
    const now = Math.floor(Date.now() / 1000);
    const [recent, old] = [next({ date_created: now - 2 }), next({ date_created: now - 8 * DAY })];
    await save(recent, old);
    for (const status of ["processing", "completed"]) await save(...[recent, old].map(({ id }) => ({ id, status })));
    await expect.poll(() => texts(old.id)).toEqual([`processing ${old.id}`, `completed ${old.id}`]);
    expect(await texts(recent.id)).toEqual(["pending", "processing", "completed"].map((one) => `${one} ${recent.id}`));
    await site.site.php("delete_option('shop_posts');");
  });

  test("a buyer's no is respected wherever it is stored, and a yes without content does not count", async () => {
    const key = "wpsms_woocommerce_order_notification";
    const box = "_wc_other/wpsms/opt-in";
    // After the order was stored, as post meta, and not in the order's own tables.
    const said = next({ post_meta: { [key]: "no" } });
    const inOrder = next({ meta: { [key]: "no" } });
    const unticked = next({ created_via: "store-api", meta: { [key]: "yes", [box]: "0" } });
    await save(said, inOrder, unticked);
    await expect.poll(() => outcomes(unticked.id)).toEqual(["pending no_opt_in"]);
    expect([await outcomes(said.id), await outcomes(inOrder.id)]).toEqual([
      ["pending no_opt_in"],
      ["pending no_opt_in"],
    ]);
    await notice("pending", "%status% %order_id%", { requires_opt_in: true });
    const silent = next();
    const always = next({ created_via: "store-api", meta: { [key]: "yes" } });
    const ticked = next({ created_via: "store-api", meta: { [box]: "1" } });
    const yes = next({ post_meta: { [key]: "yes" } });
    await save(silent, always, ticked, yes);
    await expect.poll(() => outcomes(yes.id)).toEqual(["pending sent"]);
    const found = [await outcomes(silent.id), await outcomes(always.id), await outcomes(ticked.id)];
    expect(found).toEqual([["pending no_opt_in"], ["pending no_opt_in"], ["pending sent"]]);
    await notice("pending", "%status% %order_id%");
  });

  test("what a checkout stores after the order counts, however quick the background queue is", async () => {
    const order = next();
    const json = JSON.stringify(order);
    await site.site.php(
      `shop_save(json_decode('${json}', true)); Tidings\\report_orders(5, true); do_action('tidings_tell_orders');
       update_post_meta(${order.id}, 'wpsms_woocommerce_order_notification', 'no');`,
    );
    expect([await waiting(), await outcomes(order.id)]).toEqual([1, []]);
    await background();
    expect([await waiting(), await outcomes(order.id)]).toEqual([0, ["pending no_opt_in"]]);
  });

  test("a site that was restored without the table, and a queue that is full, do not stop a checkout", async () => {
    await site.site.php(`global $wpdb; $wpdb->suppress_errors(); $wpdb->query('DROP TABLE '.Tidings\\queue_table());`);
    const order = next();
    const json = JSON.stringify(order);
    // PHP's own shutdown of this run records the order's state.
    await site.site.php(`global $wpdb; $wpdb->suppress_errors(); shop_save(json_decode('${json}', true));`);
    await background();
    expect([await waiting(), await texts(order.id)]).toEqual([0, [`pending ${order.id}`]]);
    const fill = `INSERT INTO ".Tidings\\queue_table()." (order_id,status,modified,witnessed,kept,due) SELECT 5,'x',1,0,".time().",".(time()+9999)." FROM`;
    await site.site.php(
      `global $wpdb; $t='(SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9 UNION ALL SELECT 10)'; $wpdb->query("${fill} $t a, $t b, $t c, $t d");`,
    );
    expect(await waiting()).toBe(10_000);
    expect((await save(next())).body).toEqual({ saved: true });
    expect(await waiting()).toBe(10_000);
    const health = await site.call("/tidings/v1/site-health");
    expect([health.body.status, health.text.includes("not kept")]).toEqual(["recommended", true]);
    await site.site.php(
      `global $wpdb; $wpdb->query('DELETE FROM '.Tidings\\queue_table()); delete_option('tidings_orders_fault');`,
    );
  });

  test("carts, refunds and copies of the site send nothing", async () => {
    const basket = next({ status: "checkout-draft" });
    const refund = next({ type: "shop_order_refund" });
    await save(basket, refund);
    expect(await waiting()).toBe(0);
    const home = "$c=get_option('tidings_connection'); $c['home']=%s; update_option('tidings_connection',$c);";
    await site.site.php(home.replace("%s", "'shop.example'"));
    const copied = next();
    await save(copied);
    await site.site.php(home.replace("%s", "Tidings\\home_name()"));
    expect([await waiting(), await texts(copied.id)]).toEqual([0, []]);
  });

  test("without Action Scheduler, WordPress's cron sends what waits", async () => {
    await site.site.php("update_option('shop_action_scheduler', 0);");
    const order = next();
    // No web server waits for this one, so nothing is sent when it ends.
    await site.site.php(`shop_save(json_decode('${JSON.stringify(order)}', true));`);
    expect(await site.site.php("echo (int) (bool) wp_next_scheduled('tidings_tell_orders');")).toBe("1");
    await site.site.php("do_action('tidings_tell_orders'); update_option('shop_action_scheduler', 1);");
    expect([await waiting(), await texts(order.id)]).toEqual([0, [`pending ${order.id}`]]);
  });

  test("a webhook of the shop through the site's own address is accepted", async () => {
    const body = JSON.stringify({
      id: (last += 1),
      status: "processing",
      date_created_gmt: new Date().toISOString().slice(0, 19),
      date_modified_gmt: new Date().toISOString().slice(0, 19),
      billing: { phone: "+4915120990001", country: "DE" },
    });
    const headers = {
      "content-type": "application/json",
      "x-wc-webhook-topic": "order.updated",
      "x-wc-webhook-source": `${site.site.url}/`,
      "x-wc-webhook-signature": createHmac("sha256", SECRET).update(body).digest("base64"),
    };
    const path = "/svc/v1/commerce/woocommerce/webhook";
    const got = await site.call(path, { as: null, method: "POST", body, headers });
    expect([got.status, got.body.data?.result]).toEqual([200, "handled"]);
    const ping = await site.call(path, {
      as: null,
      method: "POST",
      body: "webhook_id=7",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(ping.status).toBe(200);
  });

  test("a change that is not the site's own is refused, whatever it says", async () => {
    const body = JSON.stringify({ home: site.site.url, order: { id: 1 } });
    const strange = await site.direct("/host/orders", { method: "POST", body });
    expect(strange.status).toBe(401);
    const signed = await site.call("/svc/v1/host/orders", { method: "POST", json: JSON.parse(body) });
    expect(signed.status).toBe(401);
  });

  test("a customer with an account and many numbers is erased under all of them, page by page", async () => {
    const { id } = site.site.users["customer"]!;
    const numbers = Array.from({ length: 12 }, (_, n) => `+4915120000${500 + n}`);
    const orders = numbers.map((phone) => ({
      ...next(),
      billing: { first_name: "Ada", phone, country: "DE", email: "customer@example.test" },
    }));
    const erased = JSON.parse(
      await site.site.php(
        `update_user_meta(${id},'tidings_mobile','+4915120000499');
         foreach (json_decode('${JSON.stringify(orders)}', true) as $o) update_option('shop_order_'.$o['id'], $o + ['customer_id'=>0,'order_key'=>'k','status'=>'completed','date_created'=>1,'date_modified'=>1], false);
         $asked=[]; add_filter('pre_http_request', function ($no, $call) use (&$asked) {
           $asked[] = json_decode($call['body'], true)['mobile'];
           return ['headers'=>[],'body'=>json_encode(['message'=>'','data'=>['suppressed'=>false]]),'response'=>['code'=>200,'message'=>''],'cookies'=>[]];
         }, 10, 2);
         $page=0; do { $r=Tidings\\erase_person('customer@example.test', ++$page); } while (!$r['done']);
         foreach (json_decode('${JSON.stringify(orders)}', true) as $o) delete_option('shop_order_'.$o['id']);
         echo json_encode([$asked, get_user_meta(${id},'tidings_mobile',true)]);`,
      ),
    );
    expect(erased[0].toSorted()).toEqual(["+4915120000499", ...numbers]);
    expect(erased[1]).toBe("");
  });

  test("a waiting change is deleted with the data of its buyer", async () => {
    const order = next();
    await site.site.php(
      `shop_save(json_decode('${JSON.stringify(order)}', true)); do_action('woocommerce_privacy_remove_order_personal_data', wc_get_order(${order.id}));`,
    );
    await background();
    expect([await waiting(), await outcomes(order.id)]).toEqual([0, []]);
  });

  test("a guest's messages are exported and erased by the e-mail address of the order", async () => {
    const order = next();
    await save(order);
    await expect.poll(() => texts(order.id)).toHaveLength(1);
    const exported = JSON.parse(
      await site.site.php(`echo json_encode(Tidings\\export_person('${order.billing.email}'));`),
    ) as { data: { group_id: string }[]; done: boolean };
    expect(exported.done).toBe(true);
    expect(JSON.stringify(exported.data)).toContain(`pending ${order.id}`);
    // WooCommerce removes the numbers from the orders: it must run later.
    const first = await site.site.php(
      "add_filter('wp_privacy_personal_data_erasers', function($e){ return array('woocommerce-customer-orders'=>1)+$e; }, 10); echo array_key_first(apply_filters('wp_privacy_personal_data_erasers', []));",
    );
    expect(first).toBe("tidings");
    const erased = JSON.parse(
      await site.site.php(`echo json_encode(Tidings\\erase_person('${order.billing.email}'));`),
    ) as Record<string, unknown>;
    expect(erased).toMatchObject({ items_removed: true, done: true });
    const erasures = async () => (await deliveriesOf(pool, { phone: `+4915120000${order.id}` })).length;
    await expect.poll(erasures).toBe(0);
    const strangers = JSON.parse(
      await site.site.php(`echo json_encode(Tidings\\export_person('nobody@example.test'));`),
    );
    expect(strangers).toEqual({ data: [], done: true });
    const another = next();
    await save(another);
    await expect.poll(() => texts(another.id)).toHaveLength(1);
    await site.service().kill("SIGKILL");
    const failed = await site.site.php(
      `echo is_wp_error(Tidings\\erase_person('${another.billing.email}')) ? 'stops' : 'goes on';`,
    );
    expect(failed).toBe("stops");
    await site.restart();
  });

  test("the doctor sends one change end to end, and says where it stops", async () => {
    const { service_user: user, application_password: password } = site.made;
    const dsn = (secret: string) => `wordpress+${site.site.url}?service=${user}:${password}&secret=${secret}`;
    const doctor = async () => {
      const settings = {
        TIDINGS_DATA: "/nonexistent",
        TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
        TIDINGS_COMMERCE: "platform",
      };
      const found = await runChecks({ ...settings, TIDINGS_PLATFORM: dsn(site.secret) });
      return found.filter(({ about }) => about === "shop").map(({ level, text }) => `${level}: ${text}`);
    };
    expect(await doctor()).toContainEqual(
      expect.stringMatching(/^ok: A change of an order arrives: from the shop's queue/),
    );
    const change = (to: string) =>
      site.site.php(`$c=get_option('tidings_connection'); $c['home']=${to}; update_option('tidings_connection',$c);`);
    await change("'other.example'");
    expect(await doctor()).toContainEqual(expect.stringMatching(/^error: The site is a copy/));
    await change("Tidings\\home_name()");
    await site.site.php("update_option('tidings_orders_wait', ['tries'=>9,'until'=>time()+600]);");
    expect(await doctor()).toContainEqual(
      expect.stringMatching(/^warning: .*arrives only on request: Action Scheduler/),
    );
    // The service is configured for another shop than this site's.
    await site.service().kill("SIGTERM");
    await site.restart({ TIDINGS_COMMERCE: "none" });
    expect(await doctor()).toContainEqual(expect.stringMatching(/^error: .*reaches the service, which answers 409/));
    await site.service().kill("SIGTERM");
    await site.restart();
  });

  test("the plugin declares support for order tables and the block checkout", async () => {
    const declared = await site.site.php(
      "echo json_encode(Automattic\\WooCommerce\\Utilities\\FeaturesUtil::$declared);",
    );
    expect(JSON.parse(declared)).toEqual({
      custom_order_tables: ["tidings.php", true],
      cart_checkout_blocks: ["tidings.php", true],
    });
  });

  test("PHP reported no problem with the plugin, and the shop's log has the change that was given up", async () => {
    const givenUp = expect.stringMatching(
      /order 999999 to "pending" was refused and is given up: The body contains no order/,
    );
    expect(await site.site.complaints()).toEqual([givenUp]);
  });
});
