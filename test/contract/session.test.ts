import { afterAll, beforeAll, expect, test } from "vitest";

import { capabilities } from "#domain/access/capability";

import { consoleOf } from "../support/people/console-session.ts";
import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";

const PASSWORD = "correct horse battery";

let service: TestService;
let boss: Credentials;
const call = consoleOf(() => service.app);

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
  boss = await service.userWith(...capabilities);
  await setPassword(boss.user);
});
afterAll(() => service.end());

async function setPassword(username: string): Promise<void> {
  const user = (await service.people.userCalled(username))!;
  await service.people.changeUser(service.people.operator, user.id, { password: PASSWORD });
}

async function signedIn(username = boss.user): Promise<string> {
  const { cookie } = await call("POST", "/session", { login: username, password: PASSWORD });
  return cookie!;
}

test("a right password opens a session, and the reply describes user, permissions, site and session", async () => {
  const reply = await call("POST", "/session", { login: boss.user, password: PASSWORD });
  expect(reply.status).toBe(200);
  expect(reply.body.data).toMatchObject({
    user: { username: boss.user, email: `${boss.user}@example.test`, roles: [`role-${boss.user}`] },
    capabilities: [...capabilities],
    site: { country: "DE", sandbox: true, managed_by: null, license: { state: "absent", features: [] } },
    session: { two_factor: false },
  });
  const again = await call("GET", "/session", undefined, { cookie: reply.cookie! });
  expect(again.body.data).toEqual(reply.body.data);
});

test("the session says whether there are customers, so that the console does not offer an empty audience", async () => {
  const hasCustomers = async () =>
    (await service.call("GET", "/session", undefined, { as: boss })).body.data.site.customers;
  expect(await hasCustomers()).toBe(false);
  const customer = { name: "Ana Berg", phone: "+4915112340001" };
  expect((await service.call("POST", "/customers", customer, { as: boss })).status).toBe(201);
  expect(await hasCustomers()).toBe(true);
});

test("with an application password the same is shown, without a session", async () => {
  const reply = await service.call("GET", "/session", undefined, { as: boss });
  expect(reply.body.data).toMatchObject({ user: { username: boss.user }, session: null });
});

test("a call of our own page without a session gets 401 and no challenge, which would open the browser's own dialog", async () => {
  const reply = await call("GET", "/session");
  expect([reply.status, reply.headers.get("www-authenticate")]).toEqual([401, null]);
  const program = await call("GET", "/session", undefined, { headers: {} });
  expect(program.headers.get("www-authenticate")).toMatch(/^Basic /);
});

test("a wrong password, an unknown user and a user without a web password get the same reply, without a cookie", async () => {
  const { user } = await service.userWith();
  const replies = await Promise.all(
    [boss.user, user, "nobody", "x".repeat(254)].map((login, index) =>
      call("POST", "/session", { login, password: "wrong password" }, { ip: `203.0.113.${index}`, encrypted: true }),
    ),
  );
  for (const { status, body, cookie, headers } of replies) {
    expect([status, body.code, body.message, cookie]).toEqual([
      401,
      "unauthorized",
      "User name or password is wrong.",
      null,
    ]);
    expect(headers.get("www-authenticate")).toBeNull();
  }
});

test("over TLS the cookie is Secure and bound to the host; on loopback it is neither; no script can read it", async () => {
  const login = { login: boss.user, password: PASSWORD };
  const tls = await call("POST", "/session", login, { ip: "203.0.113.50", encrypted: true });
  expect(tls.setCookie).toMatch(
    /^__Host-tidings_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/,
  );
  const loopback = await call("POST", "/session", login);
  expect(loopback.setCookie).toMatch(/^tidings_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
});

test("over plain HTTP from another machine nothing that carries a password is accepted", async () => {
  const far = { ip: "203.0.113.51" };
  for (const [path, body] of [
    ["/session", { login: boss.user, password: PASSWORD }],
    ["/session/setup", { token: "x", password: PASSWORD }],
    ["/session/second-factor", { challenge: "x", code: "123456" }],
  ] as const) {
    const reply = await call("POST", path, body, far);
    expect([reply.status, reply.body.code, reply.cookie]).toEqual([403, "https_required", null]);
  }
});

test("another site cannot sign its visitor in: only pages of this origin set the cookie", async () => {
  const login = { login: boss.user, password: PASSWORD };
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "null" },
    {},
  ]) {
    const reply = await call("POST", "/session", login, { headers });
    expect([reply.status, reply.body.code, reply.cookie], JSON.stringify(headers)).toEqual([
      403,
      "foreign_origin",
      null,
    ]);
  }
  const older = await call("POST", "/session", login, { headers: { origin: "http://127.0.0.1" } });
  expect(older.status).toBe(200);
});

test("a form post and JSON disguised as text from another page are refused, with and without a session", async () => {
  const cookie = await signedIn();
  for (const type of ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"]) {
    for (const path of ["/session", "/session/password", "/session/totp"]) {
      const response = await service.app.request(`http://127.0.0.1/svc/v1${path}`, {
        method: "POST",
        headers: { "content-type": type, "sec-fetch-site": "cross-site", cookie, host: "127.0.0.1" },
        body: `login=${boss.user}&password=x`,
      });
      expect(response.status, `${path} ${type}`).toBeGreaterThanOrEqual(400);
      expect(response.headers.get("set-cookie")).toBeNull();
    }
  }
  expect((await call("GET", "/session", undefined, { cookie })).status).toBe(200);
});

test("a session that was planted in the browser ends when its user signs in, and is not adopted", async () => {
  const planted = await signedIn();
  const reply = await call("POST", "/session", { login: boss.user, password: PASSWORD }, { cookie: planted });
  expect(reply.cookie).not.toBe(planted);
  expect((await call("GET", "/session", undefined, { cookie: planted })).status).toBe(401);
  const invented = "tidings_session=attacker";
  const other = await call("POST", "/session", { login: boss.user, password: PASSWORD }, { cookie: invented });
  expect(other.cookie).not.toBe(invented);
  expect((await call("GET", "/session", undefined, { cookie: invented })).status).toBe(401);
});

test("signing out ends the session on the server, and the cookie in the browser", async () => {
  const cookie = await signedIn();
  const reply = await call("DELETE", "/session", undefined, { cookie });
  expect([reply.status, reply.cookie]).toEqual([200, "tidings_session="]);
  expect(reply.setCookie).toContain("Max-Age=0");
  expect((await call("GET", "/session", undefined, { cookie })).status).toBe(401);
  expect((await service.call("DELETE", "/session", undefined, { as: boss })).status).toBe(403);
});

test("of a hundred parallel guesses twenty are processed, and then the address waits, with the right password too", async () => {
  const { user } = await service.userWith();
  await setPassword(user);
  const from = { ip: "198.51.100.7", encrypted: true };
  const attempt = (password: string, more = {}) =>
    call("POST", "/session", { login: user, password }, { ...from, ...more });
  const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => attempt(`guess number ${index}`)));
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(20);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(80);
  expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await attempt(PASSWORD)).body.code).toBe("too_many_requests");
  expect((await attempt(PASSWORD, { ip: "198.51.100.8" })).status).toBe(200);
});

test("an unknown user costs the sign-in as much time as a known one", async () => {
  const { user } = await service.userWith();
  await setPassword(user);
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let index = 0; index < 18; index += 1) {
    const kind = index % 2 === 0 ? "known" : "unknown";
    const login = kind === "known" ? user : "nobody-at-all";
    // Of the processor, hashing threads included: on a busy machine, the clock had a ratio of more than 4.
    const start = process.cpuUsage();
    await call("POST", "/session", { login, password: "wrong password" }, { ip: `10.9.${index}.1`, encrypted: true });
    const { user: inUser, system } = process.cpuUsage(start);
    times[kind].push(inUser + system);
  }
  // Without the dummy hash the ratio would be a few hundredths.
  const ratio = Math.min(...times.unknown) / Math.min(...times.known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test("of a session only the hash is stored, and its cookie ends with it", async () => {
  const { user } = await service.userWith();
  await setPassword(user);
  const cookie = await signedIn(user);
  const { rows } = await service.pool.query(
    "select s.hash from sessions s join users u on u.id = s.user_id where u.username = $1",
    [user],
  );
  expect(rows.map(({ hash }) => hash.length)).toEqual([32]);
  expect(rows[0].hash.toString("latin1")).not.toContain(cookie.split("=")[1]!);
  await service.pool.query(
    "update sessions set expires_at = now() where user_id = (select id from users where username = $1)",
    [user],
  );
  expect((await call("GET", "/session", undefined, { cookie })).status).toBe(401);
});

test("a cookie without the prefix, which another host of the domain may have set, is ignored over TLS", async () => {
  const plain = await signedIn();
  const tls = { ip: "203.0.113.6", encrypted: true };
  expect((await call("GET", "/session", undefined, { ...tls, cookie: plain })).status).toBe(401);
  expect((await call("GET", "/session", undefined, { cookie: plain })).status).toBe(200);
  const { cookie } = await call("POST", "/session", { login: boss.user, password: PASSWORD }, tls);
  expect((await call("GET", "/session", undefined, { ...tls, cookie: `${plain}x; ${cookie}` })).status).toBe(200);
});

test("a password that an administrator sets ends the user's sessions", async () => {
  const { user } = await service.userWith();
  await setPassword(user);
  const cookie = await signedIn(user);
  await setPassword(user);
  expect((await call("GET", "/session", undefined, { cookie })).status).toBe(401);
});

test("a changed password needs the current one, ends the other sessions, and continues with a new cookie", async () => {
  const { user } = await service.userWith();
  await setPassword(user);
  const [cookie, other] = [await signedIn(user), await signedIn(user)];
  const wrong = await call(
    "POST",
    "/session/password",
    { current: "wrong", next: "another long password" },
    { cookie },
  );
  expect([wrong.status, wrong.body.data.details[0].field]).toEqual([400, "current"]);
  const reply = await call(
    "POST",
    "/session/password",
    { current: PASSWORD, next: "another long password" },
    { cookie },
  );
  expect(reply.status).toBe(200);
  expect((await call("GET", "/session", undefined, { cookie: reply.cookie! })).status).toBe(200);
  for (const ended of [cookie, other]) {
    expect((await call("GET", "/session", undefined, { cookie: ended })).status).toBe(401);
  }
});

test("a session ends after two hours without a call, and a call within them renews it", async () => {
  const cookie = await signedIn();
  const unused = (interval: string) =>
    service.pool.query(`update sessions set used_at = now() - interval '${interval}'`);
  await unused("119 minutes");
  expect((await call("GET", "/session", undefined, { cookie })).status).toBe(200);
  const { rows } = await service.pool.query(
    "select count(*)::int from sessions where used_at > now() - interval '1 minute'",
  );
  expect(rows[0].count).toBe(1);
  await unused("121 minutes");
  expect((await call("GET", "/session", undefined, { cookie })).status).toBe(401);
});

test("people change their own name, number, address and language, and nothing else", async () => {
  const { user } = await service.userWith();
  await setPassword(user);
  const cookie = await signedIn(user);
  const changes = { name: "Ada", phone: "0151 23456789", email: "ada@example.org", locale: "de" };
  const reply = await call("PATCH", "/users/me", changes, { cookie });
  expect(reply.body.data).toMatchObject({ ...changes, phone: "+4915123456789" });
  const more = await call("PATCH", "/users/me", { roles: ["administrator"] }, { cookie });
  expect([more.status, more.body.code]).toEqual([400, "unknown_parameter"]);
  const taken = await call("PATCH", "/users/me", { email: `${boss.user}@example.test` }, { cookie });
  expect(taken.status).toBe(409);
});

test("signing out everywhere else ends the user's other sessions, and nobody else's", async () => {
  const [here, elsewhere] = [await signedIn(), await signedIn()];
  const { user } = await service.userWith("svc_outbox");
  await setPassword(user);
  const somebody = await signedIn(user);
  const reply = await call("DELETE", "/session/others", undefined, { cookie: here });
  expect(reply.body.data.ended).toBeGreaterThanOrEqual(1);
  expect((await call("DELETE", "/session/others", undefined, { cookie: here })).body.data).toEqual({ ended: 0 });
  const statuses = [here, elsewhere, somebody].map(
    async (cookie) => (await call("GET", "/session", undefined, { cookie })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  expect((await service.call("DELETE", "/session/others", undefined, { as: boss })).status).toBe(403);
});
