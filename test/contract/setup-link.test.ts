import { URI, type TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";

import { consoleOf } from "../support/people/console-session.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

const PASSWORD = "correct horse battery";

let service: TestService;
const call = consoleOf(() => service.app);

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

async function newLink() {
  const { user } = await service.userWith();
  const { id } = (await service.people.userCalled(user))!;
  return { id, user, token: await service.people.createSetupLink(service.people.operator, id) };
}

const setup = (token: string, password = PASSWORD, ip = "127.0.0.1") =>
  call("POST", "/session/setup", { token, password }, { ip, encrypted: ip !== "127.0.0.1" });

test("a link sets the password, signs in, and works once", async () => {
  const { user, token } = await newLink();
  const reply = await setup(token);
  expect(reply.body.data).toMatchObject({ user: { username: user } });
  expect((await call("GET", "/session", undefined, { cookie: reply.cookie! })).status).toBe(200);
  expect((await call("POST", "/session", { login: user, password: PASSWORD })).status).toBe(200);
  const again = await setup(token, "another long password");
  expect([again.status, again.body.code, again.setCookie]).toEqual([404, "not_found", null]);
  expect((await call("POST", "/session", { login: user, password: PASSWORD })).status).toBe(200);
});

test("a link ends with the next password, regardless of who sets it", async () => {
  const byManager = await newLink();
  const changed = await service.call("PATCH", `/users/${byManager.id}`, { password: "a new long password" });
  expect(changed.status).toBe(200);
  expect((await setup(byManager.token)).status).toBe(404);

  const own = await newLink();
  const { cookie } = await setup(own.token);
  const later = await service.people.createSetupLink(service.people.operator, own.id);
  const next = { current: PASSWORD, next: "staple battery horse" };
  expect((await call("POST", "/session/password", next, { cookie: cookie! })).status).toBe(200);
  expect((await setup(later)).status).toBe(404);
});

test("of several who use a link at once, one sets the password", async () => {
  const { user, token } = await newLink();
  const passwords = Array.from({ length: 4 }, (_, at) => `${PASSWORD} ${at}`);
  const replies = await Promise.all(passwords.map((password) => setup(token, password)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
  const winner = replies.findIndex(({ status }) => status === 200);
  for (const [at, password] of passwords.entries()) {
    const { status } = await call("POST", "/session", { login: user, password });
    expect(status).toBe(at === winner ? 200 : 401);
  }
});

test("an expired link, a replaced one, a guess and the stored hash get the same reply, and change nothing", async () => {
  const [expired, replaced, valid] = [await newLink(), await newLink(), await newLink()];
  await service.pool.query("update setup_links set expires_at = now() - interval '1 second' where user_id = $1", [
    expired.id,
  ]);
  await service.people.createSetupLink(service.people.operator, replaced.id);
  const { rows } = await service.pool.query("select hash from setup_links where user_id = $1", [valid.id]);
  const hash = rows[0].hash as Buffer;
  const replies = [];
  for (const token of [expired.token, replaced.token, "x".repeat(43), hash.toString("base64url"), "null\u{10ffff}"]) {
    replies.push(await setup(token));
  }
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
  expect(replies[0]!.status).toBe(404);
  expect((await setup(valid.token)).status).toBe(200);
});

test("a password that is too short does not use up the link", async () => {
  const { token } = await newLink();
  expect((await setup(token, "short")).status).toBe(400);
  expect((await setup(token)).status).toBe(200);
});

test("guesses are limited as failed sign-ins are", async () => {
  const ip = "198.51.100.9";
  for (let at = 0; at < 20; at += 1) expect((await setup(`guess-${at}`, PASSWORD, ip)).status).toBe(404);
  expect((await setup("guess", PASSWORD, ip)).status).toBe(429);
});

test("a link does not lead around a second factor, and ends the sessions of before", async () => {
  const { id, user, token } = await newLink();
  const { cookie } = await setup(token);
  const own = { cookie: cookie! };
  const started = await call("POST", "/session/totp", { password: PASSWORD }, own);
  const totp = URI.parse(started.body.data.otpauth_url) as TOTP;
  await call("POST", "/session/totp/confirm", { code: totp.generate() }, own);
  const reply = await setup(await service.people.createSetupLink(service.people.operator, id));
  expect(reply.body.data).toMatchObject({ second_factor: true });
  expect(reply.setCookie).toBeNull();
  expect((await call("GET", "/session", undefined, own)).status).toBe(401);
  expect(user).not.toBe("");
});

test("nobody makes a link for a user with capabilities that they lack", async () => {
  const { user } = await service.userWith("svc_users");
  const caller = {
    ...service.people.operator,
    userId: 999,
    username: user,
    capabilities: new Set(["svc_users"] as const),
  };
  const admin = (await service.people.userCalled("admin"))!;
  await expect(service.people.createSetupLink(caller, admin.id)).rejects.toMatchObject({ code: "forbidden" });
});

test("a user who manages users creates a link through the API, for users with no more rights than their own", async () => {
  const { user } = await service.userWith("svc_outbox");
  const { id } = (await service.people.userCalled(user))!;
  const manager = await service.userWith("svc_users", "svc_outbox");
  const create = (of: number, as = manager) => service.call("POST", `/users/${of}/setup-link`, undefined, { as });

  const first = await create(id);
  const second = await create(id);
  expect([first.status, second.status]).toEqual([201, 201]);
  // The second replaces the first.
  expect((await setup(first.body.data.token)).status).toBe(404);
  expect((await setup(second.body.data.token)).body.data).toMatchObject({ user: { username: user } });

  const admin = (await service.people.userCalled("admin"))!;
  expect((await create(admin.id)).body).toMatchObject({ code: "forbidden" });
  expect((await create(4711)).status).toBe(404);
  expect((await create(id, await service.userWith("svc_outbox"))).status).toBe(403);
});

test("nobody makes a link for themselves: it would replace their password without asking for it", async () => {
  const { cookie } = await setup((await newLink()).token);
  const { id } = (await call("GET", "/session", undefined, { cookie: cookie! })).body.data.user;
  await service.call("PATCH", `/users/${id}`, { roles: ["administrator"] });
  const own = await call("POST", `/users/${id}/setup-link`, undefined, { cookie: cookie! });
  expect([own.status, own.body.code, own.body.data?.token]).toEqual([403, "forbidden", undefined]);
  const program = (await service.people.userCalled("admin"))!;
  expect((await service.call("POST", `/users/${program.id}/setup-link`)).body).toMatchObject({ code: "forbidden" });
  const { rows } = await service.pool.query("select from setup_links where user_id in ($1, $2)", [id, program.id]);
  // The first administrator's, of the start.
  expect(rows.length).toBeLessThanOrEqual(1);
});
