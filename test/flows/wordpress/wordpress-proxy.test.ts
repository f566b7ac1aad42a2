import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { endpoints, type EndpointDeps } from "#api/v1/index";

import { basic } from "../../support/people/people.ts";
import { eventually } from "../../support/service/processes.ts";
import { startConnected, type ConnectedSite, type SiteCall } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: the API inside a real WordPress (${wordpressMissing})\n`);

const CAPABILITIES = ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_inbox", "svc_setting"] as const;
/** The service's own users are stored elsewhere here. */
const routes = endpoints({ host: {} } as EndpointDeps).filter(({ access }) => access !== "svc_users");
const pathOf = (path: string): string =>
  `/svc/v1${path.replaceAll("{uuid}", "00000000-0000-4000-8000-000000000000").replaceAll(/\{\w+\}/g, "999999")}`;

describe.skipIf(wordpressMissing)("the API inside a real WordPress", () => {
  let site: ConnectedSite;
  beforeAll(async () => {
    site = await startConnected({ TIDINGS_COMPAT: "wpsms" });
  });
  afterAll(async () => {
    await site.stop();
  });

  test("refuses strangers and wrong passwords at every endpoint, in the API's own format", async () => {
    const wrong = { user: "admin", password: "abcd efgh ijkl mnop qrst uvwx" };
    for (const { method, path, access } of routes) {
      if (access === "public") continue;
      for (const as of [null, wrong]) {
        const answer = await site.call(pathOf(path), { as, method, ...(method !== "GET" && { json: {} }) });
        const seen = [method, path, answer.status, answer.body.code, answer.headers.get("www-authenticate")];
        // After this many wrong passwords from one address no more are checked.
        if (answer.status === 429) expect(as).toBe(wrong);
        else expect(seen).toEqual([method, path, 401, "unauthorized", expect.stringMatching(/^Basic /)]);
      }
    }
  });

  test("requires exactly the capability that each endpoint names", async () => {
    for (const { method, path, access } of routes) {
      if (!(CAPABILITIES as readonly string[]).includes(access)) continue;
      for (const capability of CAPABILITIES) {
        const as = `only_${capability}`;
        // A stream and a file are sent on to the service.
        const there = { redirect: "follow", ...(method !== "GET" && { json: {} }) } as const;
        const answer = await site.call(pathOf(path), { as, method, ...there });
        const refused = answer.status === 401 || (answer.status === 403 && answer.body.data.capability !== undefined);
        expect([method, path, as, refused]).toEqual([method, path, as, capability !== access]);
      }
    }
  });

  test("returns the same bytes as the service itself, whatever the method and however broken the body", async () => {
    const admin = site.site.users["admin"]!;
    const cases: readonly [string, SiteCall][] = [
      ["/svc/v1/credit", {}],
      ["/svc/v1/credit/", {}],
      ["/svc/v1/groups?per_page=5&search=%C3%A4+b%26c&page=1", {}],
      ["/svc/v1/outbox?per_page=1&unknown=1&date_from=nonsense", {}],
      ["/svc/v1/send", { body: "{bad", headers: { "content-type": "application/json" } }],
      ["/svc/v1/send", { body: "<xml/>", headers: { "content-type": "text/xml" } }],
      [
        "/svc/v1/send",
        { body: "message=&numbers=abc", headers: { "content-type": "application/x-www-form-urlencoded" } },
      ],
      ["/svc/v1/send", { json: { mesage: "x", numbers: ["+15005550000"] } }],
      ["/svc/v1/send", { method: "DELETE", json: { a: 1 } }],
      ["/svc/v1/nowhere%2Fat/all", {}],
      ["/svc/v1/credit", { headers: { accept: "application/problem+json" }, method: "PUT", json: {} }],
      ["/svc/v1/webhook?webhook_url=https%3A%2F%2Fexample.org%2Fx&type=new_sms", { method: "DELETE" }],
      ["/svc/v1/credit", { method: "OPTIONS" }],
      ["/svc/v1/send", { body: '{"message":"no type","numbers":["abc"]}', headers: { "content-type": "" } }],
      ["/svc/v1/send", { json: { message: "x", numbers: ["abc"] }, headers: { "idempotency-key": "\u00fc  \u00f6" } }],
      ["/svc/v1/send", { json: { message: "x", numbers: ["abc"] }, headers: { prefer: "handling=strict, \u00ff" } }],
    ];
    const same = (text: string): string =>
      text
        .replaceAll(/"(checked_at|request_id|created_at)":"[^"]*"/g, '"$1":"…"')
        .replaceAll(/req_\w+/g, "req_…")
        // A site links to the pages by its own address.
        .replaceAll(/"(docs|type)":"[^"#]*#/g, '"$1":"…#');
    for (const [path, call] of cases) {
      const inside = await site.call(path, call);
      const body = call.json === undefined ? (call.body as string | undefined) : JSON.stringify(call.json);
      const outside = await site.direct(path.slice("/svc/v1".length), {
        method: inside.status === 0 ? "GET" : (call.method ?? (body === undefined ? "GET" : "POST")),
        headers: {
          authorization: basic(admin.user, admin.password),
          ...(call.json !== undefined && { "content-type": "application/json" }),
          ...call.headers,
        },
        ...(body !== undefined && { body }),
      });
      expect([path, inside.status, same(inside.text)]).toEqual([path, outside.status, same(outside.text)]);
    }
  });

  test("accepts umlauts, quotes and backslashes in JSON, forms and multipart forms as they were written", async () => {
    const texts = [`J "q" 'a' \\n ä€`, `F "q" 'a' \\n ä€`, `M "q" 'a' \\n ä€`];
    const to = "+15005550000";
    const multipart = new FormData();
    multipart.set("message", texts[2]!);
    multipart.append("numbers[]", to);
    const answers = [
      await site.call("/svc/v1/send", { json: { message: texts[0], numbers: [to] } }),
      await site.call("/svc/v1/send", {
        body: new URLSearchParams({ message: texts[1]!, numbers: to }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
      await site.call("/svc/v1/send", { body: multipart }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await eventually(async () => {
      const { body } = await site.call("/svc/v1/outbox?per_page=10");
      const seen = body.data.items.map((item: { message: string }) => item.message);
      return texts.every((text) => seen.includes(text));
    });
  });

  test("keeps the Idempotency-Key, so that a repeated call sends nothing", async () => {
    const call = {
      json: { message: "once", numbers: ["+15005550000"] },
      headers: { "idempotency-key": "wordpress-1" },
    };
    const first = await site.call("/svc/v1/send", call);
    const second = await site.call("/svc/v1/send", call);
    expect(second.body.data.message_id).toBe(first.body.data.message_id);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    const byAnother = await site.call("/svc/v1/send", { ...call, as: "only_svc_sendsms" });
    expect(byAnother.body.data.message_id).not.toBe(first.body.data.message_id);
  });

  test("handles twenty concurrent sends with two PHP workers, and the site is not queried", async () => {
    const before = (await site.site.requests()).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        site.call("/svc/v1/send", { json: { message: `parallel ${at}`, numbers: [`+1500555${1000 + at}`] } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.data.message_id)).size).toBe(20);
    const since = (await site.site.requests()).slice(before);
    expect(since.filter((line) => line !== "POST /wp-json/svc/v1/send 200")).toEqual([]);
  });

  test("forged principals and signatures of a client never reach the service", async () => {
    const principal = Buffer.from(JSON.stringify({ id: 1, capabilities: CAPABILITIES })).toString("base64url");
    const headers = {
      "x-tidings-principal": principal,
      "x-tidings-signature": "v1=00",
      "x-tidings-address": "1.2.3.4",
    };
    expect((await site.call("/svc/v1/credit", { as: "subscriber", headers })).status).toBe(403);
    expect((await site.call("/svc/v1/credit", { as: null, headers })).status).toBe(401);
    expect((await site.direct("/credit", { headers })).status).toBe(401);
  });

  test("no path leads out of the API", async () => {
    const { hostname, port } = new URL(site.site.url);
    for (const path of [
      "/svc/v1/../../healthz",
      "/svc/v1/%2e%2e/%2E./healthz",
      "/svc/v1/..",
      "/svc/v1/./credit",
      "/svc/v1/credit/..?x=1",
    ]) {
      // fetch() would resolve it before it is sent.
      const request = get({ hostname, port, path: `/wp-json${path}` });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      response.resume();
      expect([path, response.statusCode]).toEqual([path, path.includes("../..") ? expect.any(Number) : 404]);
      expect(response.headers["content-type"]).toContain("json");
    }
    const inQuery = await fetch(`${site.site.url}/?rest_route=/svc/v1/../../healthz`);
    expect([inQuery.status, ((await inQuery.json()) as any).code]).toEqual([404, "no_route"]);
  });

  test("a page of another origin may call as it may every route of the site, and never with the cookie alone", async () => {
    const headers = { origin: "https://shop.example" };
    const preflight = await site.call("/svc/v1/credit", { as: null, method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Idempotency-Key");
    expect((await site.call("/svc/v1/credit", { headers })).headers.get("access-control-allow-origin")).not.toBeNull();
    expect((await site.call("/svc/v1/credit")).headers.get("access-control-allow-origin")).toBeNull();
    expect((await site.call("/")).body.namespaces).toContain("svc/v1");
  });

  test("does nothing for a page of another site that makes a browser send its stored credentials", async () => {
    const form = "message=Hello&numbers=%2B15005550000";
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const send = (headers: Record<string, string>, path = "/svc/v1/send") =>
      site.call(path, { method: "POST", body: form, headers: { ...type, ...headers } });
    const own = new URL(site.site.url).origin;
    for (const headers of [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const answer = await send(headers);
      expect([headers, answer.status, answer.body.code]).toEqual([headers, 403, "foreign_origin"]);
      expect((await send(headers, "/wpsms/v1/send")).status).toBe(403);
    }
    for (const headers of [{}, { origin: own }, { origin: own, "sec-fetch-site": "same-origin" }]) {
      expect([headers, (await send(headers)).status]).toEqual([headers, 200]);
    }
    // As for every other route: an unauthenticated caller is told so.
    expect((await site.call("/svc/v1/send", { as: null, json: {}, headers: { origin: "null" } })).status).toBe(401);
  });

  test("answers in the language of WP SMS, if the service speaks it and that plugin is gone", async () => {
    const credit = await site.call("/wpsms/v1/credit");
    expect([credit.status, credit.body]).toEqual([200, { credit: expect.anything(), creditSupported: true }]);
    expect((await site.call("/wpsms/v1/credit", { as: "subscriber" })).status).toBe(403);
    await site.site.php(
      `update_option('active_plugins', array_merge(get_option('active_plugins'), ['wp-sms/wp-sms.php']));`,
    );
    expect((await site.call("/wpsms/v1/credit")).body.code).toBe("rest_no_route");
    await site.site.php(
      `update_option('active_plugins', array_values(array_diff(get_option('active_plugins'), ['wp-sms/wp-sms.php'])));`,
    );
  });

  test("a role that is named like a capability grants nothing", async () => {
    await site.site.php(
      `add_role('svc_setting','Trap',['read'=>true]); $u=new WP_User(get_user_by('login','author')->ID); $u->add_role('svc_setting');`,
    );
    expect((await site.call("/svc/v1/credit", { as: "author" })).status).toBe(403);
    await site.site.php(
      `$u=new WP_User(get_user_by('login','author')->ID); $u->remove_role('svc_setting'); remove_role('svc_setting');`,
    );
  });

  test("sends a stream's client to the service itself, with an address that is valid for that call alone", async () => {
    const sent = await site.call("/svc/v1/send", { json: { message: "watch", numbers: ["+15005550000"] } });
    const path = `/svc/v1/messages/${sent.body.data.message_id}/progress`;
    const headers = { accept: "text/event-stream" };
    const redirected = await site.call(`${path}?_x=%C3%A4`, { headers });
    expect(redirected.status).toBe(307);
    const location = redirected.headers.get("location")!;
    expect(location).toMatch(new RegExp(`^${site.service().url}${path}\\?_x=%C3%A4&tidings_principal=`));
    const stream = await fetch(location, { headers });
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, expect.stringContaining("event-stream")]);
    await stream.body!.cancel();
    for (const other of [
      location.replace("_x=%C3%A4", "_x=1"),
      location.replace("/progress", ""),
      location.replace(/tidings_expires=\d+/, "tidings_expires=9999999999"),
    ]) {
      expect((await fetch(other, { headers })).status).toBe(401);
    }
    expect((await fetch(location, { method: "POST", headers })).status).toBeGreaterThanOrEqual(400);
    // A caller unknown to the site gets no address.
    expect((await site.call(path, { headers, as: null })).status).toBe(401);
  });

  test("waits for no stream and no long file itself, whatever the call accepts and however its path is written", async () => {
    for (const path of [
      "/svc/v1/events",
      "/svc/v1/%65vents/?topics=status",
      "/svc/v1/messages/msg_00000000-0000-4000-8000-000000000000/progress",
      "/svc/v1/imports/job_00000000-0000-4000-8000-000000000000/errors",
    ]) {
      const answer = await site.call(path, { as: "only_svc_subscribers", headers: { accept: "*/*" } });
      expect([path, answer.status]).toEqual([path, 307]);
    }
    expect(await site.site.php("echo (int) get_option('tidings_silent_until');")).toBe("0");
  });

  test("recognizes a signed-in person by cookie and nonce, and nobody by the cookie alone", async () => {
    const browser = await site.site.signIn("admin");
    const nonce = /createNonceMiddleware\( "([0-9a-f]+)"/.exec(
      await (await browser.get("/wp-admin/post-new.php")).text(),
    )![1]!;
    const url = site.site.api("/svc/v1/credit");
    expect((await browser.fetch(url, { headers: { "x-wp-nonce": nonce } })).status).toBe(200);
    expect((await browser.fetch(`${url}?_wpnonce=${nonce}&_locale=user`)).status).toBe(200);
    expect((await browser.fetch(url)).status).toBe(401);
    expect((await browser.fetch(url, { headers: { "x-wp-nonce": "0123456789" } })).status).toBe(401);
  });

  test("looks numbers up only for the service's own user", async () => {
    const service = { user: site.made.service_user, password: site.made.application_password };
    await site.site.php(
      `update_user_meta(${site.site.users["customer"]!.id},'billing_phone',' 07700 900111 ');
       update_user_meta(${site.site.users["editor"]!.id},'tidings_mobile','+447700900112');
       update_user_meta(${site.site.users["customer"]!.id},'billing_country','GB');
       update_user_meta(${site.site.users["editor"]!.id},'billing_country','AT');
       update_user_meta(${site.site.users["editor"]!.id},'billing_phone','ignored');`,
    );
    for (const as of [null, "admin", "only_svc_sendsms"]) {
      expect((await site.call("/tidings/v1/recipients?ids=1", { as })).status).toBeGreaterThanOrEqual(401);
    }
    const { customer, editor, author } = site.site.users;
    const byId = await site.call(`/tidings/v1/recipients?ids=${editor!.id},${customer!.id},999`, { as: service });
    expect(byId.body).toEqual({
      items: [
        { id: editor!.id, phone: "+447700900112", country: null, roles: ["editor"] },
        { id: customer!.id, phone: "07700 900111", country: "GB", roles: ["customer"] },
      ],
      next: null,
    });
    const first = await site.call("/tidings/v1/recipients?roles=customer,author,editor&limit=2", { as: service });
    expect([first.body.items.map((one: { id: number }) => one.id), first.body.next]).toEqual([
      [editor!.id, author!.id],
      author!.id,
    ]);
    const rest = await site.call(`/tidings/v1/recipients?roles=customer,author,editor&after=${author!.id}`, {
      as: service,
    });
    expect(rest.body.items.map((one: { id: number }) => one.id)).toEqual([customer!.id]);
    const hostile = [
      `/tidings/v1/recipients?roles=${encodeURIComponent("x' OR '1'='1")}`,
      "/tidings/v1/recipients?ids=1 OR 1",
    ];
    for (const path of [...hostile, "/tidings/v1/recipients", "/tidings/v1/recipients?ids=1&limit=5001"]) {
      expect((await site.call(path, { as: service })).status).toBe(400);
    }
    const roles = await site.call("/tidings/v1/roles", { as: service });
    expect(roles.body.items).toContainEqual({ name: "customer", label: "Customer" });
  });

  test("a revoked application password and a removed capability are ineffective at once, past the site too", async () => {
    const { user, password, uuid, id } = site.site.users["only_svc_outbox"]!;
    const direct = () => site.direct("/outbox", { headers: { authorization: basic(user, password) } });
    expect((await direct()).status).toBe(200);
    await site.site.php(`(new WP_User(${id}))->set_role('subscriber');`);
    // Long before it would have queried by itself: the site's answers are cached for 30 s.
    await eventually(async () => (await direct()).status === 403, 25_000);
    expect((await site.call("/svc/v1/outbox", { as: "only_svc_outbox" })).status).toBe(403);
    await site.site.php(`WP_Application_Passwords::delete_application_password(${id}, '${uuid}');`);
    await eventually(async () => (await direct()).status === 401, 25_000);
    expect((await site.call("/svc/v1/outbox", { as: "only_svc_outbox" })).status).toBe(401);
  });

  test("works without permalinks", async () => {
    await site.site.php(`update_option('permalink_structure','');`);
    try {
      const admin = site.site.users["admin"]!;
      const headers = { authorization: basic(admin.user, admin.password) };
      const base = `${site.site.url}/index.php?rest_route=`;
      const answer = await fetch(`${base}/svc/v1/groups&search=a%26b&per_page=3`, { headers });
      expect([answer.status, ((await answer.json()) as any).data.pagination.per_page]).toEqual([200, 3]);
      const encoded = await fetch(`${site.site.url}/?per_page=2&rest_route=%2Fsvc%2Fv1%2Fgroups`, { headers });
      expect(((await encoded.json()) as any).data.pagination.per_page).toBe(2);
    } finally {
      await site.site.php(`update_option('permalink_structure','/%postname%/');`);
    }
  });

  test("returns 503 in the API's format while the service is away, and works again after it", async () => {
    await site.service().kill("SIGKILL");
    const answer = await site.call("/svc/v1/send", { json: { message: "x", numbers: ["+15005550000"] } });
    expect([answer.status, answer.body]).toEqual([
      503,
      expect.objectContaining({
        status: "error",
        code: "host_unavailable",
        data: { status: 503, params: {}, details: [] },
      }),
    ]);
    expect(JSON.stringify({ ...answer.body, docs: "" })).not.toMatch(/127\.0\.0\.1|curl|cURL/);
    await site.restart();
    expect((await site.call("/svc/v1/credit")).status).toBe(200);
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.site.complaints()).toEqual([]);
  });
});
