import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "../../support/service/processes.ts";
import { dashboardBox, hidden, signIn, stranger, type Visitor } from "../../support/wordpress/browser.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing)
  process.stdout.write(`skipped: the companion's screens in a real WordPress (${wordpressMissing})\n`);

const SCREEN = "/wp-admin/options-general.php?page=tidings";
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

describe.skipIf(wordpressMissing)("the companion's screens", () => {
  let site: ConnectedSite;
  let admin: Visitor;
  let editor: Visitor;
  beforeAll(async () => {
    // With a real gateway as its fallback, the sandbox causes no warning.
    site = await startConnected({
      TIDINGS_GATEWAY:
        "failover(sandbox://default?receipt_ms=5&credit=1000000&keep=50000 twilio://AC1:x@127.0.0.1:9?from=Shop)",
    });
    admin = await signIn(site.site.url, "admin");
    editor = await signIn(site.site.url, "editor");
  });
  afterAll(async () => {
    await site.stop();
  });

  const html = async (person: Visitor, path: string): Promise<string> => (await person.get(path)).text();
  /** Fills one of the screen's forms as a browser would. */
  async function submit(person: Visitor, action: string, fields: Record<string, string | readonly string[]>) {
    const page = await html(person, SCREEN);
    const form = page.slice(page.indexOf(`name="action" value="${action}"`));
    const answer = await person.post("/wp-admin/admin-post.php", {
      action,
      _wpnonce: hidden(form, "_wpnonce"),
      ...fields,
    });
    return html(
      person,
      new URL(answer.headers.get("location")!).pathname + new URL(answer.headers.get("location")!).search,
    );
  }

  test("the settings screen says that the connection works, and is for administrators only", async () => {
    const page = await html(admin, SCREEN);
    expect(page).toContain("The service answers. Credit: 1,000,000 messages at sandbox.");
    expect(page).not.toContain(site.secret);
    expect(page).not.toContain("no phone gets a text");
    expect((await editor.get(SCREEN)).status).toBe(403);
  });

  test("an address that contains the path of the API already is refused with a sentence, and the connection stays", async () => {
    const stored = () => site.site.php(`echo json_encode(get_option('tidings_connection'));`);
    const before = await stored();
    for (const service_url of ["https://sms.example.com/svc/v1", "http://127.0.0.1:9/messages/svc/v1/"]) {
      const refused = await site.call("/tidings/v1/connect", { json: { service_url, secret: site.secret } });
      const message = "Enter the address before /svc/v1, which is appended to it.";
      expect([refused.status, refused.body.message]).toEqual([400, message]);
    }
    expect(await stored()).toBe(before);
  });

  test("forms without a nonce, with another form's nonce or by an editor change nothing", async () => {
    const page = await html(admin, SCREEN);
    const roles = page.slice(page.indexOf('name="action" value="tidings_roles"'));
    for (const [person, action, nonce] of [
      [admin, "tidings_disconnect", ""],
      [admin, "tidings_disconnect", hidden(roles, "_wpnonce")],
      [editor, "tidings_roles", hidden(roles, "_wpnonce")],
      [stranger(site.site.url), "tidings_connect", ""],
    ] as const) {
      const answer = await person.post("/wp-admin/admin-post.php", {
        action,
        _wpnonce: nonce,
        "grant[editor][]": "svc_sendsms",
        service_url: "http://127.0.0.1:1",
      });
      expect([400, 403]).toContain(answer.status);
    }
    expect((await site.call("/svc/v1/credit")).status).toBe(200);
    expect((await site.call("/svc/v1/outbox", { as: "editor" })).status).toBe(403);
    // The connect route is also limited to the administrator.
    const body = { service_url: site.service().url, secret: randomBytes(32).toString("base64url") };
    for (const as of [null, "editor", "only_svc_setting"]) {
      expect([401, 403]).toContain((await site.call("/tidings/v1/connect", { as, json: body })).status);
    }
    const forged = await admin.fetch(site.site.api("/tidings/v1/connect"), {
      method: "POST",
      body: new URLSearchParams(body),
    });
    expect(forged.status).toBe(401);
  });

  test("roles get the checked capabilities, and lose the others", async () => {
    const fields = {
      "grant[editor][]": ["svc_outbox", "svc_nonsense", "manage_options"],
      "grant[administrator][]": [],
    };
    expect(await submit(admin, "tidings_roles", fields)).toContain("Saved.");
    expect((await site.call("/svc/v1/outbox", { as: "editor" })).status).toBe(200);
    expect(await site.site.php(`echo (int) get_role('editor')->has_cap('manage_options');`)).toBe("0");
    expect(await site.site.php(`echo (int) get_role('editor')->has_cap('svc_nonsense');`)).toBe("0");
    expect((await site.call("/svc/v1/credit", { as: "admin" })).status).toBe(200);
    expect((await site.call("/svc/v1/credit", { as: "only_svc_setting" })).status).toBe(403);
    await submit(admin, "tidings_roles", { "grant[only_svc_setting][]": "svc_setting" });
    expect((await site.call("/svc/v1/outbox", { as: "editor" })).status).toBe(403);
    expect((await site.call("/svc/v1/credit", { as: "only_svc_setting" })).status).toBe(200);
  });

  test("connects manually, shows the service's line once, and says what is wrong with an address", async () => {
    const url = site.service().url;
    await submit(admin, "tidings_disconnect", {});
    expect((await site.call("/svc/v1/credit")).status).toBe(503);
    for (const [bad, why] of [
      ["http://sms.example.com", "Use https"],
      ["ftp://127.0.0.1", "looks like"],
      ["https://user:pass@sms.example.com", "looks like"],
      [`javascript:alert(1)//${HOSTILE}`, "looks like"],
    ] as const) {
      const page = await submit(admin, "tidings_connect", { service_url: bad, secret: site.secret });
      expect(page).toContain(why);
      expect(page).not.toContain("<script>alert");
    }
    expect(await submit(admin, "tidings_connect", { service_url: url, secret: "short" })).toContain("43 letters");
    const page = await submit(admin, "tidings_connect", { service_url: `${url}/`, secret: site.secret });
    expect(page).toMatch(
      /TIDINGS_PLATFORM=(?:'|&#039;)wordpress\+http:\/\/127\.0\.0\.1:\d+\?service=tidings-service:\w{24}&amp;secret=/,
    );
    expect(page).toContain("One more step");
    const next = await html(admin, SCREEN);
    expect(next).toContain("The service answers.");
    expect(next).not.toContain(site.secret);
    // The old password was deleted with the new one.
    const old = { user: site.made.service_user, password: site.made.application_password };
    expect((await site.call("/tidings/v1/roles", { as: old })).status).toBe(401);
  });

  test("a stranger who registered the service's name first gains nothing by it", async () => {
    await site.site.php(
      `delete_option('tidings_service_user'); wp_update_user(['ID'=>get_user_by('login','tidings-service')->ID,'role'=>'subscriber']);`,
    );
    const made = await site.call("/tidings/v1/connect", {
      json: { service_url: site.service().url, secret: site.secret },
    });
    expect(made.body.service_user).toMatch(/^tidings-service-\w{6}$/);
    expect(await site.site.php(`echo implode(get_user_by('login','tidings-service')->roles);`)).toBe("subscriber");
  });

  test("the profile stores a number as E.164, refuses an invalid one, and a stranger's form", async () => {
    const { id } = site.site.users["subscriber"]!;
    const person = await signIn(site.site.url, "subscriber");
    const stored = () => site.site.php(`echo get_user_meta(${id}, 'tidings_mobile', true);`);
    async function save(number: string, nonce?: string) {
      const page = await html(person, "/wp-admin/profile.php");
      const answer = await person.post("/wp-admin/profile.php", {
        action: "update",
        user_id: String(id),
        checkuser_id: String(id),
        email: "subscriber@example.test",
        nickname: "subscriber",
        _wpnonce: hidden(page, "_wpnonce"),
        tidings_phone_nonce: nonce ?? hidden(page, "tidings_phone_nonce"),
        tidings_mobile: number,
      });
      return answer.text();
    }
    await save("0044 (7700) 900-123");
    expect(await stored()).toBe("+447700900123");
    await save("+٤٤ ٧٧٠٠ ٩٠٠١٢٤");
    expect(await stored()).toBe("+447700900124");
    for (const bad of ["07700 900123", "+44", "+0447700900123", "+4477009001231234567", "abc", HOSTILE]) {
      const page = await save(bad);
      expect(page, bad).toContain("The mobile number must be international");
      expect(page).not.toContain("<script>alert");
    }
    await save("+447700900199", "0123456789");
    expect(await stored()).toBe("+447700900124");
    // By REST: one's own, in context edit only.
    const meta = { meta: { tidings_mobile: "+447700900125" } };
    expect((await site.call(`/wp/v2/users/${id}`, { as: "subscriber", json: meta })).status).toBe(200);
    expect((await site.call(`/wp/v2/users/${id}`, { as: "author", json: meta })).status).toBe(403);
    const wrong = { meta: { tidings_mobile: "abc" } };
    expect((await site.call(`/wp/v2/users/${id}`, { as: "subscriber", json: wrong })).status).toBe(400);
    expect((await site.call(`/wp/v2/users/${id}`, { as: null })).text).not.toContain("447700900125");
    await save("");
    expect(await stored()).toBe("");
  });

  test("the dashboard shows credit and messages as text, to users who may see them in the service", async () => {
    await site.call("/svc/v1/send", { json: { message: HOSTILE, numbers: ["+447700900150"] } });
    await eventually(async () => (await site.call("/svc/v1/outbox")).text.includes("447700900150"));
    const page = await (await dashboardBox(admin)).text();
    expect(page).toContain("Credit: ");
    expect(page).toContain("+447700900150");
    expect(page).not.toContain("<script>alert(1)");
    expect(page).not.toContain("<img src=x");
    expect(await html(editor, "/wp-admin/index.php")).not.toContain("tidings_dashboard");
    const bare = "/wp-admin/admin-ajax.php?action=tidings_dashboard";
    expect([(await admin.get(bare)).status, (await stranger(site.site.url).get(bare)).status]).toEqual([403, 400]);
  });

  test("Site Health reports the connection", async () => {
    const answer = await site.call("/tidings/v1/site-health");
    expect([answer.status, answer.body.status, answer.body.test]).toEqual([200, "good", "tidings"]);
    expect([401, 403]).toContain((await site.call("/tidings/v1/site-health", { as: "editor" })).status);
    await site.site.php(
      `$c=get_option('tidings_connection'); $c['secret']=str_repeat('A',43); update_option('tidings_connection',$c);`,
    );
    const broken = await site.call("/tidings/v1/site-health");
    expect([broken.body.status, broken.body.description]).toEqual([
      "critical",
      expect.stringContaining("secret differs"),
    ]);
    await site.site.php(
      `$c=get_option('tidings_connection'); $c['secret']='${site.secret}'; update_option('tidings_connection',$c);`,
    );
  });

  test("a service that can no longer read the site is not shown as connected, and the reason is named", async () => {
    const health = () =>
      site.site.php(`wp_set_current_user(1); $h=Tidings\\site_health(); echo $h['status'].' '.$h['label'];`);
    const user = Number(await site.site.php(`echo Tidings\\connection()['user'];`));
    const good = await health();
    const stored = await site.site.php(
      `echo base64_encode(serialize(get_user_meta(${user}, '_application_passwords', true)));`,
    );
    await site.site.php(`delete_user_meta(${user}, '_application_passwords');`);
    const revoked = await html(admin, SCREEN);
    expect(revoked).toContain("Connected, but not working");
    expect(revoked).toContain("its application password was revoked. Connect again.");
    expect(await health()).toBe("critical The Tidings service cannot read this site’s numbers");
    await site.site.php(
      `update_user_meta(${user}, '_application_passwords', unserialize(base64_decode('${stored}'))); (new WP_User(${user}))->set_role('subscriber');`,
    );
    expect(await html(admin, SCREEN)).toContain("its user was deleted or has lost its role. Connect again.");
    await site.site.php(`(new WP_User(${user}))->set_role('svc_service');`);
    expect(await html(admin, SCREEN)).not.toContain("but not working");
    expect(await health()).toBe(good);
  });

  test("a service that is away is reported politely on the screen and the dashboard", async () => {
    await site.service().kill("SIGKILL");
    expect(await html(admin, SCREEN)).toContain("does not answer at the moment");
    expect(await (await dashboardBox(admin)).text()).toContain("does not answer at the moment");
    const { body } = await site.call("/tidings/v1/site-health");
    expect([body.status, body.label]).toEqual(["critical", "The Tidings service does not answer"]);
    await site.restart();
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.site.complaints()).toEqual([]);
  });
});
