import { rename } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openPool } from "../../support/database/database.ts";
import { outcomesOf, textsAbout } from "../../support/woocommerce/order-texts.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: the shop's queue on a real WordPress (${wordpressMissing})\n`);

describe.skipIf(wordpressMissing)("the queue in which a shop reports changes of orders in the background", () => {
  let site: ConnectedSite;
  let pool: pg.Pool;
  beforeAll(async () => {
    site = await startConnected({ TIDINGS_COMMERCE: "platform?look_minutes=0", TIDINGS_COUNTRY: "DE" }, { shop: true });
    pool = openPool({ url: site.databaseUrl });
    const json = { template: "%status% %order_id%" };
    expect((await site.call("/svc/v1/order-notices/pending", { method: "PUT", json })).status).toBe(200);
  });
  afterAll(async () => {
    await pool.end();
    await site.stop();
  });

  /** No web server waits for what saves the order, so nothing is sent when it ends. */
  const saved = (id: number): string => {
    const billing = { first_name: "Ada", phone: `0151 20000${id}`, country: "DE" };
    return `shop_save(json_decode('${JSON.stringify({ id, billing })}', true));`;
  };
  /** Of the runs of the queue there is one, which is due. */
  const due = "update_option('shop_actions', [['when'=>0,'hook'=>'tidings_tell_orders','args'=>[]]], false);";
  const run = "shop_run_actions(); echo Tidings\\changes_waiting(), ' ';";

  test("what one run cannot report is reported by the next one at once, each change once", async () => {
    const orders = [301, 302, 303];
    await site.site.php(orders.map(saved).join(""));
    // Any one call takes longer than a run may.
    const slow = "eval('namespace Tidings; function microtime($f) { static $now = 0; return $now += RUN_SECONDS; }');";
    expect(await site.site.php(`${slow} ${due} ${run} ${run} ${run} echo count(get_option('shop_actions'));`)).toBe(
      "2 1 0 0",
    );
    for (const id of orders) expect(await textsAbout(pool, id)).toEqual([`pending ${id}`]);
  });

  test("a run that has nothing to report yet is not followed by another at once", async () => {
    const left = "echo count(array_filter(get_option('shop_actions'), fn($a) => $a['when'] <= time()));";
    // The request that changed the order has not ended.
    expect(await site.site.php(`${saved(304)} ${due} ${run} ${left}`)).toBe("1 0");
    expect(await site.site.php(`${due} ${run}`)).toBe("0 ");
    expect(await textsAbout(pool, 304)).toEqual(["pending 304"]);
  });

  test("a box of the block checkout that the buyer left alone is a no; where no box was shown, nothing is known", async () => {
    const shown = (fields: object): string =>
      `update_option('shop_checkout_fields', json_decode('${JSON.stringify(fields)}', true), false);`;
    const billing = { phone: "0151 20000305", country: "DE" };
    const blocks = { billing, created_via: "store-api" };
    const orders = [
      { id: 305, ...blocks },
      { id: 306, ...blocks, meta: { "_wc_other/wpsms/opt-in": "1" } },
      { id: 307, billing },
    ];
    const save = (order: object): string => `shop_save(json_decode('${JSON.stringify(order)}', true));`;
    await site.site.php(`${shown({ "wpsms/opt-in": { type: "checkbox" } })} ${orders.map(save).join("")}`);
    await site.site.php(`${due} ${run}`);
    await site.site.php(`${shown({ "shop/vat": { type: "text" } })} ${save({ id: 308, ...blocks })}`);
    await site.site.php(`${due} ${run}`);
    const outcomes = await Promise.all([305, 306, 307, 308].map((id) => outcomesOf(pool, id)));
    expect(outcomes.flat()).toEqual(["pending no_opt_in", "pending sent", "pending sent", "pending sent"]);
  });

  test("the checkout on which the order was placed tells whether the buyer was asked, not a later one", async () => {
    const shown = (fields: object): string =>
      `update_option('shop_checkout_fields', json_decode('${JSON.stringify(fields)}', true), false);`;
    const box = { "wpsms/opt-in": { type: "checkbox" } };
    const blocks = { billing: { phone: "0151 20000311", country: "DE" }, created_via: "store-api" };
    const save = (order: object): string => `shop_save(json_decode('${JSON.stringify(order)}', true));`;
    await site.site.php(`${shown({ "shop/vat": { type: "text" } })} ${save({ id: 311, ...blocks })}`);
    await site.site.php(`${shown(box)} ${due} ${run} ${save({ id: 312, ...blocks })}`);
    await site.site.php(`${shown({ "shop/vat": { type: "text" } })} ${due} ${run}`);
    const outcomes = await Promise.all([311, 312].map((id) => outcomesOf(pool, id)));
    expect(outcomes.flat()).toEqual(["pending sent", "pending no_opt_in"]);
  });

  test("a change whose order was not described yet waits while WooCommerce is switched off, and other changes do not", async () => {
    await site.site.php([321, 322].map(saved).join(""));
    // As if the request had been killed before its end.
    const undescribed = "$wpdb->update(Tidings\\queue_table(), ['state'=>null], ['order_id'=>321]);";
    const withoutShop = "do_action('tidings_tell_orders'); echo Tidings\\changes_waiting();";
    await site.site.php(`global $wpdb; ${undescribed}`);
    const plugin = join(site.site.folder, "site", "wp-content", "mu-plugins", "shop.php");
    await rename(plugin, `${plugin}.off`);
    try {
      expect(await site.site.php(withoutShop)).toBe("1");
    } finally {
      await rename(`${plugin}.off`, plugin);
    }
    expect([await textsAbout(pool, 321), await textsAbout(pool, 322)]).toEqual([[], ["pending 322"]]);
    const later = "global $wpdb; $wpdb->query('update '.Tidings\\queue_table().' set due=0');";
    expect(await site.site.php(`${later} ${due} ${run}`)).toBe("0 ");
    expect(await textsAbout(pool, 321)).toEqual(["pending 321"]);
  });
});
