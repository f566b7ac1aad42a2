import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import { basic } from "../../support/people/people.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: texts about things of a real WordPress (${wordpressMissing})\n`);

describe.skipIf(wordpressMissing)("messages about objects of a real WordPress", () => {
  let site: ConnectedSite;
  let posts: { open: number; hidden: number; locked: number; comment: number };
  beforeAll(async () => {
    site = await startConnected({ TIDINGS_COMPAT: "wpsms" });
    posts = JSON.parse(
      await site.site.php(`
        $of = fn($more) => wp_insert_post($more + ['post_title' => 'Tea & <b>cake</b>', 'post_content' => 'The text', 'post_author' => 1]);
        $open = $of(['post_status' => 'publish']);
        echo json_encode([
          'open' => $open,
          'hidden' => $of(['post_status' => 'private']),
          'locked' => $of(['post_status' => 'publish', 'post_password' => 'open sesame']),
          'comment' => wp_insert_comment(['comment_post_ID' => $open, 'comment_content' => 'Nice', 'comment_author' => 'Eve', 'comment_author_email' => 'eve@example.test', 'comment_approved' => 1]),
        ]);`),
    ) as typeof posts;
  });
  afterAll(() => site.stop());

  let sent = 0;
  /** Sends directly to the service, as a user of the site. */
  async function send(as: string, message: string, notification_handler: string, handler_id: number) {
    const user = site.site.users[as]!;
    sent += 1;
    const response = await fetch(`${site.service().url}/wpsms/v1/send`, {
      method: "POST",
      headers: { authorization: basic(user.user, user.password), "content-type": "application/json" },
      body: JSON.stringify({
        recipients: "numbers",
        numbers: ["+4915112345678"],
        message: `${sent}: ${message}`,
        notification_handler,
        handler_id,
      }),
    });
    const body = (await response.json()) as { code?: string; error?: unknown };
    return { status: response.status, code: body.code, mark: `${sent}: ` };
  }

  const received = (mark: string): Promise<string> =>
    eventually(async () => {
      const { body } = await site.call("/svc/v1/sandbox/messages");
      const found = (body.data.items as { body: string }[]).find((sms) => sms.body.startsWith(mark));
      return found?.body.slice(mark.length);
    });

  test("a user who may read a post may name it, and a protected one stays protected", async () => {
    const text = "%post_title%|%post_content%|%post_author%|%post_status%";
    const open = await send("only_svc_sendsms", text, "WordPressPostNotification", posts.open);
    expect(open.status).toBe(200);
    expect(await received(open.mark)).toMatch(/^Tea & cake\|The text\|[^|%]+\|publish$/);
    const locked = await send("admin", text, "WordPressPostNotification", posts.locked);
    expect(locked.status).toBe(200);
    expect(await received(locked.mark)).not.toMatch(/The text|sesame/);
    const hidden = await send("admin", text, "WordPressPostNotification", posts.hidden);
    expect(hidden.status).toBe(200);
    expect(await received(hidden.mark)).toContain("The text");
  });

  test("a user who may not read it learns nothing by sending to themselves", async () => {
    const { admin } = site.site.users;
    for (const [handler, id] of [
      ["WordPressPostNotification", posts.hidden],
      ["WordPressUserNotification", admin!.id],
      ["WordPressCommentNotification", posts.comment],
    ] as const) {
      const refused = await send("only_svc_sendsms", "%post_content%%user_email%", handler, id);
      expect([handler, refused.status, refused.code]).toEqual([handler, 403, "rest_forbidden"]);
    }
  });

  test("an administrator may name users and comments; what does not exist is reported", async () => {
    const user = await send(
      "admin",
      "%user_login% %user_role%",
      "WordPressUserNotification",
      site.site.users["admin"]!.id,
    );
    expect(user.status).toBe(200);
    expect(await received(user.mark)).toBe("admin administrator");
    const about = "%comment_author% %comment_author_email% %comment_content%";
    const comment = await send("admin", about, "WordPressCommentNotification", posts.comment);
    expect(comment.status).toBe(200);
    expect(await received(comment.mark)).toBe("Eve eve@example.test Nice");
    expect((await send("admin", "x", "WordPressPostNotification", 999_999)).status).toBe(400);
    // There is no WooCommerce on this site.
    expect((await send("admin", "x", "WooCommerceOrderNotification", 1)).status).toBe(400);
  });

  test("a site that waits for the response is not queried", async () => {
    const answer = await site.call("/wpsms/v1/send", {
      json: {
        recipients: "numbers",
        numbers: ["+4915112345678"],
        message: "%post_title%",
        notification_handler: "WordPressPostNotification",
        handler_id: posts.open,
      },
    });
    expect([answer.status, answer.body.code]).toEqual([403, "rest_forbidden"]);
    const plain = await site.call("/wpsms/v1/send", {
      json: { recipients: "numbers", numbers: ["+4915112345678"], message: "by way of the site" },
    });
    expect([plain.status, Object.keys(plain.body)]).toEqual([200, ["message", "error", "data"]]);
    expect(await received("by way ")).toBe("of the site");
  });

  test("a table of subscribers passes through PHP unchanged, and so does anything else", async () => {
    const upload = (table: string, name: string, fields: Record<string, string> = {}) => {
      const form = new FormData();
      form.append("file", new Blob([table], { type: "text/csv" }), name);
      for (const [field, value] of Object.entries({ skip_duplicates: "1", ...fields })) form.append(field, value);
      return site.call("/wpsms/v1/subscribers/import", { body: form });
    };
    const table = `Mobile,Name\r\n+4915112345601,"Ünal, ""J\\'"""\r\n+4915112345602,--x\r\n`;
    const answer = await upload(table, 'a"b.csv', { group_id: "1" });
    expect([answer.status, answer.body.data]).toEqual([200, { imported: 2, skipped: 0, errors: [] }]);
    const { items } = (await site.call("/svc/v1/subscribers?search=4915112345601")).body.data;
    expect(items[0].name).toBe(`Ünal, "J\\'"`);
    expect((await upload(table, "a.csv")).body.data).toMatchObject({ imported: 0, skipped: 2 });
    const nobody = await site.call("/wpsms/v1/subscribers/import", { as: null, body: new FormData() });
    expect(nobody.status).toBe(401);
    const tooLong = await upload("x".repeat(2_150_000), "a.csv");
    expect([tooLong.status, tooLong.body.code]).toEqual([413, "payload_too_large"]);
  });

  test("a file field without a chosen file is not a file, and every byte of a field and a file is kept", async () => {
    // As a browser writes it.
    const part = (name: string, value: string): string =>
      `--line\r\nContent-Disposition: form-data; name="${name}"${value}\r\n`;
    const body =
      part("name", '\r\n\r\nÄ "x" & y=1; \\ %26') +
      part("mobile", "\r\n\r\n+4915112345603") +
      part("photo", '; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n');
    const headers = { "content-type": 'multipart/form-data; charset=utf-8; boundary="line"' };
    const added = await site.call("/wpsms/v1/subscribers", { body: `${body}--line--\r\n`, headers });
    expect([added.status, added.body.error]).toEqual([201, []]);
    const { items } = (await site.call("/svc/v1/subscribers?search=4915112345603")).body.data;
    expect(items[0].name).toBe('Ä "x" & y=1; \\ %26');
    const made = await site.site.php(`
      ini_set('arg_separator.output', '&amp;');
      echo json_encode(Tidings\\multipart_form(['a' => "1\\r\\n--x", 'b' => ['2', 'k' => '3&4']]));`);
    const [written, type] = JSON.parse(made) as [string, string];
    const parsed = await new Response(written, { headers: { "content-type": type } }).formData();
    expect([...parsed]).toEqual([
      ["a", "1\r\n--x"],
      ["b[0]", "2"],
      ["b[k]", "3&4"],
    ]);
  });

  test("a change that WordPress's client sends as POST, with its method in a header, is that change", async () => {
    const as = (method: string) => ({ method: "POST", headers: { "x-http-method-override": method } });
    const { id } = (await site.call("/wpsms/v1/groups", { json: { name: "Guests" } })).body.data;
    const form = new FormData();
    form.append("name", "Friends");
    expect((await site.call(`/wpsms/v1/groups/${id}`, { ...as("PUT"), body: form })).body.data.name).toBe("Friends");
    const hook = { webhook_url: "https://hooks.example.com/a", type: "new_sms" };
    await site.call("/wpsms/v1/webhook", { json: hook });
    expect((await site.call("/wpsms/v1/webhook", { ...as("DELETE"), json: hook })).status).toBe(200);
    expect((await site.call("/svc/v1/webhooks")).body.data.items).toEqual([]);
    expect((await site.call(`/wpsms/v1/groups/${id}`, as("DELETE"))).status).toBe(200);
    expect((await site.call(`/wpsms/v1/groups/${id}`)).status).toBe(404);
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.site.complaints()).toEqual([]);
  });
});
