import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { basic } from "../../support/people/people.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: recipients of a real WordPress by name (${wordpressMissing})\n`);

describe.skipIf(wordpressMissing)("recipients by name, of a real WordPress", () => {
  let site: ConnectedSite;
  beforeAll(async () => {
    site = await startConnected({ TIDINGS_COUNTRY: "DE" });
    await site.site.php(`
      foreach (['zeta' => 'Zeta & Söhne', 'zeno' => "Zeno 100% O'Hara", 'zoe' => 'Zoë'] as $login => $name) {
        $id = wp_insert_user(['user_login' => $login, 'user_pass' => wp_generate_password(30), 'user_email' => "$login@people.example", 'display_name' => $name, 'role' => 'subscriber']);
        if ('zeta' === $login) update_user_meta($id, 'tidings_mobile', '+4915112352001');
        if ('zeno' === $login) { update_user_meta($id, 'billing_phone', '0664 1234567'); update_user_meta($id, 'billing_country', 'AT'); }
      }
      get_user_by('login', 'only_svc_sendsms')->add_cap('list_users', false);
      get_user_by('login', 'author')->add_cap('svc_sendsms');
      get_user_by('login', 'author')->add_cap('list_users');
    `);
  });
  afterAll(async () => {
    await site.stop();
  });

  /** As a client calls the service itself; its credentials are the site's. */
  const direct = (login: string, query: string) => {
    const { user, password } = site.site.users[login]!;
    return site.direct(`/send/recipients${query}`, { headers: { authorization: basic(user, password) } });
  };
  const through = (login: string, query: string) =>
    site.call(`/svc/v1/send/recipients${query}`, { as: login, redirect: "follow" });
  const namesIn = ({ body }: { body: any }) => body.data.users.items.map(({ name }: { name: string }) => name);

  test.each([
    ["called itself", direct],
    ["called by way of the site", through],
  ])("the service, %s, finds users by name, login and address for who may list users there", async (_how, find) => {
    const zeta = { name: "Zeta & Söhne", username: "zeta", reachable: true };
    const zeno = { name: "Zeno 100% O'Hara", username: "zeno", reachable: true };
    const all = await find("author", "?search=ze");
    expect(all.body.data.users.items).toMatchObject([zeta, zeno]);
    expect(all.text).not.toMatch(/12352001|1234567/);
    expect(namesIn(await find("author", "?search=S%C3%B6hne"))).toEqual(["Zeta & Söhne"]);
    expect(namesIn(await find("author", "?search=zoe%40people"))).toEqual(["Zoë"]);
    expect((await find("author", "?search=zoe%40people")).body.data.users.items[0].reachable).toBe(false);
    for (const search of ["**", "%25%25", "__", "' or 1=1", "<b>", "%5C%5C"]) {
      expect(namesIn(await find("author", `?search=${search}&kind=users`)), search).toEqual([]);
    }
    expect(namesIn(await find("author", "?search=100%25&kind=users"))).toEqual(["Zeno 100% O'Hara"]);
  });

  test.each([
    ["called itself", direct],
    ["called by way of the site", through],
  ])("the service, %s, shows roles to who may send, and users only to who may list them", async (_how, find) => {
    const { status, body } = await find("only_svc_sendsms", "?search=ze");
    expect([status, body.data.users]).toEqual([200, null]);
    const roles = await find("only_svc_sendsms", "?kind=roles");
    expect(roles.body.data.roles.items).toContainEqual({ id: "editor", name: "Editor" });
    expect((await find("subscriber", "?search=ze")).status).toBe(403);
  });

  test("roles alone are answered by way of the site, without a redirect to the service", async () => {
    expect((await site.call("/svc/v1/send/recipients?kind=roles")).status).toBe(200);
    expect((await site.call("/svc/v1/send/recipients?search=ze&kind=users")).status).toBe(307);
  });

  test("a message to the people that were found arrives", async () => {
    const { body } = await direct("author", "?search=zeta");
    const json = { message: "Hello", users: [body.data.users.items[0].id] };
    const sent = await site.call("/svc/v1/send/preview", { as: "author", json });
    expect([sent.status, sent.body.data.people.final]).toEqual([200, 1]);
  });

  test("the lookup is the service's own, only for a user of the site who may list users", async () => {
    const author = site.site.users["author"]!.id;
    const service = { user: site.made.service_user, password: site.made.application_password };
    const ask = async (query: string, as: typeof service | string) => {
      const { status, body } = await site.call(`/tidings/v1/users?${query}`, { as });
      return [status, body.code];
    };
    expect(await ask(`search=ze&caller=${author}`, "admin")).toEqual([403, "rest_forbidden"]);
    for (const caller of [site.site.users["only_svc_sendsms"]!.id, 999_999]) {
      expect(await ask(`search=ze&caller=${caller}`, service)).toEqual([403, "tidings_may_not_list_users"]);
    }
    for (const query of [
      "search=z",
      `search=z&caller=${author}`,
      "search=ze",
      `search=ze&caller=${author}&limit=5000`,
    ]) {
      expect((await ask(query, service))[0], query).toBe(400);
    }
  });
});
