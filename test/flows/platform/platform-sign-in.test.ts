import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { openService, type Service } from "#app/service/open-service";
import { IDLE_SECONDS } from "#domain/users/open-session";
import { standingQuery } from "#store/queries/people/standing";

import { consoleOf } from "../../support/people/console-session.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { companionOf } from "../../support/wordpress/wordpress-companion.ts";
import {
  startStandIn,
  statementOf,
  type StandIn,
  type StandInUser,
} from "../../support/wordpress/wordpress-stand-in.ts";

const secret = randomBytes(32).toString("base64url");
const companion = companionOf(secret);
const HOST = "sms.example";
const installation = { TIDINGS_SECRET_KEY: "k".repeat(40), TIDINGS_PUBLIC_URL: `https://${HOST}` };
let site: StandIn;
let service: TestService;
/** Another node on the same database. */
let other: Service;
let folder: string;
let anna: StandInUser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-sign-in-"));
  site = await startStandIn();
  const account = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
  const platform = `wordpress+${site.url}?service=${account.login}:${account.password}&secret=${secret}&timeout=2`;
  service = await startTestService({ ...installation, TIDINGS_PLATFORM: platform }, { workerLoops: false });
  const settings = { ...installation, DATABASE_URL: service.url, TIDINGS_DATA: folder, TIDINGS_PLATFORM: platform };
  other = await openService(
    readConfig({ ...settings, TIDINGS_ROLE: "api", TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8" }),
    () => undefined,
  );
});
afterAll(async () => {
  await other.close();
  await service.end();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const { id, login } of site.users.values()) if (login !== "tidings-service") site.users.delete(id);
  anna = site.add("anna", { roles: ["editor"], capabilities: ["svc_sendsms", "svc_outbox"] });
});

/** A browser on https at a node: its cookies, no redirect followed. */
function browserAt(node: Pick<Service, "app"> = service, host = HOST) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async get(path: string): Promise<Response> {
      const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
      const response = await node.app.request(
        new URL(path, `https://${host}`).href,
        { headers: { host, accept: "text/html", ...(cookie !== "" && { cookie }) } },
        { incoming: { socket: { remoteAddress: "203.0.113.9", encrypted: true } } },
      );
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (line.includes("Max-Age=0")) cookies.delete(name!);
        else cookies.set(name!, value!);
      }
      return response;
    },
  };
}
type Visitor = ReturnType<typeof browserAt>;

const locationOf = (response: Response): URL => new URL(response.headers.get("location")!, `https://${HOST}`);

/** Where the site is asked to sign someone in. */
const begin = async (visitor: Visitor, next = "/"): Promise<URL> =>
  locationOf(await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`));

async function finish(visitor: Visitor, request: URL, as = statementOf(anna), expires?: number): Promise<Response> {
  return visitor.get(`/sign-in/return?${companion.signIn(request, as, expires)!}`);
}

/** The session cookie of someone who has just signed in. */
async function signedIn(user = anna): Promise<string> {
  const visitor = browserAt();
  expect((await finish(visitor, await begin(visitor), statementOf(user))).status).toBe(303);
  return `__Host-tidings_session=${visitor.cookies.get("__Host-tidings_session")!}`;
}

const sessionFor = async (cookie: string, node: Pick<Service, "app"> = service) =>
  consoleOf(() => node.app as never)("GET", "/session", undefined, { cookie, encrypted: true, ip: "203.0.113.9" });

const ageSessions = (): Promise<unknown> =>
  service.pool.query("update platform_sessions set checked_at = checked_at - interval '61 seconds'");

describe("signing in to the console at the site", () => {
  test("leads to the site and back to the screen, as the site's user with the rights they have there", async () => {
    const visitor = browserAt();
    const request = await begin(visitor, "/outbox?status=failed");
    expect([request.origin, request.searchParams.get("tidings_return")]).toEqual([
      site.url,
      `https://${HOST}/sign-in/return`,
    ]);
    const back = await finish(visitor, request);
    expect([back.status, back.headers.get("location"), back.headers.get("referrer-policy")]).toEqual([
      303,
      "/outbox?status=failed",
      "no-referrer",
    ]);
    expect([...visitor.cookies.keys()]).toEqual(["__Host-tidings_session"]);
    const session = await sessionFor(`__Host-tidings_session=${visitor.cookies.get("__Host-tidings_session")!}`);
    expect(session.body.data).toMatchObject({
      user: { id: anna.id, username: "anna", name: "Name of anna", email: null, roles: ["editor"] },
      capabilities: ["svc_sendsms", "svc_outbox"],
      session: { passkey: null, two_factor: false },
    });
  });

  test("the same person has one log: what they send in the console is under the principal of their API calls", async () => {
    const call = consoleOf(() => service.app);
    const from = { cookie: await signedIn(), encrypted: true, ip: "203.0.113.9" };
    const sent = await call("POST", "/send", { message: "Hello", numbers: ["+447700900123"] }, from);
    expect(sent.status).toBe(200);
    const { rows } = await service.pool.query("select created_by from messages where id = $1", [
      sent.body.data.message_id.slice("msg_".length),
    ]);
    expect(rows[0].created_by).toBe(`wordpress:${anna.id}`);
  });

  test("the session is good on every node, until its user signs out", async () => {
    const cookie = await signedIn();
    expect((await sessionFor(cookie, other)).status).toBe(200);
    const from = { cookie, encrypted: true, ip: "203.0.113.9" };
    expect((await consoleOf(() => service.app)("DELETE", "/session", undefined, from)).status).toBe(200);
    expect([(await sessionFor(cookie)).status, (await sessionFor(cookie, other)).status]).toEqual([401, 401]);
  });

  test("signing out everywhere else ends the user's other sessions on every node, and nobody else's", async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    const somebody = await signedIn(site.add("somebody", { capabilities: ["svc_outbox"] }));
    const from = { cookie: here, encrypted: true, ip: "203.0.113.9" };
    const reply = await consoleOf(() => service.app)("DELETE", "/session/others", undefined, from);
    expect([reply.status, reply.body.data.ended]).toEqual([200, expect.any(Number)]);
    expect(reply.body.data.ended).toBeGreaterThan(0);
    const statuses = [here, elsewhere, somebody].map(async (cookie) => (await sessionFor(cookie, other)).status);
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  });

  test("on another host name of the service, the browser first goes to the one to which the site returns", async () => {
    const visitor = browserAt(service, "127.0.0.1:8080");
    const first = await visitor.get("/sign-in?next=%2Fgroups");
    expect(first.headers.get("location")).toBe(`https://${HOST}/sign-in?here=1&next=%2Fgroups`);
    // A proxy that rewrites Host sends everyone here: not in a circle.
    const second = await visitor.get("/sign-in?here=1&next=%2Fgroups");
    expect(locationOf(second).origin).toBe(site.url);
  });

  test("a screen to return to is one of ours, whatever the link said", async () => {
    for (const next of [
      "//evil.example/",
      String.raw`/\evil.example`,
      "https://evil.example/",
      "/\t/evil.example",
      // Dots that are resolved leave an empty first segment, and that is a host name.
      "/.//evil.example/",
      "/outbox/..//evil.example/",
      "/%2e//evil.example/",
      "x",
    ]) {
      const visitor = browserAt();
      const back = await finish(visitor, await begin(visitor, next));
      expect([next, locationOf(back).host]).toEqual([next, HOST]);
    }
  });

  test("a plugin that is too old, or a site that cannot be reached, is reported before the sign-in begins", async () => {
    site.state.version = "1.5.0";
    const fresh = await startTestService(
      {
        ...installation,
        TIDINGS_PLATFORM: `wordpress+${site.url}?service=tidings-service:tidingsservicePassword01&secret=${secret}&timeout=2`,
      },
      { workerLoops: false },
    );
    try {
      const old = await browserAt(fresh).get("/sign-in");
      expect([old.status, await old.text()]).toEqual([503, expect.stringMatching(/is version 1\.5\.0\. Update it/)]);
    } finally {
      site.state.version = "1.6.0";
      await fresh.end();
    }
  });
});

describe("a caller who is not that user", () => {
  test("cannot use an address with a statement that was made for another browser", async () => {
    const victim = browserAt();
    const thief = browserAt();
    const stolen = companion.signIn(await begin(victim), statementOf(anna))!;
    expect((await thief.get(`/sign-in/return?${stolen}`)).status).toBe(400);
    await begin(thief);
    expect((await thief.get(`/sign-in/return?${stolen}`)).status).toBe(400);
    expect([...thief.cookies.keys()]).toEqual(["__Host-tidings_sign_in"]);
  });

  test("cannot use a statement twice, on either node", async () => {
    const visitor = browserAt();
    const request = await begin(visitor);
    const kept = new Map(visitor.cookies);
    expect((await finish(visitor, request)).status).toBe(303);
    for (const node of [service, other]) {
      const again = browserAt(node);
      for (const [name, value] of kept) again.cookies.set(name, value);
      const refused = await finish(again, request);
      expect([refused.status, again.cookies.has("__Host-tidings_session")]).toEqual([400, false]);
    }
  });

  test("cannot change whom a statement names, when it ends, or the service for which it was made", async () => {
    const visitor = browserAt();
    const request = await begin(visitor);
    const statement = companion.signIn(request, { ...statementOf(anna), capabilities: ["svc_outbox"] })!;
    const changed = (name: string, value: string): URLSearchParams => {
      const copy = new URLSearchParams(statement);
      copy.set(name, value);
      return copy;
    };
    const boss = Buffer.from(JSON.stringify({ ...statementOf(anna), id: 1 })).toString("base64url");
    const elsewhere = new URL(request);
    elsewhere.searchParams.set("tidings_return", "https://evil.example/sign-in/return");
    const forged = [
      changed("tidings_principal", boss),
      changed("tidings_expires", String(Math.floor(Date.now() / 1000) + 3_000)),
      changed("tidings_signature", "v1=00"),
      new URLSearchParams([...statement, ["tidings_principal", boss]]),
      new URLSearchParams({ tidings_state: statement.get("tidings_state")! }),
    ];
    for (const query of forged) expect((await visitor.get(`/sign-in/return?${query}`)).status).toBe(400);
    // The site signs for no address that the service did not.
    expect(companion.signIn(elsewhere, statementOf(anna))).toBeNull();
    expect(visitor.cookies.has("__Host-tidings_session")).toBe(false);
  });

  test("cannot have a statement sent to a host of their own by a Host header", async () => {
    const visitor = browserAt(service, "evil.example");
    const request = locationOf(await visitor.get("/sign-in?here=1"));
    expect(request.searchParams.get("tidings_return")).toBe(`https://${HOST}/sign-in/return`);
  });

  test("a statement is good for a minute", async () => {
    const visitor = browserAt();
    const late = await finish(visitor, await begin(visitor), statementOf(anna), Math.floor(Date.now() / 1000) - 1);
    expect([late.status, await late.text()]).toEqual([400, expect.stringContaining("took too long")]);
  });

  test("a user without any capability gets an explanation and no session", async () => {
    const reader = site.add("reader", { roles: ["subscriber"] });
    const visitor = browserAt();
    const refused = await finish(visitor, await begin(visitor), statementOf(reader));
    expect([refused.status, [...visitor.cookies.keys()]]).toEqual([403, []]);
  });

  test("over plain http from another machine no session is created", async () => {
    const response = await service.app.request(
      `http://${HOST}/sign-in`,
      { headers: { host: HOST } },
      { incoming: { socket: { remoteAddress: "203.0.113.9", encrypted: false } } },
    );
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  });
});

describe("a session", () => {
  test("has at its first call the rights of now, not those of the statement", async () => {
    const cookie = await signedIn();
    anna.capabilities = ["svc_outbox"];
    expect((await sessionFor(cookie)).body.data.capabilities).toEqual(["svc_outbox"]);
  });

  test("asks the site once a minute for each user, however many calls a page makes", async () => {
    const cookie = await signedIn();
    const before = site.called("/tidings/v1/user");
    await Promise.all(Array.from({ length: 10 }, () => sessionFor(cookie)));
    const asked = site.called("/tidings/v1/user") - before;
    // A call that read the session before the answer, and looked for the question after it, asks once more.
    expect([1, 2]).toContain(asked);
    await sessionFor(cookie);
    expect(site.called("/tidings/v1/user") - before).toBe(asked);
    anna.capabilities = [];
    await ageSessions();
    expect((await sessionFor(cookie)).body.data.capabilities).toEqual([]);
  });

  test("ends with a new password, and with the user, though no report of it arrived", async () => {
    const cookie = await signedIn();
    await sessionFor(cookie);
    anna.password = "anotherPassword012345678";
    await ageSessions();
    expect((await sessionFor(cookie)).status).toBe(401);
    const gone = await signedIn();
    await sessionFor(gone);
    site.users.delete(anna.id);
    await ageSessions();
    expect((await sessionFor(gone)).status).toBe(401);
    // Nor does it come back with the user.
    site.users.set(anna.id, anna);
    expect((await sessionFor(gone)).status).toBe(401);
  });

  test("ends at once when the site reports a change of that user, and of no other user", async () => {
    const ben = site.add("ben", { roles: ["editor"], capabilities: ["svc_outbox"] });
    const cookies = [await signedIn(), await signedIn(ben)] as const;
    for (const cookie of cookies) await sessionFor(cookie);
    const { method, target, headers, body } = companion.revocation([anna.id]);
    const reported = await other.app.request(`https://${HOST}${target}`, { method, headers, body: body! });
    expect(reported.status).toBe(200);
    expect([(await sessionFor(cookies[0])).status, (await sessionFor(cookies[1])).status]).toEqual([401, 200]);
  });

  test("neither ends nor is trusted while the site cannot be queried", async () => {
    const cookie = await signedIn();
    await sessionFor(cookie);
    await ageSessions();
    site.down();
    const meanwhile = await sessionFor(cookie);
    site.up();
    expect([meanwhile.status, meanwhile.body.code]).toEqual([503, "host_unavailable"]);
    await expect.poll(async () => (await sessionFor(cookie)).status).toBe(200);
  });

  test("that has ended ends the streams and exports that were begun in it", async () => {
    const [signedOut, goesOn] = [await signedIn(), await signedIn()];
    const callers = await Promise.all(
      [signedOut, goesOn].map((cookie) => service.services.sessionOf(cookie.split("=")[1])),
    );
    const from = { cookie: signedOut, encrypted: true, ip: "203.0.113.9" };
    await consoleOf(() => service.app)("DELETE", "/session", undefined, from);
    const standing = await standingQuery(
      service.store.db,
      IDLE_SECONDS,
      service.services.host,
    )(callers.map((caller) => caller!));
    expect(standing).toEqual([null, new Set(["svc_sendsms", "svc_outbox"])]);
  });

  test("is refused to a page of another site", async () => {
    const cookie = await signedIn();
    const call = consoleOf(() => service.app);
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const from = { cookie, encrypted: true, ip: "203.0.113.9", headers };
    const sent = await call("POST", "/send", { message: "Hello", numbers: ["+447700900124"] }, from);
    expect([sent.status, sent.body.code]).toEqual([403, "foreign_origin"]);
  });

  test("what the site manages is still found there, signed in or not", async () => {
    const call = consoleOf(() => service.app);
    const from = { cookie: await signedIn(), encrypted: true, ip: "203.0.113.9" };
    for (const [method, path] of [
      ["GET", "/users"],
      ["GET", "/users/me/application-passwords"],
    ] as const) {
      const reply = await call(method, path, method === "GET" ? undefined : {}, from);
      expect([path, reply.status, reply.body.data.kept_at]).toEqual([path, 404, expect.stringContaining(site.url)]);
    }
  });
});
