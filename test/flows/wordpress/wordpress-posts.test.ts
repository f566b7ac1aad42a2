import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: texts about posts of a real WordPress (${wordpressMissing})\n`);

describe.skipIf(wordpressMissing)("messages about posts of a real WordPress", () => {
  let site: ConnectedSite;
  let events: number;
  beforeAll(async () => {
    site = await startConnected();
    events = (await site.call("/svc/v1/groups", { json: { name: "News <b>" } })).body.data.id;
  });
  afterAll(async () => {
    await site.stop();
  });

  test("a message is sent when a draft is published, once for each post, ever", async () => {
    const settings = (enabled: boolean): Promise<string> =>
      site.site.php(
        `update_option('tidings_posts',['enabled'=>${enabled},'groups'=>[${events}],'template'=>'{site}: {title} {link}']);`,
      );
    const publish = async (title: string, status = "draft"): Promise<number> =>
      (await site.call("/wp/v2/posts", { json: { title, status, content: "x" } })).body.id as number;
    const change = (id: number, json: unknown) => site.call(`/wp/v2/posts/${id}`, { json });
    const texts = async (): Promise<string[]> =>
      (await site.call("/svc/v1/messages?per_page=100")).body.data.items
        .map((one: { message: string }) => one.message)
        .filter((text: string) => text.startsWith("Tidings <test> & site"));

    await change(await publish("off by default"), { status: "publish" });
    await settings(true);
    const id = await publish(`Q & A "é"`);
    expect(await texts()).toEqual([]);
    await change(id, { status: "publish" });
    const wanted = [`Tidings <test> & site: Q & A “é” ${site.site.url}/q-a-e/`];
    expect(await texts()).toEqual(wanted);
    await change(id, { content: "corrected" });
    await change(id, { status: "draft" });
    await change(id, { status: "publish" });
    // Made public at once, by a program or an importer.
    await publish("imported", "publish");
    await site.site.php(
      `define('WP_IMPORTING',true); $p=wp_insert_post(['post_title'=>'i','post_status'=>'draft','post_content'=>'x']); wp_publish_post($p);`,
    );
    await site.call("/wp/v2/pages", { json: { title: "a page", status: "publish" } });
    expect(await texts()).toEqual(wanted);

    // Away at that moment: retried later under the same key.
    await site.service().kill("SIGKILL");
    const late = await publish("late");
    await change(late, { status: "publish" });
    expect(await site.site.php(`echo get_option('tidings_post_fault');`)).toContain("tried again in five minutes");
    await site.restart();
    for (let at = 0; at < 2; at += 1) await site.site.php(`do_action('tidings_text_post', ${late}, 1);`);
    expect((await texts()).filter((text) => text.includes("late"))).toHaveLength(1);
    // A cron run after the service has forgotten the key.
    await site.site.php(
      `$p=wp_insert_post(['post_title'=>'next day','post_status'=>'publish','post_content'=>'x']);
       add_post_meta($p,'_tidings_texted',time()-86400,true); do_action('tidings_text_post',$p,1);`,
    );
    expect((await texts()).filter((text) => text.includes("next day"))).toEqual([]);
    await settings(false);
  });

  test("a message about a post is the same however it was published, and never about what few may read", async () => {
    await site.site.php(
      `update_option('tidings_posts',['enabled'=>true,'groups'=>[${events}],'template'=>'Post: {title} {link}']);`,
    );
    const texts = async (title: string): Promise<string[]> =>
      (await site.call("/svc/v1/messages?per_page=100")).body.data.items
        .map((one: { message: string }) => one.message)
        .filter((text: string) => text.startsWith(`Post: ${title} `));
    const draft = async (title: string, more: object = {}): Promise<number> =>
      (await site.call("/wp/v2/posts", { json: { title, status: "draft", content: "x", ...more } })).body.id as number;
    const change = (id: number, json: unknown) => site.call(`/wp/v2/posts/${id}`, { json });

    // The category, a part of the link, comes with the same call that publishes.
    await site.site.php(`update_option('permalink_structure','/%category%/%postname%/');`);
    const category = (await site.call("/wp/v2/categories", { json: { name: "Shoes" } })).body.id as number;
    await change(await draft("linked"), { status: "publish", categories: [category] });
    expect(await texts("linked")).toEqual([`Post: linked ${site.site.url}/shoes/linked/`]);
    await site.site.php(`update_option('permalink_structure','/%postname%/');`);

    // Scheduled, and WordPress's cron runs twice at the same moment.
    const later = await draft("scheduled");
    await change(later, { status: "future", date_gmt: "2099-01-01T00:00:00" });
    await Promise.all([1, 2, 3].map(() => site.site.php(`wp_publish_post(${later});`)));
    expect(await texts("scheduled")).toHaveLength(1);

    // The bulk and the quick edit of the screens.
    const bulk = [await draft("bulk-a"), await draft("bulk-b")];
    await site.site.php(
      `require_once ABSPATH.'wp-admin/includes/admin.php'; wp_set_current_user(1);
       for ($i=0;$i<2;$i++) bulk_edit_posts(['post_type'=>'post','_status'=>'publish','post'=>[${bulk.join()}]]);`,
    );
    expect([(await texts("bulk-a")).length, (await texts("bulk-b")).length]).toEqual([1, 1]);

    // A plugin that duplicates posts copies the mark.
    const copy = await draft("duplicate");
    await site.site.php(`add_post_meta(${copy},'_tidings_texted',get_post_meta(${later},'_tidings_texted',true));`);
    await change(copy, { status: "publish" });
    await change(copy, { status: "draft" });
    await change(copy, { status: "publish" });
    expect(await texts("duplicate")).toHaveLength(1);

    await change(await draft("private"), { status: "private" });
    await change(await draft("locked"), { status: "publish", password: "secret" });
    const locked = await draft("locked later");
    await site.site.php(`add_post_meta(${locked},'_tidings_texted',time(),true);`);
    await change(locked, { status: "publish", password: "secret" });
    await site.site.php(`do_action('tidings_text_post',${locked},1);`);
    // The same database, copied to another address.
    const copied = await draft("copied");
    await site.site.php(
      `$c=get_option('tidings_connection'); $c['home']='shop.example'; update_option('tidings_connection',$c);`,
    );
    await change(copied, { status: "publish" });
    const seen = [await texts("private"), await texts("locked"), await texts("locked later"), await texts("copied")];
    expect(seen).toEqual([[], [], [], []]);
    await site.site.php(
      `$c=get_option('tidings_connection'); $c['home']=Tidings\\home_name(); update_option('tidings_connection',$c);
       update_option('tidings_posts',['enabled'=>false]);`,
    );
  });

  test("a lost reply is not taken for a refusal, also if the title is corrected before the next attempt", async () => {
    await site.site.php(
      `update_option('tidings_posts',['enabled'=>true,'groups'=>[${events}],'template'=>'Lost: {title}']);`,
    );
    const id = (await site.call("/wp/v2/posts", { json: { title: "tpyo", status: "draft", content: "x" } })).body.id;
    const next = `foreach (_get_cron_array() as $due) foreach ($due['tidings_text_post'] ?? [] as $event)`;
    const lost = `add_filter('http_response', fn() => new WP_Error('http_request_failed', 'cURL error 28'));`;
    await site.site.php(`${lost} wp_publish_post(${id});`);
    expect(await site.site.php(`echo get_option('tidings_post_fault');`)).toContain("tried again in five minutes");
    await site.call(`/wp/v2/posts/${id}`, { json: { title: "typo" } });
    await site.site.php(`${next} do_action_ref_array('tidings_text_post', $event['args']);`);
    expect(await site.site.php(`echo get_option('tidings_post_fault');`)).toBe("");
    const { items } = (await site.call("/svc/v1/messages?per_page=100")).body.data;
    const texts = items
      .map((one: { message: string }) => one.message)
      .filter((text: string) => text.startsWith("Lost"));
    expect(texts).toEqual(["Lost: tpyo"]);
    await site.site.php(`update_option('tidings_posts',['enabled'=>false]); wp_unschedule_hook('tidings_text_post');`);
  });

  test("a text with an emoji is tried again where the tables of an old site cannot store one", async () => {
    const charset = (name: string): string =>
      `global $wpdb; $wpdb->query("ALTER TABLE $wpdb->options CONVERT TO CHARACTER SET ${name}");`;
    await site.site.php(
      `update_option('tidings_posts',['enabled'=>true,'groups'=>[${events}],'template'=>'Emoji: {title}']); ${charset("utf8mb3")}`,
    );
    const down = `add_filter('pre_http_request', fn() => new WP_Error('http_request_failed', 'cURL error 7'));`;
    await site.site.php(`${down} wp_publish_post(wp_insert_post(['post_title'=>'Party 🎉','post_status'=>'draft']));`);
    const fault = await site.site.php(`echo get_option('tidings_post_fault');`);
    const next = `foreach (_get_cron_array() as $due) foreach ($due['tidings_text_post'] ?? [] as $event)`;
    await site.site.php(`${next} do_action_ref_array('tidings_text_post', $event['args']);`);
    const { items } = (await site.call("/svc/v1/messages?per_page=100")).body.data;
    await site.site.php(
      `${charset("utf8mb4")} update_option('tidings_posts',['enabled'=>false]); wp_unschedule_hook('tidings_text_post');`,
    );
    expect(fault).toContain("tried again in five minutes");
    expect(items.map((one: { message: string }) => one.message)).toContain("Emoji: Party 🎉");
  });

  test("an editor's choice not to send about a post applies in each editor, and nobody else can change it", async () => {
    await site.site.php(
      `update_option('tidings_posts',['enabled'=>true,'groups'=>[${events}],'template'=>'Wish: {title}']);`,
    );
    const texts = async (): Promise<string[]> =>
      (await site.call("/svc/v1/messages?per_page=100")).body.data.items
        .map((one: { message: string }) => one.message)
        .filter((text: string) => text.startsWith("Wish: "));
    const draft = async (title: string): Promise<number> =>
      (await site.call("/wp/v2/posts", { json: { title, status: "draft", content: "x" } })).body.id as number;
    const change = (id: number, json: unknown, as = "admin") => site.call(`/wp/v2/posts/${id}`, { json, as });
    const silent = { meta: { _tidings_not_texted: true } };

    // The block editor sends both in one call.
    const quiet = await draft("quiet");
    expect((await change(quiet, silent, "subscriber")).status).toBe(403);
    expect((await change(quiet, { status: "publish", ...silent })).status).toBe(200);
    expect((await site.call(`/wp/v2/posts/${quiet}`, { as: null })).text).not.toContain("_tidings");
    // What was left out may still be sent once.
    await change(quiet, { status: "draft", meta: { _tidings_not_texted: false } });
    expect(await texts()).toEqual([]);
    await change(quiet, { status: "publish" });
    expect(await texts()).toEqual(["Wish: quiet"]);

    // The classic editor's form, without the checkbox, with it, and without its nonce.
    const classic = (id: number, nonce: string, tick: string): Promise<string> =>
      site.site.php(
        `wp_set_current_user(1); $_POST=['tidings_post_nonce'=>${nonce}${tick}]; wp_update_post(['ID'=>${id},'post_status'=>'publish']);`,
      );
    await classic(await draft("unticked"), `wp_create_nonce('tidings_post')`, "");
    await classic(await draft("ticked"), `wp_create_nonce('tidings_post')`, ",'tidings_text_post'=>'1'");
    await classic(await draft("forged"), `'0123456789'`, "");
    expect((await texts()).toSorted()).toEqual(["Wish: forged", "Wish: quiet", "Wish: ticked"]);
    const box = await site.site.php(
      `require_once ABSPATH.'wp-admin/includes/admin.php'; $p=get_post(${await draft("boxed")}); set_current_screen('post');
       do_action('add_meta_boxes_post',$p); global $wp_meta_boxes; echo json_encode(array_keys($wp_meta_boxes['post']['side']['high'] ?? []));
       Tidings\\show_post_choice($p);`,
    );
    expect(box).toMatch(/"tidings-post"[\s\S]* checked=[\s\S]*News &lt;b&gt;/);
    await site.site.php(`update_option('tidings_posts',['enabled'=>false]);`);
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.site.complaints()).toEqual([]);
  });
});
