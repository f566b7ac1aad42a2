import { createHash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { safeNext, sessionCookie } from "#api/pages/page-request";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { basic, openPeople, type From, type OpenPeople } from "../../support/people/people.ts";

const WEB = "correct horse battery";
const SAME = { "sec-fetch-site": "same-origin" };

let db: TestDatabase;
let site: OpenPeople;
beforeAll(async () => {
  db = await freshDatabase();
  site = await openPeople(db);
  await site.house.ensureAdministrator();
});
afterAll(() => db.drop());

type Init = { cookie?: string; form?: Record<string, string>; headers?: Record<string, string>; from?: From };

async function visit(path: string, init: Init = {}) {
  const headers: Record<string, string> = { host: "localhost", ...init.headers };
  if (init.cookie) headers["cookie"] = init.cookie;
  const post = init.form && { method: "POST", body: new URLSearchParams(init.form) };
  if (init.form && !init.headers) Object.assign(headers, SAME);
  const response = await site.app.request(path, { ...post, headers }, init.from ?? {});
  const set = response.headers.get("set-cookie");
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    to: response.headers.get("location"),
    set,
    cookie: set?.split(";")[0] ?? "",
  };
}

async function signIn(login: string, password = WEB, more: Init = {}) {
  return visit("/profile/sign-in", { form: { login, password }, ...more });
}

/** Cookie and form token of a fresh session. */
async function session(login: string) {
  const { cookie } = await signIn(login);
  const { text } = await visit("/profile", { cookie });
  return { cookie, token: /name="token" value="([^"]+)"/.exec(text)![1]! };
}

test("signing in by user name or e-mail leads to the profile with a closed cookie of twelve hours", async () => {
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
  expect(text).not.toMatch(/<script|style="|onclick/);
  const [, style] = /<style>([^]*)<\/style>/.exec(text)!;
  const hash = createHash("sha256").update(style!).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
});

test("a form that is larger than any of ours is refused before it is read: nobody has to be known to send one", async () => {
  await site.userWith("large", []);
  const deep = "a[][][][][][][]=1&".repeat(1_000);
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/json"]) {
    const headers = { host: "localhost", "content-type": type, ...SAME };
    const body = type.startsWith("multipart") ? `--b\r\n${deep}` : deep;
    const told = { ...headers, "content-length": String(body.length) };
    for (const sent of [headers, told]) {
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

test("the cookie is Secure where HTTPS was spoken, and only its hash is stored", async () => {
  await site.userWith("secured", []);
  const { set, cookie } = await signIn("secured", WEB, { from: { ip: "203.0.113.5", confidential: true } });
  expect(set).toContain("; Secure");
  expect(sessionCookie("x", 1, { ip: "::1", confidential: true })).not.toContain("Secure");
  const { rows } = await db.pool.query("select hash from sessions");
  const token = cookie.split("=")[1]!;
  expect(rows.some((row) => row.hash.toString("latin1").includes(token))).toBe(false);
  expect(rows.every((row) => row.hash.length === 32)).toBe(true);
});

test("without a session the profile leads to the sign-in, whatever the cookie says", async () => {
  for (const cookie of ["", "tidings_session=", "tidings_session=x", "tidings_session=%00;a=b"]) {
    const { status, to } = await visit("/profile", { cookie });
    expect([status, to]).toEqual([303, "/profile/sign-in"]);
  }
});

test("wrong password, unknown user, application password and user without web password get one and the same answer", async () => {
  const user = await site.userWith("uniform", []);
  const { house } = site;
  await house.createUser(house.operator, {
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
  // Without the hash of nobody's password the ratio would be some hundredths; a busy machine may triple it.
  const ratio = Math.min(...times["nobody-at-all"]) / Math.min(...times.costly);
  expect(ratio).toBeGreaterThan(0.25);
  expect(ratio).toBeLessThan(4);
});

test("a hundred parallel guesses at the sign-in are not let through together", async () => {
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
  // Guessing here does not stop the API.
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

test("an expired session is none", async () => {
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
  const passwords = () => site.house.applicationPasswords(site.house.operator, user.id);
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

test("the page shows a new password once, with a line that works, and never again", async () => {
  await site.userWith("creator", []);
  const { cookie, token } = await session("creator");
  const path = "/profile/application-passwords";
  const made = await visit(path, { cookie, form: { token, name: "Backup <script>" } });
  expect(made.status).toBe(201);
  expect(made.text).toContain("Backup &lt;script&gt;");
  expect(made.text).not.toContain("<script");
  const [, password] = /class="secret">([^<]+)</.exec(made.text)!;
  expect(password).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
  expect(made.text).toContain(`curl -u &#39;creator:${password}&#39; http://127.0.0.1:8080/svc/v1/users/me`);
  expect((await site.call("GET", "/users/me", { auth: basic("creator", password!) })).status).toBe(200);
  await site.host.settled();
  const later = await visit("/profile", { cookie });
  expect(later.text).not.toContain(password);
  expect(later.text).toMatch(/last used <time[^>]*>\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/time> from 127\.0\.0\.1/);
  const again = await visit(path, { cookie, form: { token, name: "Backup <script>" } });
  expect([again.status, again.text.includes("of this name already")]).toEqual([409, true]);
  const empty = await visit(path, { cookie, form: { token, name: "  " } });
  expect(empty.status).toBe(400);
});

test("revoking one and revoking all work from the page, and only on one's own", async () => {
  const user = await site.userWith("revoker", []);
  const other = await site.userWith("bystander", []);
  const { cookie, token } = await session("revoker");
  const foreign = await visit("/profile/application-passwords/revoke", { cookie, form: { token, uuid: other.uuid } });
  expect(foreign.status).toBe(404);
  const one = await visit("/profile/application-passwords/revoke", { cookie, form: { token, uuid: user.uuid } });
  expect([one.status, one.to]).toEqual([303, "/profile?done=revoked"]);
  expect((await site.call("GET", "/users/me", { auth: user.basic })).status).toBe(401);
  await visit("/profile/application-passwords", { cookie, form: { token, name: "a" } });
  await visit("/profile/application-passwords", { cookie, form: { token, name: "b" } });
  expect((await visit("/profile/application-passwords/revoke-all", { cookie, form: { token } })).status).toBe(303);
  expect(await site.house.applicationPasswords(site.house.operator, user.id)).toEqual([]);
  expect((await site.call("GET", "/users/me", { auth: other.basic })).status).toBe(200);
});

test("a changed web password ends every other session and leaves application passwords alone", async () => {
  const user = await site.userWith("changer", []);
  const elsewhere = await signIn("changer");
  const { cookie, token } = await session("changer");
  const change = (current: string, next: string) =>
    visit("/profile/password", { cookie, form: { token, current, next } });
  expect((await change("wrong", "a new password, long")).status).toBe(400);
  expect((await change(WEB, "short")).status).toBe(400);
  const done = await change(WEB, "a new password, long");
  expect(done.status).toBe(303);
  expect((await visit("/profile", { cookie: elsewhere.cookie })).status).toBe(303);
  expect((await visit("/profile", { cookie })).status).toBe(303);
  expect((await visit("/profile", { cookie: done.cookie })).status).toBe(200);
  expect((await signIn("changer")).status).toBe(401);
  expect((await signIn("changer", "a new password, long")).status).toBe(303);
  expect((await site.call("GET", "/users/me", { auth: user.basic })).status).toBe(200);
});

test("a password that an administrator sets ends the user's sessions", async () => {
  const user = await site.userWith("reset", []);
  const { cookie } = await signIn("reset");
  await site.house.changeUser(site.house.operator, user.id, { password: "set by somebody" });
  expect((await visit("/profile", { cookie })).status).toBe(303);
});

test("name and number are saved, and nothing else that the form might carry", async () => {
  const user = await site.userWith("selfmade", []);
  const { cookie, token } = await session("selfmade");
  const form = { token, name: "Self Made", phone: "0151 23456789", roles: "administrator", email: "x@example.org" };
  expect((await visit("/profile", { cookie, form })).to).toBe("/profile?done=saved");
  expect(await site.house.user(user.id)).toMatchObject({
    name: "Self Made",
    phone: "+4915123456789",
    roles: [user.role],
    email: user.email,
  });
  expect((await visit("/profile", { cookie, form: { ...form, phone: "12" } })).status).toBe(400);
  expect((await visit("/profile", { cookie, form: { ...form, name: " " } })).status).toBe(400);
});

test("over plain http from elsewhere nobody is asked for a password", async () => {
  await site.userWith("clear", []);
  const from = { ip: "203.0.113.8", confidential: false };
  expect((await visit("/profile/sign-in", { from })).text).toContain("only over HTTPS");
  const reply = await signIn("clear", WEB, { from });
  expect([reply.status, reply.set]).toEqual([403, null]);
});

test("after signing in one comes back to where one was, but never to another site", async () => {
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
