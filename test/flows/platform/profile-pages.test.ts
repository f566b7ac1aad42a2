import { createHash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { safeNext } from "#api/pages/page-request";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { basic, openPeople, type From, type OpenPeople } from "../../support/people/people.ts";
import { visitsOf, WEB } from "../../support/people/visits.ts";

const SAME = { "sec-fetch-site": "same-origin" };

let db: TestDatabase;
let site: OpenPeople;
beforeAll(async () => {
  db = await freshDatabase();
  site = await openPeople(db);
  await site.service.ensureAdministrator();
});
afterAll(() => db.drop());

const { visit, signIn, session } = visitsOf(() => site);

test("signing in by user name or e-mail leads to the profile with a restricted cookie of twelve hours", async () => {
  await site.userWith("clara", ["svc_sendsms"]);
  const first = await signIn("clara");
  expect([first.status, first.to]).toEqual([303, "/profile"]);
  expect(first.set).toMatch(/^tidings_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
  expect((await signIn("Clara@Example.ORG")).status).toBe(303);
  const { text, headers, status } = await visit("/profile", { cookie: first.cookie });
  expect(status).toBe(200);
  expect(text).toContain("clara@example.org");
  expect(text).toContain("only-clara");
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
  );
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toMatch(/; script-src 'self'; img-src 'self'$/);
  expect(text.match(/<script[^>]*>/g)).toEqual([
    expect.stringMatching(/^<script src="\/assets\/page\.js\?v=[\w-]{12}" defer>$/),
  ]);
  expect(text).not.toMatch(/style="|onclick/);
  const [, style] = /<style>([^]*)<\/style>/.exec(text)!;
  const hash = createHash("sha256").update(style!).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
});

test("a form that is larger than any of ours is refused before it is read, because anybody can send one", async () => {
  await site.userWith("large", []);
  const deep = "a[][][][][][][]=1&".repeat(1_000);
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/json"]) {
    const headers = { host: "localhost", "content-type": type, ...SAME };
    const body = type.startsWith("multipart") ? `--b\r\n${deep}` : deep;
    const reported = { ...headers, "content-length": String(body.length) };
    for (const sent of [headers, reported]) {
      const answer = await site.app.request("/profile/sign-in", { method: "POST", headers: sent, body }, {});
      expect([type, answer.status]).toEqual([type, 413]);
      expect(await answer.text()).toContain("The body is larger than");
    }
  }
  expect((await signIn("large", "x".repeat(256))).status).toBe(401);
  expect(
    (
      await signIn("large", "é".repeat(256), {
        form: { login: "large", password: "\u{10ffff}".repeat(128), next: "/" },
      })
    ).status,
  ).toBe(401);
});

test("over HTTPS the cookie is Secure and limited to this host, and only its hash is stored", async () => {
  await site.userWith("secured", []);
  const from = { ip: "203.0.113.5", encrypted: true };
  const { set, cookie } = await signIn("secured", WEB, { from });
  expect(set).toMatch(/^__Host-tidings_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
  expect((await visit("/profile", { cookie, from })).status).toBe(200);
  const { rows } = await db.pool.query("select hash from sessions");
  const token = cookie.split("=")[1]!;
  expect(rows.some((row) => row.hash.toString("latin1").includes(token))).toBe(false);
  expect(rows.every((row) => row.hash.length === 32)).toBe(true);
});

test("a cookie without the prefix, which another host of the domain may have set, is ignored over HTTPS", async () => {
  await site.userWith("planted", []);
  const from = { ip: "203.0.113.6", encrypted: true };
  const plain = (await signIn("planted")).cookie;
  expect(plain).toMatch(/^tidings_session=/);
  expect((await visit("/profile", { cookie: plain, from })).status).toBe(303);
  const me = (cookie: string, more: From) =>
    site.app.request("/svc/v1/users/me", { headers: { cookie } }, { ip: "203.0.113.6", ...more });
  expect((await me(plain, { encrypted: true })).status).toBe(401);
  expect((await me(plain, {})).status).toBe(200);
  const { cookie } = await signIn("planted", WEB, { from });
  expect((await me(`${plain}x; ${cookie}`, { encrypted: true })).status).toBe(200);
});

test("without a session the profile leads to the sign-in, whatever the cookie says", async () => {
  for (const cookie of ["", "tidings_session=", "tidings_session=x", "tidings_session=%00;a=b"]) {
    const { status, to } = await visit("/profile", { cookie });
    expect([status, to]).toEqual([303, "/profile/sign-in"]);
  }
});

test("wrong password, unknown user, application password and user without web password get the same response", async () => {
  const user = await site.userWith("uniform", []);
  const { service } = site;
  await service.createUser(service.operator, {
    username: "nopass",
    email: "nopass@example.org",
    name: "N",
    phone: null,
    roles: [],
    locale: "en",
  });
  const pages = [
    await signIn("uniform", "not the password"),
    await signIn("nobody-here", WEB),
    await signIn("uniform", user.secret),
    await signIn("nopass", ""),
    await signIn("a\0b", WEB),
    await signIn("' or 1=1 --", "' or 1=1 --"),
  ];
  for (const { status, text, set } of pages) {
    expect([status, set]).toEqual([401, null]);
    expect(text).toContain("User name or password is wrong.");
  }
});

test("an unknown user costs the sign-in as much time as a known one", async () => {
  await site.userWith("costly", []);
  const times = { costly: [] as number[], "nobody-at-all": [] as number[] };
  for (let index = 0; index < 18; index += 1) {
    const login = index % 2 === 0 ? "costly" : "nobody-at-all";
    const start = performance.now();
    await signIn(login, "wrong password", { from: { ip: `10.9.${index}.1` } });
    times[login].push(performance.now() - start);
  }
  // Without the dummy hash the ratio would be a few hundredths; a busy computer may triple it.
  const ratio = Math.min(...times["nobody-at-all"]) / Math.min(...times.costly);
  expect(ratio).toBeGreaterThan(0.25);
  expect(ratio).toBeLessThan(4);
});

test("a hundred parallel guesses at the sign-in are not all processed", async () => {
  const from = { ip: "203.0.113.99" };
  await site.userWith("swarmed", []);
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, index) => signIn("swarmed", `guess number ${index}`, { from })),
  );
  expect(replies.filter((reply) => reply.status === 401)).toHaveLength(20);
  const refused = replies.filter((reply) => reply.status === 429);
  expect(refused).toHaveLength(80);
  expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await signIn("swarmed", WEB, { from })).status).toBe(429);
  // Guessing here does not block the API.
  expect((await site.call("GET", "/users/me", { auth: basic("swarmed", "x"), from })).status).toBe(401);
});

test("a session that was planted before signing in is not the one that is signed in", async () => {
  await site.userWith("fixed", []);
  const planted = "tidings_session=planted-by-somebody-else";
  const { cookie } = await signIn("fixed", WEB, { cookie: planted });
  expect(cookie).not.toBe(planted);
  expect((await visit("/profile", { cookie: planted })).status).toBe(303);
  const again = await signIn("fixed", WEB, { cookie });
  expect((await visit("/profile", { cookie })).status).toBe(303);
  expect((await visit("/profile", { cookie: again.cookie })).status).toBe(200);
});

test("signing out ends the session on the server, not only in the browser", async () => {
  await site.userWith("outgoing", []);
  const { cookie, token } = await session("outgoing");
  const out = await visit("/profile/sign-out", { cookie, form: { token } });
  expect([out.status, out.to]).toEqual([303, "/profile/sign-in?done=out"]);
  expect(out.set).toContain("Max-Age=0");
  expect((await visit("/profile", { cookie })).status).toBe(303);
});

test("an expired session is not accepted", async () => {
  const user = await site.userWith("expired", []);
  const { cookie } = await signIn("expired");
  await db.pool.query("update sessions set expires_at = now() where user_id = $1", [user.id]);
  expect((await visit("/profile", { cookie })).status).toBe(303);
});

test("no form works from another site, without its token, or with another session's", async () => {
  const user = await site.userWith("forged", []);
  await site.userWith("forger", []);
  const { cookie, token } = await session("forged");
  const foreign = await session("forger");
  const passwords = () => site.service.applicationPasswords(site.service.operator, user.id);
  const form = { token, name: "evil", uuid: user.uuid };
  for (const path of [
    "/profile",
    "/profile/application-passwords",
    "/profile/application-passwords/revoke",
    "/profile/application-passwords/revoke-all",
    "/profile/password",
    "/profile/sign-out",
  ]) {
    const tries = [
      await visit(path, { cookie, form, headers: { "sec-fetch-site": "cross-site" } }),
      await visit(path, { cookie, form, headers: { "sec-fetch-site": "same-site" } }),
      await visit(path, { cookie, form, headers: { origin: "https://evil.example" } }),
      await visit(path, { cookie, form, headers: { origin: "null" } }),
      await visit(path, { cookie, form, headers: { "x-nothing": "said" } }),
      await visit(path, { cookie, form: { ...form, token: "" } }),
      await visit(path, { cookie, form: { ...form, token: foreign.token } }),
    ];
    expect([path, ...tries.map((reply) => reply.status)]).toEqual([path, 403, 403, 403, 403, 403, 403, 403]);
  }
  expect((await passwords()).map((one) => one.name)).toEqual(["test"]);
  expect((await visit("/profile", { cookie })).status).toBe(200);
  const login = await signIn("forged", WEB, { headers: { "sec-fetch-site": "cross-site" } });
  expect([login.status, login.set]).toEqual([403, null]);
});

test("for a missing page people get a page and programs the envelope", async () => {
  const ask = (path: string, accept: string | null, method = "GET") =>
    site.app.request(path, { method, headers: accept === null ? {} : { accept } });
  const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const page = await ask("/nowhere", html);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain("There is no page here");
  for (const accept of ["application/json", "*/*", null]) {
    const answer = await ask("/nowhere", accept);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, "no_route"]);
  }
  expect(((await (await ask("/svc/v1/nowhere", html)).json()) as { code: string }).code).toBe("no_route");
  expect(((await (await ask("/nowhere", html, "POST")).json()) as { code: string }).code).toBe("no_route");
});

test("icon and script are cached by browsers, and have the declared type", async () => {
  for (const [path, type] of [
    ["/favicon.svg", "image/svg+xml"],
    ["/favicon.ico", "image/x-icon"],
    ["/assets/page.js?v=x", "text/javascript; charset=utf-8"],
  ] as const) {
    const { status, headers } = await visit(path);
    expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
      200,
      type,
      "nosniff",
    ]);
    expect(headers.get("cache-control")).toMatch(/^public, max-age=\d{5,}$/);
  }
});

test("a password that an administrator sets ends the user's sessions", async () => {
  const user = await site.userWith("reset", []);
  const { cookie } = await signIn("reset");
  await site.service.changeUser(site.service.operator, user.id, { password: "set by somebody" });
  expect((await visit("/profile", { cookie })).status).toBe(303);
});

test("name and number are saved, and nothing else that the form might contain", async () => {
  const user = await site.userWith("selfmade", []);
  const { cookie, token } = await session("selfmade");
  const form = { token, name: "Self Made", phone: "0151 23456789", roles: "administrator", email: "x@example.org" };
  expect((await visit("/profile", { cookie, form })).to).toBe("/profile?done=saved");
  expect(await site.service.user(user.id)).toMatchObject({
    name: "Self Made",
    phone: "+4915123456789",
    roles: [user.role],
    email: user.email,
  });
  expect((await visit("/profile", { cookie, form: { ...form, phone: "12" } })).status).toBe(400);
  expect((await visit("/profile", { cookie, form: { ...form, name: " " } })).status).toBe(400);
});

test("over plain http from elsewhere no password is requested", async () => {
  await site.userWith("clear", []);
  const from = { ip: "203.0.113.8", confidential: false };
  expect((await visit("/profile/sign-in", { from })).text).toContain("only over HTTPS");
  const reply = await signIn("clear", WEB, { from });
  expect([reply.status, reply.set]).toEqual([403, null]);
});

test("after signing in the user returns to the previous page, but never to another site", async () => {
  await site.userWith("traveller", []);
  const form = { login: "traveller", password: WEB };
  expect((await visit("/profile/sign-in", { form: { ...form, next: "/outbox?page=2" } })).to).toBe("/outbox?page=2");
  for (const next of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/a\nb",
    "",
    "javascript:alert(1)",
    "/\\/x",
  ]) {
    expect(safeNext(next)).toBe("/profile");
  }
});

test("a database that is gone gives a page, not a stack", async () => {
  const lost = await freshDatabase();
  const there = await openPeople(lost);
  await lost.drop();
  const response = await there.app.request("/profile", { headers: { cookie: "tidings_session=x" } });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  const text = await response.text();
  expect(text).toContain("That did not work");
  expect(text).not.toMatch(/at .*\.ts|Error:/);
});
