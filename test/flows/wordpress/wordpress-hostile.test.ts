import { request as ask } from "node:http";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { basic } from "../../support/people/people.ts";
import { hidden, stranger } from "../../support/wordpress/browser.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: hostile callers of a real WordPress (${wordpressMissing})\n`);

/** What a site behind a proxy has in its configuration; here it simulates visitors from many addresses. */
const BEHIND_A_PROXY = `<?php
if ( isset( $_SERVER['HTTP_X_TEST_ADDRESS'] ) ) { $_SERVER['REMOTE_ADDR'] = $_SERVER['HTTP_X_TEST_ADDRESS']; }
`;

/** As WooCommerce knows programs by its own keys, in whatever has "wp-json/wc/" in its address. */
const KEYS_OF_PROGRAMS = `<?php
add_filter( 'determine_current_user', function ( $id ) { return isset( $_SERVER['HTTP_X_TEST_KEY'] ) ? 1 : $id; }, 15 );
`;

/** How WooCommerce before 11.1 decides that a request is for its own API, and that a key made it. */
const KEYS_OF_WOOCOMMERCE = `<?php
add_filter( 'determine_current_user', function ( $id ) {
  $is = false !== strpos( esc_url_raw( wp_unslash( $_SERVER['REQUEST_URI'] ) ), 'wp-json/wc/' );
  $is = empty( $id ) && apply_filters( 'woocommerce_rest_is_request_to_rest_api', $is );
  return $is && isset( $_SERVER['HTTP_X_WOOCOMMERCE_KEY'] ) ? 1 : $id;
}, 15 );
`;

describe.skipIf(wordpressMissing)("hostile and careless callers of a real WordPress", () => {
  let site: ConnectedSite;
  let group: number;
  beforeAll(async () => {
    site = await startConnected({}, { workers: 6 });
    await writeFile(join(site.site.folder, "site/wp-content/mu-plugins/address.php"), BEHIND_A_PROXY);
    group = (await site.call("/svc/v1/groups", { json: { name: "News" } })).body.data.id;
    const content = `[tidings_subscribe group="${group}"]`;
    await site.call("/wp/v2/pages", { json: { title: "form", slug: "form", status: "publish", content } });
  });
  afterAll(async () => {
    await site.stop();
  });

  /** One call exactly as written, which fetch() would normalize. */
  async function raw(path: string, options: { method?: string; body?: string; type?: string } = {}) {
    const { user, password } = site.site.users["admin"]!;
    const { hostname, port } = new URL(site.site.url);
    const { method = "GET", body, type } = options;
    const headers: Record<string, string> = { authorization: basic(user, password) };
    if (type) headers["content-type"] = type;
    if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
    return new Promise<{ status: number; text: string; location: string | undefined }>((resolve, reject) => {
      const call = ask({ hostname, port, method, path: `/wp-json${path}`, headers }, (response) => {
        let text = "";
        response.on("data", (data) => (text += String(data)));
        const { location } = response.headers;
        response.on("end", () => resolve({ status: response.statusCode!, text, location }));
      });
      call.on("error", reject);
      call.end(body);
    });
  }

  test("a file larger than a call is sent on to the service, not refused", async () => {
    const rows = `name,phone\n${"Ada,+15005550000\n".repeat(200_000)}`;
    const picture = `\xff\xd8\xff\xe0${"x".repeat(3_000_000)}`;
    for (const [path, type, body] of [
      ["/svc/v1/imports?dry_run=true", "text/csv", rows],
      ["/svc/v1/media", "image/jpeg", picture],
    ] as const) {
      const { status, location } = await raw(path, { method: "POST", type, body });
      expect([path, status]).toEqual([path, 307]);
      const stored = await fetch(location!, {
        method: "POST",
        headers: { "content-type": type },
        body: Buffer.from(body, "latin1"),
      });
      expect([path, stored.status]).toEqual([path, 201]);
    }
    const json = await raw("/svc/v1/send", { method: "POST", type: "application/json", body: rows });
    expect([json.status, JSON.parse(json.text).code]).toEqual([413, "payload_too_large"]);
  });

  test("what a program is known by opens no session in the console: it has no second factor, and perhaps fewer rights", async () => {
    const { user, password } = site.site.users["admin"]!;
    await writeFile(join(site.site.folder, "site/wp-content/mu-plugins/keys.php"), KEYS_OF_PROGRAMS);
    for (const headers of [{ authorization: basic(user, password) }, { "x-test-key": "read-only" }]) {
      for (const path of ["/", "/xmlrpc.php", "/wp-json/wc/v3"]) {
        const begun = await fetch(`${site.service().url}/sign-in`, { redirect: "manual" });
        const request = new URL(begun.headers.get("location")!);
        expect([request.origin, begun.status]).toEqual([site.site.url, 303]);
        request.pathname = path;
        const reply = await fetch(request, { redirect: "manual", headers: headers as Record<string, string> });
        const { pathname } = new URL(reply.headers.get("location") ?? "/none", site.site.url);
        expect([headers, path, pathname]).toEqual([headers, path, "/wp-login.php"]);
      }
    }
  });

  test("a key of WooCommerce identifies no user of the API, whatever else the address contains", async () => {
    await writeFile(join(site.site.folder, "site/wp-content/mu-plugins/woocommerce-keys.php"), KEYS_OF_WOOCOMMERCE);
    const { user, password } = site.site.users["admin"]!;
    const key = { "x-woocommerce-key": "read-only" };
    const status = async (path: string, headers: Record<string, string>) =>
      (await fetch(`${site.site.url}${path}`, { headers })).status;
    for (const address of ["/wp-json/svc/v1/groups?x=/wp-json/wc/", "/wp-json/svc/v1/groups?x=/wp-json/w%0ac/"]) {
      expect(await status(address, key)).toBe(401);
      expect(await status(address, { authorization: basic(user, password) })).not.toBe(401);
    }
    expect(await status("/wp-json/wp/v2/users/me?x=/wp-json/wc/", key)).toBe(200);
    const sent = await fetch(`${site.site.url}/wp-json/svc/v1/send?x=/wp-json/wc/`, {
      method: "POST",
      headers: { ...key, "content-type": "application/json" },
      body: JSON.stringify({ numbers: ["+4915123456780"], message: "from a key" }),
    });
    expect(sent.status).toBe(401);
    // The plugin's own routes for administrators: what WP SMS has stored, and the connection itself.
    for (const route of ["wp-sms?table=sms_subscribes&", "status?", "order-test?", "site-health?"]) {
      const address = `/wp-json/tidings/v1/${route}x=/wp-json/wc/`;
      expect([route, await status(address, key)]).toEqual([route, 403]);
      expect([route, await status(address, { authorization: basic(user, password) })]).toEqual([route, 200]);
    }
    const connection = () => site.site.php("echo wp_json_encode(get_option('tidings_connection'));");
    const before = await connection();
    const taken = await fetch(`${site.site.url}/wp-json/tidings/v1/connect?x=/wp-json/wc/`, {
      method: "POST",
      headers: { ...key, "content-type": "application/json" },
      body: JSON.stringify({ service_url: "https://elsewhere.example", secret: "A".repeat(43) }),
    });
    expect([taken.status, await connection()]).toEqual([403, before]);
  });

  test("a query is signed as it is sent, however it was encoded", async () => {
    for (const query of [
      "search=%c3%a4",
      "search=%7E%41%2d",
      "search[]=1&status[]=a",
      `search=a|b{}^\``,
      `search="x"`,
      "search=%",
      "search=%00",
      "search=ä",
      "",
    ]) {
      const { status } = await raw(`/svc/v1/groups?${query}`);
      // Its meaning is for the service to decide; the caller is known.
      expect([query, [200, 400].includes(status)]).toEqual([query, true]);
    }
  });

  test("a body that comes with GET or HEAD changes nothing", async () => {
    for (const method of ["GET", "HEAD"]) {
      const { status } = await raw("/svc/v1/credit", { method, body: '{"a":1}', type: "application/json" });
      expect([method, status]).toEqual([method, 200]);
    }
  });

  test("an oddly written path leads to the API or nowhere", async () => {
    for (const [path, wanted] of [
      [String.raw`/svc/v1/..\..\healthz`, [404]],
      [String.raw`/svc/v1/..%5c..%5chealthz`, [404]],
      ["/svc/v1/..%2f..%2fhealthz", [404]],
      ["/svc/v1//credit", [200, 404]],
      ["//svc/v1/credit", [200, 404]],
      ["/svc//v1/credit", [404]],
      ["/svc/v1/credit%00", [400, 404]],
      ["/svc/v1/credit?rest_route=/wp/v2/users/me", [200, 401]],
      ["/wp/v2/users/me?rest_route=/svc/v1/credit", [200]],
    ] as const) {
      const { status, text } = await raw(path);
      expect([path, (wanted as readonly number[]).includes(status)]).toEqual([path, true]);
      expect(text).not.toMatch(/"database"|"uptime/);
    }
  });

  test("a multipart form with more fields than PHP keeps is refused whole, not sent to some", async () => {
    const form = new FormData();
    form.set("message", "to all of them");
    for (let at = 0; at < 1_200; at += 1) form.append("numbers[]", `+1500555${1_000 + at}`);
    const answer = await site.call("/svc/v1/send", { body: form });
    expect([answer.status, answer.body.code]).toEqual([413, "payload_too_large"]);
    const put = new FormData();
    put.set("name", "Renamed");
    const renamed = await site.call(`/svc/v1/groups/${group}`, { method: "PUT", body: put });
    expect(renamed.status).toBeGreaterThanOrEqual(400);
    expect(renamed.body.code).not.toBe("unauthorized");
  });

  test("a call cannot change its method by a parameter or a header", async () => {
    for (const [path, headers] of [
      ["/svc/v1/groups?_method=POST&name=Made", {}],
      ["/svc/v1/groups?name=Made", { "x-http-method-override": "POST" }],
    ] as const) {
      expect((await site.call(path, { headers })).text).not.toContain('"Made"');
    }
    const groups = await site.call("/svc/v1/groups?per_page=100");
    expect(groups.text).not.toContain('"Made"');
  });

  const FORM = "/form/";
  let next = 100_000;
  async function offer() {
    const html = await (await stranger(site.site.url).get(FORM)).text();
    return { tidings_offer: hidden(html, "tidings_offer"), tidings_seal: hidden(html, "tidings_seal") };
  }
  /** One visitor requests a code for an unused number. */
  async function tries(sealed: Record<string, string>, address: string, more: Record<string, string> = {}) {
    next += 1;
    const answer = await fetch(site.site.url + FORM, {
      method: "POST",
      headers: { "x-test-address": address, ...more },
      body: new URLSearchParams({
        ...sealed,
        tidings_step: "form",
        tidings_name: "X",
        tidings_mobile: `+447700${next}`,
      }),
    });
    const page = await answer.text();
    return page.includes("We have sent a code") ? "sent" : page.includes("Too many attempts") ? "refused" : page;
  }
  const calm = () =>
    site.site.php(`global $wpdb; $wpdb->query("delete from $wpdb->options where option_name like '%tidings_tries%'");`);
  const sent = (results: readonly string[]) => results.filter((one) => one === "sent").length;

  /** Tries are counted per ten minutes of the clock: a test that met the end of such a window is repeated. */
  async function withinTenMinutes(story: () => Promise<string[]>): Promise<string[]> {
    const tenMinutes = () => Math.floor(Date.now() / 600_000);
    for (;;) {
      const began = tenMinutes();
      const results = await story();
      await calm();
      if (tenMinutes() === began) return results;
    }
  }
  const oneByOne = async (count: number, ask: (at: number) => Promise<string>) => {
    const results = [];
    for (let at = 1; at <= count; at += 1) results.push(await ask(at));
    return results;
  };

  test("one address that requests one by one gets ten codes, under whatever name", async () => {
    const sealed = await offer();
    const results = await withinTenMinutes(() =>
      oneByOne(12, (at) => tries(sealed, "192.0.2.7", { "x-forwarded-for": `198.51.100.${at}` })),
    );
    expect(results).toEqual([...Array(10).fill("sent"), "refused", "refused"]);
  });

  test("one address that requests all at once gets no more than ten codes", async () => {
    const sealed = await offer();
    const results = await withinTenMinutes(() =>
      Promise.all(Array.from({ length: 24 }, () => tries(sealed, "192.0.2.8"))),
    );
    // A request at the same moment as the eleventh may be refused with it: never one too many, sometimes one too few.
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(sent(results));
    expect(results.filter((one) => one === "refused")).toHaveLength(24 - sent(results));
  });

  test("an IPv6 network, where everyone has more addresses than there are numbers, counts as one", async () => {
    const sealed = await offer();
    const results = await withinTenMinutes(async () => [
      ...(await oneByOne(12, (at) => tries(sealed, `2001:db8:1:2::${at.toString(16)}`))),
      await tries(sealed, "2001:db8:1:3::1"),
    ]);
    expect(results).toEqual([...Array(10).fill("sent"), "refused", "refused", "sent"]);
  });

  test("the whole site has a limit, too, which it may set", async () => {
    await writeFile(
      join(site.site.folder, "site/wp-content/mu-plugins/limit.php"),
      `<?php add_filter( 'tidings_site_tries', function () { return 15; } );`,
    );
    const sealed = await offer();
    const results = await withinTenMinutes(() => oneByOne(17, (at) => tries(sealed, `192.0.2.${at}`)));
    expect(results).toEqual([...Array(15).fill("sent"), "refused", "refused"]);
  });

  test("people without rights see nothing of the connection, whichever way they try", async () => {
    const line = "$c=get_option('tidings_connection'); echo $c['secret'];";
    const secret = await site.site.php(line);
    expect(secret).toBe(site.secret);
    for (const as of [null, "subscriber", "editor", "only_svc_setting"]) {
      for (const path of [
        "/tidings/v1/connect?_method=POST&service_url=http://127.0.0.1:1&secret=x",
        "/tidings/v1/status",
        "/tidings/v1/recipients?ids=1",
        "/tidings/v1/roles",
        "/tidings/v1/site-health",
      ]) {
        expect([401, 403]).toContain((await site.call(path, { as })).status);
      }
      const settings = await site.call("/wp/v2/settings", { as });
      expect(settings.text).not.toContain(secret);
    }
    expect((await site.call("/wp/v2/settings")).text).not.toContain(secret);
    const loaded = await site.site.php(`echo wp_json_encode(wp_load_alloptions());`);
    expect(loaded).not.toContain(secret);
    const users = await site.call("/wp/v2/users", { as: null });
    expect(users.text).not.toMatch(/tidings_mobile|tidings-service/);
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.site.complaints()).toEqual([]);
  });
});
