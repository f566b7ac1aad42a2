import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { siteOf } from "#hosts/wordpress/site";
import { nameOf } from "#hosts/wordpress/user-now";
import { Secret } from "#lib/secret";

import { eventually } from "../../support/engine/engine.ts";
import { DAILY, overdue, scheduleCall, scheduleIdOf, trial } from "../../support/engine/schedules.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { page, startStandIn, type StandIn, type StandInUser } from "../../support/wordpress/wordpress-stand-in.ts";

/**
 * On the WordPress stand-in: a real HTTP server that behaves as WordPress was seen to. The tests on a real site are in
 * the other wordpress-*.test.ts files.
 */
const secret = randomBytes(32).toString("base64url");
let site: StandIn;
let service: TestService;

beforeAll(async () => {
  site = await startStandIn();
  const serviceAccount = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
  service = await startTestService({
    TIDINGS_PLATFORM: `wordpress+${site.url}?service=${serviceAccount.login}:${serviceAccount.password}&secret=${secret}&timeout=1`,
  });
});
afterEach(() => {
  site.up();
  site.state.before = null;
});
afterAll(async () => {
  await service.end();
  await site.close();
});

const ME = "/wp/v2/users/me";
const as = ({ login, password }: { login: string; password: string }) => ({ as: { user: login, password } });
let people = 0;
const person = (...capabilities: string[]) => site.add(`person${(people += 1)}`, { capabilities });

describe("credentials that the site accepts", () => {
  test("are accepted, with the capabilities that the companion granted and no others", async () => {
    const user = person("svc_outbox", "edit_posts", "read");
    expect((await service.call("GET", "/outbox", undefined, as(user))).status).toBe(200);
    const refused = await service.call("GET", "/credit", undefined, as(user));
    expect([refused.status, refused.body.data.capability]).toEqual([403, "svc_setting"]);
  });

  test("grant nothing for a role that is named like a capability", async () => {
    const user = site.add("roleplayer", { roles: ["svc_outbox", "svc_setting"] });
    expect((await service.call("GET", "/outbox", undefined, as(user))).status).toBe(403);
    expect((await service.call("GET", "/credit", undefined, as(user))).status).toBe(403);
  });

  test("cost the site one request for twenty concurrent calls, and none for those that follow", async () => {
    const user = person("svc_outbox");
    const before = site.called(ME);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => service.call("GET", "/outbox", undefined, as(user))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await service.call("GET", "/outbox", undefined, as(user))).status).toBe(200);
    expect(site.called(ME) - before).toBe(1);
  });

  test("are accepted while the site is down, as long as they are cached", async () => {
    const user = person("svc_outbox");
    await service.call("GET", "/outbox", undefined, as(user));
    site.down();
    expect((await service.call("GET", "/outbox", undefined, as(user))).status).toBe(200);
  });
});

describe("credentials that the site does not accept", () => {
  test("are 401 with a challenge, and twenty at once cost it one request", async () => {
    const user = person("svc_outbox");
    const before = site.called(ME);
    const wrong = { as: { user: user.login, password: "wrong" } };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => service.call("GET", "/outbox", undefined, wrong)),
    );
    for (const reply of replies) {
      expect([reply.status, reply.body.code]).toEqual([401, "unauthorized"]);
      expect(reply.headers.get("www-authenticate")).toMatch(/^Basic/);
    }
    expect(site.called(ME) - before).toBe(1);
  });

  test("are 401 by the status, whichever code the site gives", async () => {
    site.state.woocommerce = true;
    const reply = await service.call("GET", "/outbox", undefined, { as: { user: "nobody-here", password: "x" } });
    expect(reply.status).toBe(401);
    site.state.woocommerce = false;
  });
});

describe("a site that cannot be queried is 503 with Retry-After, never 401:", () => {
  const issues: readonly (readonly [string, () => void])[] = [
    ["its host is down", () => site.down()],
    ["it is under maintenance", () => (site.state.instead = (response) => page(response, 503))],
    ["a proxy before it answers for it", () => (site.state.instead = (response) => page(response, 502))],
    ["a lock before it asks for another password", () => (site.state.instead = (response) => page(response, 401))],
    ["a firewall before it refuses", () => (site.state.instead = (response) => page(response, 403))],
    ["it is no WordPress", () => (site.state.instead = (response) => page(response, 200))],
    [
      "it answers with JSON that is none of WordPress",
      () =>
        (site.state.instead = (response) =>
          void response.writeHead(200, { "content-type": "application/json" }).end("[]")),
    ],
    [
      "it moved elsewhere",
      () =>
        (site.state.instead = (response) =>
          void response.writeHead(301, { location: "https://www.site.example/wp-json/" }).end()),
    ],
  ];
  test.each(issues)("%s", async (_name, arrange) => {
    const user = person("svc_outbox");
    arrange();
    const reply = await service.call("GET", "/outbox", undefined, as(user));
    expect([reply.status, reply.body.code]).toEqual([503, "host_unavailable"]);
    expect(reply.headers.get("retry-after")).toBe("5");
    expect(reply.headers.get("www-authenticate")).toBeNull();
    // The caller may be anyone, so the internal address of the site and its response are only in the log.
    expect(JSON.stringify(reply.body)).not.toMatch(/127\.0\.0\.1:(?!8080)|ECONN|www\.site/);
    site.up();
    expect((await service.call("GET", "/outbox", undefined, as(user))).status).toBe(200);
  });

  test("it does not answer in time; and callers do not pile up on it", async () => {
    const user = person("svc_outbox");
    const others = Array.from({ length: 30 }, () => person("svc_outbox"));
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    site.state.before = () => held;
    site.state.mostAtOnce = 0;
    const before = site.called(ME);
    const same = await Promise.all(
      Array.from({ length: 20 }, () => service.call("GET", "/outbox", undefined, as(user))),
    );
    expect(same.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
    expect(site.called(ME) - before).toBe(1);
    const many = await Promise.all(others.map((one) => service.call("GET", "/outbox", undefined, as(one))));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]));
    expect(site.state.mostAtOnce).toBeLessThanOrEqual(10);
    site.state.before = null;
    answer();
    // After some seconds in which everyone gets a response at once.
    await eventually(async () => (await service.call("GET", "/outbox", undefined, as(user))).status === 200);
  });

  test("it is logged once, and once when it is back", async () => {
    const from = service.logged.length;
    site.down();
    for (let index = 0; index < 3; index += 1) await service.call("GET", "/outbox", undefined, as(person()));
    site.up();
    await service.call("GET", "/outbox", undefined, as(person()));
    expect(service.logged.slice(from).map(({ message }) => message)).toEqual([
      "the platform cannot be queried",
      "the platform responds again",
    ]);
    expect(JSON.stringify(service.logged)).not.toMatch(/Password0123456789|Basic /);
    expect(JSON.stringify(service.logged)).not.toContain(secret);
  });
});

describe("what the platform manages", () => {
  test("is not at our routes, which tell the site's users where it is", async () => {
    const user = person("svc_setting");
    for (const [method, path, place] of [
      ["GET", "/users", "/wp-admin/users.php"],
      ["POST", "/users", "/wp-admin/users.php"],
      ["GET", "/users/me", "/wp-admin/users.php"],
      ["DELETE", "/users/3", "/wp-admin/users.php"],
      ["GET", "/roles", "/wp-admin/users.php"],
      ["PUT", "/roles/editor", "/wp-admin/users.php"],
      ["GET", "/users/me/application-passwords", "/wp-admin/profile.php"],
      ["POST", "/users/3/application-passwords", "/wp-admin/profile.php"],
      ["GET", "/users/me/application-passwords/introspect", "/wp-admin/profile.php"],
    ] as const) {
      const reply = await service.call(method, path, method === "GET" ? undefined : {}, as(user));
      expect([method, path, reply.status, reply.body.code]).toEqual([method, path, 404, "not_found"]);
      expect(reply.body.data.kept_at).toContain(`${site.url}${place}`);
      expect((await service.call(method, path, undefined, { as: null })).status).toBe(401);
    }
  });

  test("shows the names of those who may do something here, and of none of its other users", async () => {
    const reader = person("svc_outbox");
    const [one, customer, unknown] = [person("svc_sendsms"), person(), 987_654];
    const nameOf = async (id: number, by = reader) => {
      const { status, body } = await service.call("GET", `/users/${id}/name`, undefined, as(by));
      return [status, body.data.name ?? body.code];
    };
    expect(await nameOf(one.id)).toEqual([200, `Name of ${one.login}`]);
    // The site shows its customers to those who have its list_users.
    expect(await nameOf(customer.id)).toEqual([404, "not_found"]);
    expect(await nameOf(unknown)).toEqual([404, "not_found"]);
    expect(await nameOf(customer.id, one)).toEqual([403, "forbidden"]);
    site.down();
    expect(await nameOf(one.id)).toEqual([200, `Name of ${one.login}`]);
    expect(await nameOf(reader.id)).toEqual([503, "host_unavailable"]);
  });

  test("shows them without the companion if the service account may see the site's users", async () => {
    site.state.companion = false;
    const account = site.add("sees-users", { capabilities: ["read", "list_users", "edit_users"] });
    const [one, customer] = [person("svc_sendsms"), person()];
    const wordpress = siteOf({ url: site.url, fetch, timeoutMs: 5_000, clock: { now: () => performance.now() } });
    const shown = (id: number, by: StandInUser) =>
      nameOf(wordpress, { user: by.login, password: new Secret(by.password) }, [], id);
    expect(await shown(one.id, account)).toBe(`Name of ${one.login}`);
    expect([await shown(customer.id, account), await shown(one.id, one)]).toEqual([null, null]);
    site.state.companion = true;
  });

  test("signs in to the console at the site; the reference is there for everybody", async () => {
    const first = await service.app.request("http://127.0.0.1/");
    expect(first.status).toBe(200);
    expect(await first.text()).toContain(`<meta name="tidings-sign-in" content="${new URL(site.url).host}" />`);
    expect((await service.app.request("http://127.0.0.1/docs")).status).toBe(200);
  });
});

describe("recipients", () => {
  test("are the site's people; unknown users and roles are named with their place in the call", async () => {
    const user = person("svc_sendsms");
    const one = site.add("reader", { phone: "+4915112340001", roles: ["customer"] });
    const call = { message: "Hi", users: [one.id, 987_654], role_ids: ["Customer", "nonsense"] };
    const refused = await service.call("POST", "/send", call, as(user));
    expect(refused.status).toBe(400);
    // Both are requested at once: either response may come first.
    expect(refused.body.data.details).toHaveLength(2);
    expect(refused.body.data.details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: "role_ids[1]", code: "unknown_role", value: "nonsense" }),
        expect.objectContaining({ field: "users[1]", code: "unknown_user", value: 987_654 }),
      ]),
    );
    const sent = await service.call("POST", "/send", { message: "Hi", users: [one.id] }, as(user));
    expect(sent.body.data.recipients).toMatchObject({ matched: 1, accepted: 1 });
  });

  test("cannot be looked up while the site is down: 503, and nothing is stored", async () => {
    const user = person("svc_sendsms");
    await service.call("GET", "/messages", undefined, as(user));
    const count = async () => (await service.pool.query("select count(*)::int as n from messages")).rows[0].n;
    const before = await count();
    site.down();
    const reply = await service.call("POST", "/send", { message: "Hi", users: [user.id] }, as(user));
    expect([reply.status, reply.body.code]).toEqual([503, "host_unavailable"]);
    expect(await count()).toBe(before);
  });
});

describe("a schedule of a user of the site", () => {
  /** The schedule of a user who may send; due. */
  async function dueScheduleOf(user: ReturnType<typeof person>, before: () => void): Promise<string> {
    await trial(service);
    const authorization = `Basic ${Buffer.from(`${user.login}:${user.password}`).toString("base64")}`;
    const id = scheduleIdOf(await scheduleCall(service, { repeat: DAILY }, { authorization }));
    before();
    await overdue(service, id, 1);
    return id;
  }
  /** WordPress uses no id again, and the stand-in only the highest. */
  function leave(user: ReturnType<typeof person>): void {
    person();
    site.users.delete(user.id);
  }
  const stateOf = async (id: string) =>
    (await service.pool.query("select state::text, pause_reason from schedules where id = $1", [id.slice(4)])).rows[0];
  const runs = async (id: string) =>
    (await service.pool.query("select outcome from schedule_runs where schedule_id = $1", [id.slice(4)])).rows;

  test("is paused once they are deleted there", async () => {
    const user = person("svc_sendsms");
    const id = await dueScheduleOf(user, () => leave(user));
    await eventually(async () => (await stateOf(id)).state === "paused");
    expect([await stateOf(id), await runs(id)]).toEqual([{ state: "paused", pause_reason: "owner_gone" }, []]);
  });

  test("is paused once they may not send there", async () => {
    const user = person("svc_sendsms");
    const id = await dueScheduleOf(user, () => void (user.capabilities = ["read"]));
    await eventually(async () => (await stateOf(id)).state === "paused");
    expect(await stateOf(id)).toMatchObject({ pause_reason: "owner_may_not_send" });
  });

  test.each([
    ["is down", () => site.down()],
    ["answers with a page", () => void (site.state.instead = page)],
    ["refuses the service account", () => void (site.state.instead = refuse)],
  ])("runs while the site %s: that says nothing about them", async (_, trouble) => {
    const id = await dueScheduleOf(person("svc_sendsms"), trouble);
    await eventually(async () => (await runs(id)).length === 1);
    expect(await runs(id)).toEqual([{ outcome: "sent" }]);
  });

  test("without the companion, is paused if they were deleted; what others may do is not told to this account", async () => {
    const [gone, there] = [person("svc_sendsms"), person("svc_sendsms")];
    const paused = await dueScheduleOf(gone, () => {
      site.state.companion = false;
      leave(gone);
    });
    await eventually(async () => (await stateOf(paused)).state === "paused");
    expect(await stateOf(paused)).toMatchObject({ pause_reason: "owner_gone" });
    const id = await dueScheduleOf(there, () => void (there.capabilities = []));
    await eventually(async () => (await runs(id)).length === 1);
    site.state.companion = true;
  });

  test("without the companion, runs on a network of sites: who is no member of one may administer all of them", async () => {
    const user = person("svc_sendsms");
    const id = await dueScheduleOf(user, () => {
      Object.assign(site.state, { companion: false, network: true });
      leave(user);
    });
    await eventually(async () => (await runs(id)).length === 1);
    expect([(await stateOf(id)).pause_reason, await runs(id)]).toEqual([null, [{ outcome: "sent" }]]);
    Object.assign(site.state, { companion: true, network: false });
  });
});

function refuse(response: ServerResponse): void {
  response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ code: "rest_forbidden" }));
}
