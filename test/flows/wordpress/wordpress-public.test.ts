import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { passOver } from "../../support/contract/replies.ts";
import { eventually } from "../../support/service/processes.ts";
import { hidden, stranger } from "../../support/wordpress/browser.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: what visitors of a real WordPress see (${wordpressMissing})\n`);

const HOSTILE = `"><script>alert(1)</script>`;

describe.skipIf(wordpressMissing)("what the companion does for visitors and readers", () => {
  let site: ConnectedSite;
  let events: number;
  let offers: number;
  beforeAll(async () => {
    site = await startConnected();
    const group = async (name: string): Promise<number> =>
      (await site.call("/svc/v1/groups", { json: { name } })).body.data.id;
    events = await group("News <b>");
    offers = await group("Offers");
    await site.call("/wp/v2/pages", {
      json: {
        title: "one",
        slug: "one",
        status: "publish",
        content: `[tidings_subscribe group="${events}" title='Our "news"' fields="Town"]`,
      },
    });
    await site.call("/wp/v2/pages", {
      json: {
        title: "two",
        slug: "two",
        status: "publish",
        content: `<!-- wp:tidings/subscribe {"group":"${events},${offers}","button":"Join"} /-->`,
      },
    });
  });
  afterAll(async () => {
    await site.stop();
  });

  const calm = (): Promise<string> =>
    site.site.php(`global $wpdb; $wpdb->query("delete from $wpdb->options where option_name like '%tidings_tries%'");`);
  async function send(page: string, fields: Record<string, string | readonly string[]>): Promise<string> {
    const visitor = stranger(site.site.url);
    const html = await (await visitor.get(`/${page}/`)).text();
    const answer = await visitor.post(`/${page}/`, {
      tidings_offer: hidden(html, "tidings_offer"),
      tidings_seal: hidden(html, "tidings_seal"),
      tidings_step: "form",
      ...fields,
    });
    expect(answer.status).toBe(200);
    return answer.text();
  }
  async function codeFor(phone: string): Promise<string> {
    let code = "";
    await eventually(async () => {
      const { body } = await site.call(`/svc/v1/sandbox/messages?to=${encodeURIComponent(phone)}`);
      code = /\b(\d{6})\b/.exec(body.data.items[0]?.body ?? "")?.[1] ?? "";
      return code !== "";
    });
    return code;
  }
  const groupCount = async (id: number): Promise<number> =>
    (await site.call(`/svc/v1/groups?per_page=100`)).body.data.items.find((one: { id: number }) => one.id === id)
      .active_count;

  test("nothing is preselected for a visitor, who is told how the number is used and what one looks like in the site's country", async () => {
    const form = async (page = "two"): Promise<string> => (await stranger(site.site.url).get(`/${page}/`)).text();
    const before = await form();
    expect(before.match(/name="tidings_groups\[\]"/g)).toHaveLength(2);
    expect(before).not.toMatch(/tidings_groups\[\][^>]*checked/);
    expect(before).toContain("are stored to send you these text messages.");
    await site.site.php(
      `$p=wp_insert_post(['post_type'=>'page','post_status'=>'publish','post_title'=>'How we <i>keep</i> it','post_name'=>'keep']); update_option('wp_page_for_privacy_policy',$p);`,
    );
    expect(await form()).toMatch(
      /tidings-subscribe__privacy">[^<]*<a class="privacy-policy-link" href="[^"]*\/keep\/"/,
    );
    // What was selected stays selected when the form is shown again.
    const wrong = await send("two", { tidings_name: "X", tidings_mobile: "12", "tidings_groups[]": String(offers) });
    expect(wrong).toMatch(new RegExp(`value="${offers}"[^>]*checked`));
    expect(wrong).not.toMatch(new RegExp(`value="${events}"[^>]*checked`));
    const none = await send("two", { tidings_name: "X", tidings_mobile: "+447700900165" });
    expect(none).toContain("Please choose what you would like to hear about.");
    // Berlin's time, and then a language of its own.
    expect(before).toContain('placeholder="+49 1512 3456789"');
    await site.site.php("update_option('WPLANG', 'fr_FR');");
    const example = (code: string) => site.site.php(`${code} echo Tidings\\example_number();`);
    expect(await example("add_filter('locale', fn() => 'fr_FR');")).toBe("+33 6 12 34 56 78");
    expect(await example("add_filter('locale', fn() => 'ja');")).toMatch(/^\+81 /);
    expect(await example("add_filter('tidings_country', fn() => 'XX');")).toMatch(/^\+1 /);
    await site.site.php("update_option('WPLANG', ''); update_option('wp_page_for_privacy_policy', 0);");
    await calm();
  });

  test("the link of an error leads to a page that the site shows", async () => {
    const { body } = await site.call("/svc/v1/messages/none");
    const link = JSON.stringify(body).match(/http[^"]+docs\/errors/)?.[0] ?? "";
    expect(link).toBe(`${site.site.url}/wp-json/svc/v1/docs/errors`);
    const page = await stranger(site.site.url).get(link.slice(site.site.url.length));
    expect([page.status, (await page.text()).includes("not_found")]).toEqual([200, true]);
  });

  test("a visitor subscribes with the shortcode's form without scripts, with a code and further fields", async () => {
    const before = await groupCount(events);
    const second = await send("one", {
      tidings_name: "Ann O'Hara",
      tidings_mobile: "+44 7700 900161",
      tidings_field_0: HOSTILE,
    });
    expect(second).toContain("We have sent a code to \u2066+44 7700 900161\u2069");
    expect(second).not.toContain("<script>alert");
    const again = { tidings_step: "code", tidings_name: "Ann O'Hara", tidings_mobile: "+44 7700 900161" };
    const wrong = await send("one", { ...again, tidings_code: "000000" });
    expect(wrong).toContain("That code is wrong");
    expect(await groupCount(events)).toBe(before);
    const right = await send("one", { ...again, tidings_code: ` ${await codeFor("+447700900161")} ` });
    expect(right).toContain("You are subscribed");
    expect(await groupCount(events)).toBe(before + 1);
  });

  test("every number gets the same response: a new one, a subscribed one, one that replied STOP", async () => {
    await calm();
    await site.call("/svc/v1/newsletter", {
      json: { name: "Bob", mobile: "+447700900162", group_id: events, double_opt_in: false },
    });
    // The sandbox's number that replies STOP.
    const stopping = { name: "S", mobile: "+15005550004", group_id: events, double_opt_in: false };
    await site.call("/svc/v1/send", { json: { message: "x", numbers: [stopping.mobile] } });
    await eventually(async () => (await site.call("/svc/v1/newsletter", { json: stopping })).status === 409);
    const clean = (page: string): string => page.slice(page.indexOf("<form")).replaceAll(/\+\d{6,}/g, "NUMBER");
    const pages = [];
    // The seventh of its prefix that requests a code gets none.
    for (const line of ["2001", "2002", "2003", "2004", "2005", "2006"]) {
      await site.call("/svc/v1/newsletter", { json: { name: "Q", mobile: `+44770091${line}`, group_id: events } });
    }
    for (const phone of ["+447700900162", "+447700900163", stopping.mobile, "+447700912007"]) {
      pages.push(clean(await send("one", { tidings_name: "X", tidings_mobile: phone })));
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain("We have sent a code");
  });

  test("a visitor who enters a subscriber's number changes neither their name nor their fields", async () => {
    await calm();
    const mobile = "+447700900163";
    const known = { name: "Cara", mobile, group_id: events, custom_fields: { Town: "Ulm" }, double_opt_in: false };
    await site.call("/svc/v1/newsletter", { json: known });
    const fields = { tidings_name: "A fool", tidings_mobile: mobile, tidings_field_0: "Nowhere" };
    expect(await send("one", fields)).toContain("We have sent a code to");
    const { body } = await site.call(`/svc/v1/subscribers?search=${encodeURIComponent(mobile)}`);
    expect(body.data.items).toMatchObject([{ name: "Cara", custom_fields: { Town: "Ulm" } }]);
  });

  test("a block with two groups offers a choice between them only", async () => {
    await calm();
    const page = async (): Promise<string> => (await stranger(site.site.url).get("/two/")).text();
    // A busy computer may miss the two seconds that a page waits for the names; they are requested again.
    await expect.poll(page, { interval: 500 }).toContain("News &lt;b&gt;");
    expect(await page()).toContain(">Join</button>");
    expect(await send("two", { tidings_name: "C", tidings_mobile: "+447700900164" })).toContain("Please choose");
    const other = (await site.call("/svc/v1/groups", { json: { name: "Secret" } })).body.data.id as number;
    const chosen = await send("two", {
      tidings_name: "C",
      tidings_mobile: "+447700900164",
      "tidings_groups[]": [String(offers), String(other)],
    });
    expect(chosen).toContain("We have sent a code");
    const code = await codeFor("+447700900164");
    await send("two", {
      tidings_step: "code",
      tidings_name: "C",
      tidings_mobile: "+447700900164",
      "tidings_groups[]": String(offers),
      tidings_code: code,
    });
    expect([await groupCount(offers), await groupCount(other)]).toEqual([1, 0]);
  });

  test("refuses forged offers, wrong numbers, programs, and the eleventh try", async () => {
    await calm();
    const forged = Buffer.from(JSON.stringify({ groups: [offers], fields: [] })).toString("base64url");
    const before = await site.call("/svc/v1/sandbox/messages?to=%2B447700900165");
    await send("one", { tidings_offer: forged, tidings_name: "D", tidings_mobile: "+447700900165" });
    const old = await send("one", { tidings_seal: "0", tidings_name: `D ${HOSTILE}`, tidings_mobile: "+447700900165" });
    expect(old).toMatch(/This page has expired[\s\S]*value="D &quot;&gt;/);
    await send("one", { tidings_website: "http://spam", tidings_name: "D", tidings_mobile: "+447700900165" });
    expect((await site.call("/svc/v1/sandbox/messages?to=%2B447700900165")).text).toBe(
      before.text.replace(/"request_id":"[^"]*"/, ""),
    );
    expect(await send("one", { tidings_name: "D", tidings_mobile: HOSTILE })).toContain(
      "does not look like a mobile number",
    );
    let last = "";
    for (let at = 0; at < 10; at += 1) last = await send("one", { tidings_name: "D", tidings_mobile: "x" });
    expect(last).toContain("Too many attempts");
    await calm();
  });

  test("the privacy tools know all numbers of a person, and no one else's", async () => {
    const { id } = site.site.users["subscriber"]!;
    await site.site.php(
      `update_user_meta(${id},'tidings_mobile','+447700900173'); update_user_meta(${id},'mobile','+447700900174');
       update_user_meta(${id},'billing_phone','0664 1234567'); update_user_meta(${id},'billing_country','AT');`,
    );
    for (const phone of ["+447700900173", "+447700900174", "+447700900199", "+436641234567"])
      await site.call("/svc/v1/send", { json: { message: `to ${phone}`, numbers: [phone] } });
    const tool = (what: string): string =>
      `$e=apply_filters('wp_privacy_personal_data_${what}',[]); echo json_encode(call_user_func($e['tidings']['callback'],'subscriber@example.test',1));`;
    const exported = await site.site.php(tool("exporters"));
    expect(exported).toContain("to +447700900173");
    expect(exported).toContain("to +447700900174");
    expect(exported).toContain("to +436641234567");
    expect(exported).not.toContain("to +447700900199");
    expect(JSON.parse(await site.site.php(tool("erasers")))).toMatchObject({
      items_removed: true,
      messages: [expect.any(String)],
    });
    // The log follows in the background; erasing the billing phone itself is up to WooCommerce.
    await eventually(async () => {
      const after = JSON.parse(await site.site.php(tool("exporters")));
      return !/to \+4|90017/.test(JSON.stringify(after.data));
    });
    // An invalid number belongs to nobody, and blocks nothing.
    await site.site.php(`update_user_meta(${id},'billing_phone','9');`);
    expect(JSON.parse(await site.site.php(tool("exporters"))).done).toBe(true);
    await site.site.php(`delete_user_meta(${id},'billing_phone');`);
  });

  test("the privacy tools also know the other number of a phone", async () => {
    const { id } = site.site.users["subscriber"]!;
    const [local, mobile] = ["+541123459931", "+5491123459931"];
    await site.site.php(`update_user_meta(${id},'tidings_mobile','${mobile}'); delete_user_meta(${id},'mobile');`);
    for (const phone of [local, mobile])
      await site.call("/svc/v1/send", { json: { message: `to ${phone}`, numbers: [phone] } });
    const tool = (what: string): string =>
      `$e=apply_filters('wp_privacy_personal_data_${what}',[]); echo json_encode(call_user_func($e['tidings']['callback'],'subscriber@example.test',1));`;
    const exported = JSON.parse(await site.site.php(tool("exporters")));
    expect(exported.done).toBe(true);
    for (const phone of [local, mobile]) expect(JSON.stringify(exported.data)).toContain(`to ${phone}`);
    expect(JSON.parse(await site.site.php(tool("erasers")))).toMatchObject({ items_removed: true, done: true });
    await eventually(async () => {
      const { items } = (await site.call("/svc/v1/messages?per_page=100")).body.data;
      return items.every((one: { message: string }) => !one.message.includes("1123459931"));
    });
  });

  test("a service that does not know countries is not asked to read a number as one of its own country", async () => {
    const { id } = site.site.users["subscriber"]!;
    // Before it knew the field, it ignored it, unless it was told not to.
    const reported = await site.site.php(`
      add_filter('pre_http_request', function ($no, $call) {
        $strict = false !== strpos($call['headers']['Prefer'] ?? '', 'handling=strict') && isset(json_decode($call['body'], true)['country']);
        $body = $strict ? ['code'=>'invalid_parameter','message'=>'country is not known here.','data'=>['params'=>['country'=>'is not known here']]]
          : ['message'=>'','data'=>['items'=>[['kind'=>'outbox','data'=>['message'=>'to somebody else']]],'next_cursor'=>null,'suppressed'=>false]];
        return ['headers'=>[],'body'=>json_encode($body),'response'=>['code'=>$strict ? 400 : 200,'message'=>''],'cookies'=>[]];
      }, 10, 2);
      update_user_meta(${id},'billing_phone','0664 1234567'); update_user_meta(${id},'billing_country','AT');
      $run = fn($what) => call_user_func(apply_filters('wp_privacy_personal_data_'.$what,[])['tidings']['callback'],'subscriber@example.test',1);
      $exported = $run('exporters'); $erased = $run('erasers');
      // With a plus it belongs to no other country.
      update_user_meta(${id},'billing_phone','+43 664 1234567'); $other = $run('exporters');
      echo json_encode([is_wp_error($exported) ? $exported->get_error_message() : $exported, $erased['items_removed'], $erased['messages'], $other['done'] ?? false]);
      delete_user_meta(${id},'billing_phone'); delete_user_meta(${id},'billing_country');`);
    expect(JSON.parse(reported)).toEqual([
      "country is not known here.",
      false,
      [expect.stringContaining("country is not known here.")],
      true,
    ]);
  });

  test("WordPress's privacy tools export a person's messages and erase the number", async () => {
    const { id } = site.site.users["customer"]!;
    await site.site.php(`update_user_meta(${id},'tidings_mobile','+447700900171');`);
    await site.call("/svc/v1/newsletter", {
      json: { name: "K", mobile: "+447700900171", group_id: events, double_opt_in: false },
    });
    await site.call("/svc/v1/send", { json: { message: "private", numbers: ["+447700900171"] } });
    const exporter = `$e=apply_filters('wp_privacy_personal_data_exporters',[]); echo json_encode(call_user_func($e['tidings']['callback'],'customer@example.test',1));`;
    const exported = JSON.parse(await site.site.php(exporter));
    expect(exported.done).toBe(true);
    expect(JSON.stringify(exported.data)).toContain("+447700900171");
    expect(JSON.stringify(exported.data)).toContain("private");
    // The person who requested it has proved that the e-mail address is theirs; the number in their profile may be
    // anybody's.
    expect(exported.data.map((one: { group_description?: string }) => one.group_description)).toEqual(
      exported.data.map(() => expect.stringMatching(/not confirmed by a code/)),
    );
    const before = await groupCount(events);
    const eraser = `$e=apply_filters('wp_privacy_personal_data_erasers',[]); echo json_encode(call_user_func($e['tidings']['callback'],'customer@example.test',1));`;
    const erased = JSON.parse(await site.site.php(eraser));
    expect([erased.items_removed, erased.done]).toEqual([true, true]);
    expect(await site.site.php(`echo get_user_meta(${id},'tidings_mobile',true);`)).toBe("");
    expect(await groupCount(events)).toBe(before - 1);
    expect(JSON.parse(await site.site.php(eraser)).items_removed).toBe(false);
    expect(JSON.parse(await site.site.php(exporter.replace("customer@", "nobody@"))).data).toEqual([]);
  });

  test("the export continues page by page until it has everything, and keeps no cursor afterwards", async () => {
    const { id } = site.site.users["customer"]!;
    await site.site.php(`update_user_meta(${id},'tidings_mobile','+447700900175');`);
    for (let n = 0; n < 11; n += 1)
      await Promise.all(
        Array.from({ length: 10 }, (_, m) =>
          site.call("/svc/v1/send", { json: { message: `page ${n}-${m}.`, numbers: ["+447700900175"] } }),
        ),
      );
    const pageOf = async (page: number) =>
      JSON.parse(
        await site.site.php(
          `$e=apply_filters('wp_privacy_personal_data_exporters',[]); $r=call_user_func($e['tidings']['callback'],'customer@example.test',${page}); echo json_encode(is_wp_error($r)?['error'=>$r->get_error_message()]:$r);`,
        ),
      );
    const [first, second, third] = [await pageOf(1), await pageOf(2), await pageOf(3)];
    expect([first.done, second.done]).toEqual([false, true]);
    const texts = JSON.stringify([first.data, second.data]).match(/page \d+-\d\./g);
    expect(new Set(texts).size).toBe(110);
    expect(texts).toHaveLength(110);
    // This one was not requested: a page without its cursor is not an empty page.
    expect(third).toEqual({ error: expect.any(String) });
    expect(
      await site.site.php(`echo json_encode(get_transient('tidings_export_'.md5('customer@example.test')));`),
    ).toBe("false");
  });

  test("uninstalling leaves nothing", async () => {
    await site.site.php(
      `(new WP_User(${site.site.users["author"]!.id}))->add_cap('svc_sendsms'); update_user_meta(1,'tidings_mobile','+447700900172');
       $p=wp_insert_post(['post_title'=>'x','post_status'=>'publish']); add_post_meta($p,'_tidings_texted',"$p:1");
       add_post_meta($p,'_tidings_not_texted',1); add_post_meta($p,'_tidings_opt_in_box','shown');
       global $wpdb; $wpdb->query("create table {$wpdb->prefix}wc_orders_meta (id bigint auto_increment primary key, order_id bigint, meta_key varchar(255), meta_value text)");
       $wpdb->insert("{$wpdb->prefix}wc_orders_meta",['order_id'=>1,'meta_key'=>'_tidings_opt_in_box','meta_value'=>'shown']);
       $wpdb->insert("{$wpdb->prefix}wc_orders_meta",['order_id'=>1,'meta_key'=>'_other','meta_value'=>'x']); Tidings\\add_to_queue(1,'pending',time(),false); Tidings\\spare_pages(true,1); wp_schedule_single_event(time()+999,'tidings_text_post',[$p,1]);`,
    );
    const traces = `global $wpdb; echo json_encode([
      'options'=>$wpdb->get_col("select option_name from $wpdb->options where option_name like '%tidings%' and option_name not in ('blogname')"),
      'roles'=>$wpdb->get_var("select option_value regexp 'svc_(recipients|sendsms\\";b|subscribers\\";b|outbox\\";b|inbox\\";b|setting\\";b)' from $wpdb->options where option_name='wp_user_roles'"),
      'meta'=>$wpdb->get_col("select concat(user_id, meta_key, meta_value) from $wpdb->usermeta where meta_key like '%tidings%' or (meta_key='wp_capabilities' and meta_value regexp '\\"svc_')"),
      'posts'=>$wpdb->get_col("select meta_key from $wpdb->postmeta where meta_key like '%tidings%'"),
      'orders'=>$wpdb->get_col("select meta_key from {$wpdb->prefix}wc_orders_meta"),
      'users'=>$wpdb->get_col("select user_login from $wpdb->users where user_login like '%tidings%'"),
      'tables'=>$wpdb->get_col("show tables like '%tidings%'"),
      'cron'=>(int) (false !== strpos(serialize(get_option('cron')),'tidings')),
    ]);`;
    const before = JSON.parse(await site.site.php(traces));
    expect(before).toMatchObject({ roles: "1", cron: 1 });
    expect(before.posts).toEqual(["_tidings_texted", "_tidings_not_texted", "_tidings_opt_in_box"]);
    expect(before.orders).toEqual(["_tidings_opt_in_box", "_other"]);
    expect(before.tables).toEqual(["wp_tidings_order_changes"]);
    await site.site.php(
      `require_once ABSPATH.'wp-admin/includes/plugin.php'; require_once ABSPATH.'wp-admin/includes/file.php';
       deactivate_plugins('tidings/tidings.php');`,
    );
    // The plugin is no longer loaded when WordPress deletes it.
    await site.site.php(
      `require_once ABSPATH.'wp-admin/includes/plugin.php'; require_once ABSPATH.'wp-admin/includes/file.php';
       $done=delete_plugins(['tidings/tidings.php']); echo json_encode($done);`,
    );
    const after = JSON.parse(await site.site.php(traces));
    const orders = ["_other"];
    expect(after).toEqual({ options: [], roles: "0", meta: [], posts: [], orders, users: [], tables: [], cron: 0 });
    expect(await site.site.php(`echo (int) file_exists(WP_PLUGIN_DIR.'/tidings');`)).toBe("0");
    // WordPress's own response.
    passOver("credit");
    expect((await site.call("/svc/v1/credit")).body.code).toBe("rest_no_route");
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.site.complaints()).toEqual([]);
  });
});
