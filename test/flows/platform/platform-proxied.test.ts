import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { listen, type Listening } from "#app/http/listen";
import { openService, type Service } from "#app/service/open-service";

import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { companionOf, type SignedRequest } from "../../support/wordpress/wordpress-companion.ts";
import { startStandIn, type StandIn } from "../../support/wordpress/wordpress-stand-in.ts";

const secret = randomBytes(32).toString("base64url");
const companion = companionOf(secret);
const installation = { TIDINGS_SECRET_KEY: "k".repeat(40), TIDINGS_PUBLIC_URL: "https://sms.example/tidings" };
let site: StandIn;
let service: TestService;
/** Another node on the same database, which has seen nothing. */
let other: Service;
let server: Listening;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-proxied-"));
  site = await startStandIn();
  const serviceAccount = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
  const platform = `wordpress+${site.url}?service=${serviceAccount.login}:${serviceAccount.password}&secret=${secret}&timeout=2`;
  service = await startTestService({ ...installation, TIDINGS_PLATFORM: platform });
  server = await listen(service.app, { host: "127.0.0.1", port: 0 });
  other = await openService(
    readConfig({
      ...installation,
      DATABASE_URL: service.url,
      TIDINGS_DATA: folder,
      TIDINGS_PLATFORM: platform,
      TIDINGS_GATEWAY: "sandbox://default",
      TIDINGS_ROLE: "api",
      TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
    }),
    () => undefined,
  );
  // Both have queried the names of the roles by now.
  await eventually(async () => site.called("/tidings/v1/roles") >= 2);
});
afterAll(async () => {
  await server.close();
  await other.close();
  await service.end();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const anna = {
  id: 7,
  login: "anna",
  roles: ["editor"],
  capabilities: ["svc_sendsms", "svc_outbox"],
  address: "203.0.113.9",
  credential: "0b8e7f6a-1111-4222-8333-444455556666",
};
let numbers = 0;
const text = () => ({
  message: "By way of the site",
  numbers: [`+49151200${String((numbers += 1)).padStart(5, "0")}`],
});

async function pass(signed: SignedRequest, to: Pick<Service, "app"> = service) {
  const { method, target, headers, body } = signed;
  const response = await to.app.request(`http://127.0.0.1${target}`, { method, headers, ...(body && { body }) });
  const reply = await response.text();
  return { status: response.status, headers: response.headers, body: reply === "" ? null : JSON.parse(reply) };
}

const messages = async (): Promise<number> =>
  (await service.pool.query("select count(*)::int as n from messages")).rows[0].n;

describe("a call that the site proxies", () => {
  test("is done as the person it names, and the site is not queried at all", async () => {
    const calls = site.calls.length;
    const sent = await pass(companion.call(anna, "POST", "/svc/v1/send", text()));
    expect([sent.status, sent.body.data.recipients.accepted]).toEqual([200, 1]);
    const { rows } = await service.pool.query("select created_by from messages order by id desc limit 1");
    expect(rows[0].created_by).toBe("wordpress:7");
    const log = await pass(companion.call(anna, "GET", "/svc/v1/outbox?per_page=5"));
    expect([log.status, log.body.data.warnings]).toEqual([200, undefined]);
    expect(site.calls.length).toBe(calls);
  });

  test("may do what the person may: 403 for the rest", async () => {
    const reply = await pass(companion.call(anna, "GET", "/svc/v1/credit"));
    expect([reply.status, reply.body.data.capability]).toEqual([403, "svc_setting"]);
  });

  test("grants nothing for names that are not ours, for a role's name, or for anything but a list", async () => {
    for (const capabilities of [["manage_options", "svc_everything"], "svc_outbox", { svc_outbox: true }, null]) {
      const as = { ...anna, capabilities } as unknown as typeof anna;
      expect((await pass(companion.call(as, "GET", "/svc/v1/outbox"))).status).toBe(403);
    }
    const named = { ...anna, roles: ["svc_outbox"], capabilities: ["svc_outbox"] };
    expect((await pass(companion.call(named, "GET", "/svc/v1/outbox"))).status).toBe(403);
  });

  test("for a person unknown to the site is 401, whatever credentials it brings", async () => {
    const calls = site.calls.length;
    const user = site.add("known", { capabilities: ["svc_outbox"] });
    const signed = companion.call(
      { id: 0, capabilities: ["svc_outbox"], address: "203.0.113.9" },
      "GET",
      "/svc/v1/outbox",
    );
    const basic = `Basic ${Buffer.from(`${user.login}:${user.password}`).toString("base64")}`;
    for (const headers of [signed.headers, { ...signed.headers, authorization: basic }]) {
      const again = companion.call({ id: 0, capabilities: ["svc_outbox"] }, "GET", "/svc/v1/outbox");
      const reply = await pass({ ...again, headers: { ...headers, ...again.headers } });
      expect([reply.status, reply.body.code]).toEqual([401, "unauthorized"]);
      expect(reply.headers.get("www-authenticate")).toMatch(/^Basic/);
    }
    expect(site.calls.length).toBe(calls);
  });

  test("to a role and to users queries the site after the response, not before", async () => {
    const buyers = [1, 2, 3].map((index) =>
      site.add(`buyer${index}`, { roles: ["customer"], phone: `+4915130000${index}` }),
    );
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    // The site's only worker waits for our response, which could not come if it waited for the site.
    site.state.before = () => held;
    const body = { message: "To a role", role_ids: ["Customer"], users: [buyers[0]!.id] };
    const sent = await pass(companion.call(anna, "POST", "/svc/v1/send", body));
    expect([sent.status, sent.body.data.state]).toEqual([200, "resolving"]);
    site.state.before = null;
    answer();
    await eventually(async () => {
      const { rows } = await service.pool.query(
        "select count(*)::int as n from deliveries where phone like '+4915130000%'",
      );
      return rows[0].n === 3;
    });
  });

  test("to a role that the site does not have is refused without a request to the site", async () => {
    const reply = await pass(companion.call(anna, "POST", "/svc/v1/send", { message: "Hi", role_ids: ["nonsense"] }));
    expect(reply.body.data.details).toMatchObject([{ field: "role_ids[0]", code: "unknown_role" }]);
  });

  test("may carry a one-time password to a user, though the number is looked up afterwards", async () => {
    const user = site.add("otp-user", { phone: "+4915140000001" });
    const body = { message: "123456", users: [user.id], category: "otp" };
    const sent = await pass(companion.call(anna, "POST", "/svc/v1/send", body));
    expect(sent.status).toBe(200);
    const many = { message: "1", users: [1, 2, 3, 4, 5, 6], category: "otp" };
    expect((await pass(companion.call(anna, "POST", "/svc/v1/send", many))).status).toBe(400);
  });

  test("over a socket is verified by the bytes of its address, whatever they are", async () => {
    for (const target of [
      "/svc/v1/outbox?search=%C3%A4+b%20c&status=all",
      "/svc/v1/outbox/?status=all&search=a'b(c)",
      "/svc/v1//../svc/v1/outbox",
      "/svc/v1/outbox?search=%2f%2F&page=1",
    ]) {
      const signed = companion.call(anna, "GET", target);
      const status = await new Promise((resolve, reject) => {
        const call = request(`${server.url}/`, { path: target, headers: signed.headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        call.once("error", reject).end();
      });
      expect([target, status]).toEqual([target, target.includes("..") ? expect.any(Number) : 200]);
    }
  });

  test("is also valid if a proxy before the service removes a part of the path", async () => {
    const signed = companion.call(anna, "GET", "/tidings/svc/v1/outbox?per_page=3");
    expect((await pass({ ...signed, target: "/svc/v1/outbox?per_page=3" })).status).toBe(200);
  });
});

describe("a call that only claims to be proxied is 401, and its credentials are ignored:", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const read = (at?: number) => companion.call(anna, "GET", "/svc/v1/outbox?status=all&page=1", undefined, at);
  const write = () => companion.call(anna, "POST", "/svc/v1/send", text());
  const without = (name: string): SignedRequest => {
    const { [name]: _gone, ...headers } = read().headers;
    return { ...read(), headers };
  };
  const mightier = Buffer.from(JSON.stringify({ ...anna, capabilities: ["svc_setting"] })).toString("base64url");

  const forgeries: Record<string, () => SignedRequest> = {
    "signed with another secret": () =>
      companionOf(randomBytes(32).toString("base64url")).call(anna, "GET", "/svc/v1/outbox"),
    "61 seconds old": () => read(now() - 61),
    "from a clock that is ahead": () => read(now() + 62),
    "without a time in it": () => read(Number.NaN),
    "another method": () => ({ ...companion.call(anna, "GET", "/svc/v1/groups"), method: "POST" }),
    "another path": () => ({ ...read(), target: "/svc/v1/messages?status=all&page=1" }),
    "another query": () => ({ ...read(), target: "/svc/v1/outbox?status=all&page=2" }),
    "a query in another order": () => ({ ...read(), target: "/svc/v1/outbox?page=1&status=all" }),
    "a query without its end": () => ({ ...read(), target: "/svc/v1/outbox?status=all" }),
    "another body": () => ({ ...write(), body: JSON.stringify({ ...text(), message: "Changed" }) }),
    "no body": () => ({ ...write(), body: "" }),
    "another person": () => ({ ...read(), headers: { ...read().headers, "X-Tidings-Principal": mightier } }),
    "another time": () => ({ ...read(), headers: { ...read().headers, "X-Tidings-Timestamp": String(now() + 1) } }),
    "another nonce": () => {
      const signed = read();
      return { ...signed, headers: { ...signed.headers, "X-Tidings-Nonce": randomBytes(16).toString("base64url") } };
    },
    "the signature of a revocation": () => {
      const { headers } = companion.revocation([7]);
      return { ...read(), headers: { ...headers, "X-Tidings-Principal": mightier } };
    },
    "a signature of no length": () => ({ ...read(), headers: { ...read().headers, "X-Tidings-Signature": "v1=" } }),
    "no signature": () => without("X-Tidings-Signature"),
    "no principal": () => without("X-Tidings-Principal"),
    "no time": () => without("X-Tidings-Timestamp"),
    "no nonce": () => without("X-Tidings-Nonce"),
    "a signed address for another path": () => {
      const at = companion.address(anna, "GET", "/svc/v1/outbox?page=1").split("?")[1]!;
      return { method: "GET", target: `/svc/v1/messages?${at}`, headers: {} };
    },
    "a signed address with one more parameter": () => ({
      method: "GET",
      target: `${companion.address(anna, "GET", "/svc/v1/outbox")}&per_page=100`,
      headers: {},
    }),
    "a signed address for another method": () => ({
      method: "POST",
      target: companion.address(anna, "GET", "/svc/v1/send"),
      headers: {},
    }),
    "a signed address that has expired": () => ({
      method: "GET",
      target: companion.address(anna, "GET", "/svc/v1/outbox", now() - 1),
      headers: {},
    }),
    "a signed address for a year": () => ({
      method: "GET",
      target: companion.address(anna, "GET", "/svc/v1/outbox", now() + 31_536_000),
      headers: {},
    }),
    "a signed address with a second person": () => ({
      method: "GET",
      target: `${companion.address(anna, "GET", "/svc/v1/outbox")}&tidings_principal=${mightier}`,
      headers: {},
    }),
  };

  test.each(Object.keys(forgeries))("%s", async (name) => {
    const user = site.add(`beside-${name.replaceAll(" ", "-")}`, { capabilities: ["svc_outbox", "svc_sendsms"] });
    const authorization = `Basic ${Buffer.from(`${user.login}:${user.password}`).toString("base64")}`;
    const [calls, stored] = [site.calls.length, await messages()];
    const signed = forgeries[name]!();
    const reply = await pass({ ...signed, headers: { ...signed.headers, authorization } });
    expect([reply.status, reply.body.code]).toEqual([401, "unauthorized"]);
    expect([site.calls.length, await messages()]).toEqual([calls, stored]);
  });

  test("/metrics, too", async () => {
    const reply = await pass(without("X-Tidings-Signature"));
    expect(reply.status).toBe(401);
    const metrics = await service.app.request("http://127.0.0.1/svc/v1/metrics", { headers: read().headers });
    expect(metrics.status).toBe(401);
  });

  test("a body over the limit is refused before anything is computed from it", async () => {
    const big = companion.call(anna, "POST", "/svc/v1/send", { message: "x".repeat(3_000_000) });
    expect((await pass(big)).status).toBe(413);
  });
});

describe("a call that arrives a second time", () => {
  test("is refused by the node that saw the first, reads included", async () => {
    const read = companion.call(anna, "GET", "/svc/v1/outbox");
    expect((await pass(read)).status).toBe(200);
    expect((await pass(read)).status).toBe(401);
    const sent = companion.call(anna, "POST", "/svc/v1/send", text());
    expect((await pass(sent)).status).toBe(200);
    const stored = await messages();
    expect((await pass(sent)).body.message).toContain("already been received");
    expect(await messages()).toBe(stored);
  });

  test("is refused by every other node too, reads and revocations included", async () => {
    const sent = companion.call(anna, "POST", "/svc/v1/send", text());
    expect((await pass(sent)).status).toBe(200);
    const stored = await messages();
    for (const repeated of [companion.call(anna, "GET", "/svc/v1/outbox"), companion.revocation([7])]) {
      expect((await pass(repeated)).status).toBe(200);
      const reply = await pass(repeated, other);
      expect([reply.status, reply.body.data.signature]).toEqual([401, "replayed"]);
    }
    expect((await pass(sent, other)).status).toBe(401);
    expect(await messages()).toBe(stored);
  });

  test("at two nodes at the same instant is done by one of them", async () => {
    for (let round = 0; round < 20; round += 1) {
      const read = companion.call(anna, "GET", "/svc/v1/outbox");
      const replies = await Promise.all([pass(read), pass(read, other), pass(read), pass(read, other)]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    }
  });

  test("gets the first response again if a database crash has lost its nonce: nothing is sent twice", async () => {
    const sent = companion.call(anna, "POST", "/svc/v1/send", text());
    const first = await pass(sent);
    await service.pool.query("truncate used_nonces");
    const stored = await messages();
    const second = await pass(sent, other);
    expect([second.status, second.body.data.message_id]).toEqual([200, first.body.data.message_id]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await messages()).toBe(stored);
  });
});

describe("a signed address", () => {
  test("gives access around the site's proxy for a minute, more than once", async () => {
    const target = companion.address(anna, "GET", "/svc/v1/outbox?per_page=2&status=all");
    for (let index = 0; index < 2; index += 1) {
      const reply = await pass({ method: "GET", target, headers: {} });
      expect([reply.status, reply.body.data.pagination.per_page, reply.body.data.warnings]).toEqual([
        200,
        2,
        undefined,
      ]);
    }
    const bare = companion.address(anna, "GET", "/svc/v1/messages");
    expect((await pass({ method: "GET", target: bare, headers: {} })).status).toBe(200);
  });

  test("opens a stream of progress", async () => {
    const sent = await pass(companion.call(anna, "POST", "/svc/v1/send", text()));
    const target = companion.address(anna, "GET", `/svc/v1/messages/${sent.body.data.message_id}/progress`);
    const response = await fetch(`${server.url}${target}`, { headers: { accept: "text/event-stream" } });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    await response.body!.cancel();
  });
});

describe("a revocation that the site reports", () => {
  test("takes effect at once on every node", async () => {
    const user = site.add("fired", { capabilities: ["svc_outbox"] });
    const headers = { authorization: `Basic ${Buffer.from(`${user.login}:${user.password}`).toString("base64")}` };
    const ask = async (of: Pick<Service, "app">) =>
      (await of.app.request("http://127.0.0.1/svc/v1/outbox", { headers })).status;
    expect([await ask(service), await ask(other)]).toEqual([200, 200]);
    site.users.delete(user.id);
    // Cached: neither node has queried the site since.
    expect([await ask(service), await ask(other)]).toEqual([200, 200]);
    const reported = await pass(companion.revocation([user.id]));
    expect([reported.status, reported.body.data]).toEqual([200, { users: 1 }]);
    expect(await ask(service)).toBe(401);
    // Long before it would have queried by itself: the site's answers are cached for 30 s.
    await eventually(async () => (await ask(other)) === 401, 25_000);
  });

  test("is refused if it is not the site's: forged, changed, old, or repeated", async () => {
    const real = companion.revocation([7]);
    const forged: SignedRequest[] = [
      companionOf(randomBytes(32).toString("base64url")).revocation([7]),
      { ...real, body: JSON.stringify({ users: [8] }) },
      companion.revocation([7], Math.floor(Date.now() / 1000) - 61),
      { ...companion.call(anna, "POST", "/svc/v1/host/revocations", { users: [7] }) },
      { ...real, headers: { "Content-Type": "application/json" } },
    ];
    for (const one of forged) expect((await pass(one)).status).toBe(401);
    expect((await pass(real)).status).toBe(200);
    expect((await pass(real)).status).toBe(401);
  });
});
