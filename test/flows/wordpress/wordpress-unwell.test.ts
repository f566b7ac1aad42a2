import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { passOver } from "../../support/contract/replies.ts";
import { basic } from "../../support/people/people.ts";
import { dashboardBox, hidden, signIn, stranger, type Visitor } from "../../support/wordpress/browser.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";
import { startWordPress, type WordPressSite } from "../../support/wordpress/site.ts";

if (wordpressMissing) process.stdout.write(`skipped: a broken service behind a real WordPress (${wordpressMissing})\n`);

const SCREEN = "/wp-admin/options-general.php?page=tidings";

describe.skipIf(wordpressMissing)("what a service does to the site when it is broken or was taken over", () => {
  // Whatever answers there is not the service.
  for (const path of ["credit", "messages"]) passOver(path);

  let site: WordPressSite;
  let service: Server;
  let admin: Visitor;
  let answer = (response: ServerResponse): void => void response.end();
  /** Calls received. */
  let calls: string[] = [];
  beforeAll(async () => {
    site = await startWordPress({ workers: 4 });
    service = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      request.resume();
      answer(response);
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    admin = await signIn(site.url, "admin");
    const service_url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const made = await call("/tidings/v1/connect", { service_url, secret: randomBytes(32).toString("base64url") });
    expect(made.status).toBe(200);
    const content = `[tidings_subscribe group="1,2"]`;
    await call("/wp/v2/pages", { title: "form", slug: "form", status: "publish", content });
  });
  beforeEach(async () => {
    calls = [];
    await site.php(
      `update_option('tidings_silent_until',0); update_option('tidings_pages_wait',0); delete_option('tidings_group_names');`,
    );
  });
  afterAll(async () => {
    service.closeAllConnections();
    service.close();
    await site.stop();
  });

  async function call(path: string, json?: unknown, method = json === undefined ? "GET" : "POST") {
    const { user, password } = site.users["admin"]!;
    const headers: Record<string, string> = { authorization: basic(user, password) };
    if (json !== undefined) headers["content-type"] = "application/json";
    return fetch(site.api(path), { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) });
  }
  const json = (response: ServerResponse, body: unknown, status = 200): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const page = async (path: string): Promise<string> => (await admin.get(path)).text();

  test("a page from it is never a page of the site, and its headers have no effect here", async () => {
    const wicked = {
      "set-cookie": "wordpress_logged_in=x",
      "clear-site-data": '"*"',
      "access-control-allow-origin": "https://evil.example",
      "x-accel-redirect": "/wp-config.php",
      "x-sendfile": "/etc/passwd",
      status: "500 Wicked",
      refresh: "0;url=https://evil.example",
      "service-worker-allowed": "/",
      "strict-transport-security": "max-age=99999999; includeSubDomains",
      "content-security-policy": "default-src *",
      "x-custom": "stays",
    };
    answer = (response) => {
      response
        .writeHead(200, { "content-type": "text/html", ...wicked })
        .end("<script>alert(document.domain)</script>");
    };
    const got = await call("/svc/v1/credit");
    expect([got.status, got.headers.get("x-custom")]).toEqual([200, "stays"]);
    expect(got.headers.get("content-security-policy")).toContain("sandbox");
    expect(got.headers.get("content-security-policy")).not.toContain("*");
    expect(got.headers.get("x-content-type-options")).toBe("nosniff");
    expect(got.headers.get("cache-control")).toBe("no-store");
    const passed = Object.keys(wicked).filter((name) => got.headers.has(name));
    expect(passed.toSorted()).toEqual(["content-security-policy", "x-custom"]);
  });

  test("one of another version is distinguished from one with another code, and which of the two to update", async () => {
    const says = async (data: object): Promise<string> => {
      answer = (response) => json(response, { status: "error", code: "unauthorized", message: "…", data }, 401);
      return site.php(`$s = Tidings\\state_of_connection(); echo (int) $s['good'] . ' ' . $s['message'];`);
    };
    // The response of a service before version 2 of the signature.
    expect(await says({ status: 401, signature: "forged" })).toMatch(/^0 .*older than this plugin.*Update the service/);
    expect(await says({ signature: "outdated", signature_version: 3 })).toMatch(/^0 .*newer.*Update the plugin/);
    expect(await says({ signature: "forged", signature_version: 3 })).toMatch(/^0 .*newer.*Update the plugin/);
    expect(await says({ signature: "forged", signature_version: 2 })).toMatch(/^0 .*secret differs/);
    expect(await says({})).toMatch(/^0 .*secret differs/);
  });

  test("a response without end is cut off, not stored", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const piece = Buffer.alloc(1 << 20, "a");
      const more = (): void => {
        if (!response.destroyed) response.write(piece, more);
      };
      more();
    };
    const got = await call("/svc/v1/credit");
    expect([got.status, ((await got.json()) as any).code]).toEqual([503, "host_unavailable"]);
  });

  test("its messages are escaped, whatever their form", async () => {
    const odd: unknown[] = [
      "text",
      7,
      [],
      { data: "text" },
      { data: { items: "text", credit: ["x"], unit: { a: 1 } } },
      { data: { items: ["text", { id: ["x"], message: { a: 1 }, recipient: [], status: 7, created_at: [] }] } },
      { message: ["x"], code: {} },
    ];
    for (const body of odd) {
      answer = (response) => json(response, body);
      await site.php(`delete_option('tidings_group_names');`);
      for (const path of ["/form/", SCREEN, "/wp-admin/index.php"]) {
        const got = await admin.get(path);
        expect([body, path, got.status]).toEqual([body, path, 200]);
        expect(await got.text()).toContain("</html>");
      }
      expect([body, (await dashboardBox(admin)).status]).toEqual([body, 200]);
    }
    expect(await site.complaints()).toEqual([]);
  });

  test("one that accepts calls and never responds delays one page, not the site", async () => {
    answer = () => {};
    // One visitor may wait two seconds for the names of the groups, the others do not request them.
    const first = stranger(site.url).get("/form/");
    await expect.poll(() => calls.length).toBe(1);
    await Promise.all([first, ...[1, 2, 3].map(() => stranger(site.url).get("/form/"))]);
    expect(calls).toHaveLength(1);
    // Nor does any page after it, however long ago that was.
    await site.php(`update_option('tidings_pages_wait', time()-3600); delete_option('tidings_group_names');`);
    await stranger(site.url).get("/form/");
    expect(await page(SCREEN)).toContain("does not answer at the moment");
    expect(await page("/wp-admin/index.php")).toContain('class="tidings-dashboard"');
    expect(calls).toHaveLength(1);
    // A user who requests it waits, and so does the box on the dashboard, alone; once, for all who come then.
    const again = /href="([^"]+_wpnonce[^"]+)"[^>]*>Try again</.exec(await page(SCREEN))![1]!;
    const { pathname, search } = new URL(again.replaceAll(/&(?:#038|amp);/g, "&"));
    expect(await page(pathname + search)).toContain("does not answer at the moment");
    expect(calls).toHaveLength(2);
    // It is left alone for ten seconds, all of which a busy computer needs.
    await site.php(
      `if (get_option('tidings_silent_until') > time()) update_option('tidings_silent_until', time()+600); update_option('tidings_pages_wait', time()+600);`,
    );
    expect(await (await dashboardBox(admin)).text()).toContain("does not answer at the moment");
    const answers = await Promise.all(Array.from({ length: 8 }, () => call("/svc/v1/credit")));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(calls).toHaveLength(2);
    // When the time is over, one request checks it, and finds it healthy again.
    answer = (response) => json(response, { data: {} });
    await site.php(`update_option('tidings_silent_until', time()-1);`);
    expect((await call("/svc/v1/credit")).status).toBe(200);
    expect((await call("/svc/v1/credit")).status).toBe(200);
    expect(await page(SCREEN)).not.toContain("does not answer");
  });

  test("the background detects that it is healthy again, and until then checks again and again", async () => {
    answer = (response) => response.destroy();
    await site.php(`update_option('tidings_pages_wait', 1); wp_clear_scheduled_hook('tidings_probe');`);
    const probe = () =>
      site.php(
        `do_action('tidings_probe'); echo json_encode([(int) get_option('tidings_pages_wait') > 0, (bool) wp_next_scheduled('tidings_probe')]);`,
      );
    expect(await probe()).toBe("[true,true]");
    answer = (response) => json(response, { data: {} });
    await site.php(`wp_clear_scheduled_hook('tidings_probe');`);
    expect(await probe()).toBe("[false,false]");
    expect(calls).toHaveLength(2);
  });

  test("while only its provider hangs, calls and pages do not take the service for one that is away", async () => {
    answer = (response) => {
      if (!calls.at(-1)!.includes("/credit")) json(response, { data: { items: [{ kind: "twilio" }] } });
    };
    expect(await (await dashboardBox(admin)).text()).toContain("Credit: not known");
    expect(await page(SCREEN)).toContain("The service answers");
    await site.php(`update_option('tidings_pages_wait', 1); do_action('tidings_probe');`);
    const waits = `echo json_encode([(int) get_option('tidings_silent_until'), (int) get_option('tidings_pages_wait')]);`;
    expect(await site.php(waits)).toBe("[0,0]");
  });

  test("the names of the groups stay while it is away", async () => {
    answer = (response) => json(response, { data: { items: [{ id: 1, name: "News" }] } });
    expect(await (await stranger(site.url).get("/form/")).text()).toContain(" News</label>");
    answer = (response) => json(response, {}, 503);
    await site.php(`$n=get_option('tidings_group_names'); $n['until']=0; update_option('tidings_group_names',$n);`);
    expect(await (await stranger(site.url).get("/form/")).text()).toContain(" News</label>");
    expect(calls).toHaveLength(2);
  });

  test("changing rights does not wait for it", async () => {
    answer = () => {};
    const path = `/wp/v2/users/${site.users["only_svc_inbox"]!.id}/application-passwords`;
    const spent: number[] = [];
    for (let turn = 1; turn <= 5; turn += 1) {
      const { uuid } = (await (await call(path, { name: `Turn ${turn}` })).json()) as { uuid: string };
      const began = performance.now();
      expect((await call(`${path}/${uuid}`, {}, "DELETE")).status).toBe(200);
      spent.push(performance.now() - began);
    }
    // Each would wait for a second, whatever else the computer does.
    expect(Math.min(...spent)).toBeLessThan(900);
    await expect.poll(() => calls).toEqual(Array(5).fill("POST /svc/v1/host/revocations"));
  });

  test("a site that may make no outgoing calls says so to its administrator", async () => {
    const file = join(site.folder, "site/wp-content/mu-plugins/blocked.php");
    await writeFile(file, `<?php add_filter( 'block_local_requests', '__return_true' );`);
    try {
      await expect.poll(() => page(SCREEN)).toContain("WP_HTTP_BLOCK_EXTERNAL");
      const got = await call("/svc/v1/credit");
      expect([got.status, (await got.text()).includes("BLOCK")]).toEqual([503, false]);
    } finally {
      await writeFile(file, "<?php");
    }
  });

  test("a page that fails after the form was sent does not break the form", async () => {
    answer = (response) => response.destroy();
    const html = await (await stranger(site.url).get("/form/")).text();
    const sent = await stranger(site.url).post("/form/", {
      tidings_offer: hidden(html, "tidings_offer"),
      tidings_seal: hidden(html, "tidings_seal"),
      tidings_step: "form",
      tidings_name: "X",
      tidings_mobile: "+447700900123",
      "tidings_groups[]": "1",
    });
    expect([sent.status, (await sent.text()).includes("does not work at the moment")]).toEqual([200, true]);
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.complaints()).toEqual([]);
  });
});
