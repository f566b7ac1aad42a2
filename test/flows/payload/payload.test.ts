import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { payloadMissing } from "../../support/payload/folder.ts";
import { startPayload, type PayloadSite, type SitePerson } from "../../support/payload/site.ts";

if (payloadMissing) process.stdout.write(`skipped: the plugin in a real Payload (${payloadMissing})\n`);

const POLLED = { timeout: 60_000, interval: 100 } as const;

describe.skipIf(payloadMissing).each(["sqlite", "postgres"] as const)("inside Payload on %s", (on) => {
  let site: PayloadSite;
  let admin: SitePerson;
  let authorization: string;
  beforeAll(async () => {
    site = await startPayload(on);
    admin = await site.person("boss", { roles: ["admin"] });
    ({ authorization } = await site.password(admin));
  });
  afterAll(() => site.stop());

  const recipientsOf = async (message: string): Promise<string[]> =>
    (await site.call("GET", `/svc/v1/outbox?message_id=${message}`, undefined, { authorization })).body.data.items
      .map((item: { recipient: string }) => item.recipient)
      .toSorted();

  test("the API answers below Payload's, to its users, with the rights of their roles", async () => {
    const editor = await site.person("ed", { roles: ["editor"] });
    const password = await site.password(editor);
    const session = await site.call("GET", "/svc/v1/session", undefined, password);
    expect(session.body.data).toMatchObject({
      user: { id: editor.id, username: "ed", name: "Name of ed", email: "ed@example.org", roles: ["editor"] },
      capabilities: ["svc_sendsms", "svc_outbox"],
      site: { customers: true, managed_by: { users: expect.stringContaining("/admin/collections/users") } },
    });
    expect((await site.call("GET", "/svc/v1/credit", undefined, password)).status).toBe(403);
    expect((await site.call("GET", "/svc/v1/credit", undefined, { authorization })).status).toBe(200);
    expect((await site.call("GET", "/svc/v1/nowhere")).body.code).toBe("no_route");
    expect((await site.call("POST", "/svc/v1/send", {})).status).toBe(401);
  });

  test("a message reaches users by id and role, whatever the database thinks of an unknown role", async () => {
    const ids: number[] = [];
    for (const [nth, roles] of [["customer"], ["customer", "editor"], ["editor"]].entries()) {
      const phone = nth === 0 ? "07700 900301" : `+4477009003${String(nth + 1).padStart(2, "0")}`;
      ids.push((await site.person(`reader${nth}`, { phone, roles })).id);
    }
    const sent = await site.call(
      "POST",
      "/svc/v1/send",
      { message: "Hi", role_ids: ["Customer"], users: [ids[2]!, ids[1]!] },
      { authorization },
    );
    expect([sent.status, sent.body.message]).toEqual([200, expect.any(String)]);
    await expect
      .poll(() => recipientsOf(sent.body.data.message_id), POLLED)
      .toEqual(["+447700900301", "+447700900302", "+447700900303"]);
    const unknown = await site.call(
      "POST",
      "/svc/v1/send",
      { message: "Hi", role_ids: ["no-such-role"] },
      { authorization },
    );
    expect([unknown.status, unknown.body.data.details[0].code]).toEqual([400, "unknown_role"]);
  });

  test("a message reaches the customers of the shop: addresses of users, and orders of guests", async () => {
    const { id: customer } = await site.person("cora", { roles: ["customer"] });
    const address = { firstName: "Cora", phone: "+447700900311", country: "GB", customer };
    expect((await site.call("POST", "/addresses", address, { cookie: admin.cookie })).status).toBe(201);
    const order = (phone: string, more: object = {}) => ({
      items: [],
      amount: 100,
      currency: "USD",
      status: "processing",
      shippingAddress: { firstName: "Guest", phone, country: "GB" },
      ...more,
    });
    for (const one of [
      order("07700 900312", { customerEmail: "g@example.org" }),
      order("+447700900313", { customer }),
    ]) {
      const made = await site.call("POST", "/orders", one, { cookie: admin.cookie });
      expect([made.status, made.body.errors]).toEqual([201, undefined]);
    }
    const sent = await site.call("POST", "/svc/v1/send", { message: "Hi", recipients: "customers" }, { authorization });
    expect([sent.status, sent.body.message]).toEqual([200, expect.any(String)]);
    // For a customer with an account, the addresses of the account are read and not those of the order.
    await expect
      .poll(() => recipientsOf(sent.body.data.message_id), POLLED)
      .toEqual(["+447700900311", "+447700900312"]);
  });

  test("a caller who may read the site's users finds them by name, and no other caller does", async () => {
    const found = await site.call("GET", "/svc/v1/send/recipients?search=Name%20of%20bo", undefined, { authorization });
    expect(found.body.data.users.items.map(({ id }: { id: number }) => id)).toEqual([admin.id]);
    const editor = await site.person("curious", { roles: ["editor"] });
    const hidden = await site.call(
      "GET",
      "/svc/v1/send/recipients?search=Name%20of",
      undefined,
      await site.password(editor),
    );
    expect(hidden.body.data.users).toBeNull();
  });

  test("a change of a user's roles in Payload, and their deletion, count at once", async () => {
    const editor = await site.person("leaver", { roles: ["editor"] });
    const password = await site.password(editor);
    const session = () => site.call("GET", "/svc/v1/session", undefined, password);
    expect((await session()).body.data.capabilities).toEqual(["svc_sendsms", "svc_outbox"]);
    await site.call("PATCH", `/users/${editor.id}`, { roles: ["customer"] }, { cookie: admin.cookie });
    await expect.poll(async () => (await session()).body.data.capabilities, POLLED).toEqual([]);
    await site.call("DELETE", `/users/${editor.id}`, undefined, { cookie: admin.cookie });
    await expect.poll(async () => (await session()).status, POLLED).toBe(401);
  });

  test("a link in a message leads to the subscriber's page on the site, where they leave", async () => {
    const as = { authorization };
    const group = await site.call("POST", "/svc/v1/groups", { name: `News on ${on}` }, as);
    const joined = await site.call(
      "POST",
      "/svc/v1/subscribers",
      { name: "Lea", mobile: "+447700900350", group_ids: [group.body.data.id] },
      as,
    );
    expect([joined.status, joined.body.message]).toEqual([201, expect.any(String)]);
    const links = await site.call("POST", `/svc/v1/subscribers/${joined.body.data.id}/links`, {}, as);
    const link = new URL(links.body.data.preferences_url);
    expect(link.origin).toBe(site.url);
    const page = await fetch(link, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain('name="action" value="leave"');
    const left = await fetch(link, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ action: "leave" }),
    });
    expect(left.status).toBe(200);
    const now = await site.call("GET", `/svc/v1/subscribers/${joined.body.data.id}`, undefined, as);
    expect(now.body.data.groups.filter(({ state }: { state: string }) => state === "active")).toEqual([]);
  });

  test("a revoked application password is refused, and a page of another site acts for no user", async () => {
    const editor = await site.person("careful", { roles: ["editor"] });
    const { authorization: shop, uuid } = await site.password(editor);
    const own = { cookie: editor.cookie };
    const path = `/svc/v1/users/me/application-passwords/${uuid}`;
    const from = (origin: string) => ({ ...own, origin, "sec-fetch-site": "cross-site" });
    // Payload lists this page in `csrf`, and passes the call on as the user's.
    const listed = await site.call("DELETE", path, undefined, from("https://blog.example"));
    expect([listed.status, listed.body.code]).toEqual([403, "foreign_origin"]);
    expect((await site.call("DELETE", path, undefined, from("https://evil.example"))).status).toBe(401);
    expect((await site.call("GET", "/svc/v1/session", undefined, { authorization: shop })).status).toBe(200);
    expect((await site.call("DELETE", path, undefined, own)).status).toBe(200);
    expect((await site.call("GET", "/svc/v1/session", undefined, { authorization: shop })).status).toBe(401);
  });

  test("a user whom Payload knows by its own token calls as themselves, and changes nothing without an origin", async () => {
    const token = admin.cookie.replace("payload-token=", "");
    for (const scheme of ["JWT", "Bearer"]) {
      const call = (method: string, path: string, body?: object, more = {}) =>
        site.call(method, `/svc/v1/${path}`, body, { authorization: `${scheme} ${token}`, ...more });
      const session = await call("GET", "session");
      expect([session.status, session.body.data?.user?.id]).toEqual([200, admin.id]);
      const text = { message: "Hi", numbers: ["+447700900321"] };
      expect((await call("POST", "send", text)).body.code).toBe("foreign_origin");
      const sent = await call("POST", "send", text, { "sec-fetch-site": "same-origin" });
      expect([sent.status, sent.body.data?.recipients?.accepted]).toEqual([200, 1]);
    }
  });

  test("an accepted message is sent after the site was killed, once", async () => {
    const numbers = Array.from({ length: 200 }, (_, nth) => `+44770090${String(4_000 + nth)}`);
    const sent = await site.call("POST", "/svc/v1/send", { message: "Hi", numbers }, { authorization });
    expect([sent.status, sent.body.data?.recipients?.accepted]).toEqual([200, 200]);
    await site.crash();
    const counts = async () =>
      (await site.call("GET", `/svc/v1/messages/${sent.body.data.message_id}`, undefined, { authorization })).body.data
        .state;
    await expect.poll(counts).toBe("completed");
    expect((await recipientsOf(sent.body.data.message_id)).length).toBeGreaterThan(0);
  });
});

describe.skipIf(payloadMissing)("a site that does not send itself", () => {
  test("accepts, and a process of its own sends until it is asked to end", async () => {
    const site = await startPayload("sqlite", { SITE_SENDS: "no" });
    try {
      const { authorization } = await site.password(await site.person("boss", { roles: ["admin"] }));
      const send = async () => {
        const text = { message: "Hi", numbers: ["+447700900321"] };
        const sent = await site.call("POST", "/svc/v1/send", text, { authorization });
        return async () =>
          (await site.call("GET", `/svc/v1/messages/${sent.body.data.message_id}`, undefined, { authorization })).body
            .data.state;
      };
      const first = await send();
      const sender = await site.startSender();
      await expect.poll(first).toBe("completed");
      await expect.poll(await send()).toBe("completed");
      expect(await sender.end()).toBe(0);
    } finally {
      await site.stop();
    }
  });
});

describe.skipIf(payloadMissing)("a service that cannot be opened", () => {
  test("takes nothing else of the site with it, and calls are told to come back", async () => {
    const site = await startPayload("sqlite", { TIDINGS_DATABASE: "postgres://nobody@127.0.0.1:9/none" });
    try {
      const person = await site.person("boss", { roles: ["admin"] });
      const call = await site.call("GET", "/svc/v1/session", undefined, { cookie: person.cookie });
      expect([call.status, call.body.code, call.headers.get("retry-after")]).toEqual([
        503,
        "database_unavailable",
        "5",
      ]);
      expect((await site.call("GET", "/users/me", undefined, { cookie: person.cookie })).body.user.id).toBe(person.id);
    } finally {
      await site.stop();
    }
  });
});
