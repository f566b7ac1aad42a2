import { URI, type TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";

import { consoleOf } from "../support/people/console-session.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

const PASSWORD = "correct horse battery";
const WRONG = "The code is wrong, or the sign-in took too long.";

let service: TestService;
const call = consoleOf(() => service.app);

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

let addresses = 0;
/** Every visitor has an address of their own: the limits of addresses are not under test here. */
const somewhere = () => ({ ip: `203.0.113.${(addresses += 1)}`, encrypted: true });

async function newUser() {
  const { user, password } = await service.userWith();
  const { id } = (await service.people.userCalled(user))!;
  await service.people.changeUser(service.people.operator, id, { password: PASSWORD });
  return { id, user, password };
}

async function password(user: string) {
  const from = somewhere();
  const reply = await call("POST", "/session", { login: user, password: PASSWORD }, from);
  return { from, reply, challenge: reply.body.data.challenge as string };
}

/** A user whose second factor is on; the code that turned it on is used up. */
async function protectedUser() {
  const made = await newUser();
  const { reply, from } = await password(made.user);
  const own = { ...from, cookie: reply.cookie! };
  const started = await call("POST", "/session/totp", { password: PASSWORD }, own);
  const totp = URI.parse(started.body.data.otpauth_url) as TOTP;
  const confirmed = await call("POST", "/session/totp/confirm", { code: totp.generate() }, own);
  expect(confirmed.status).toBe(200);
  return { ...made, totp, own, recovery: confirmed.body.data.recovery_codes as string[] };
}

/** A code that was not accepted yet: of the next time step, which is within the window. */
const nextCode = (totp: TOTP): string => totp.generate({ timestamp: Date.now() + 30_000 });

test("setting it up needs the password, and changes nothing before a code confirms it", async () => {
  const { user } = await newUser();
  const { reply, from } = await password(user);
  const own = { ...from, cookie: reply.cookie! };
  const wrong = await call("POST", "/session/totp", { password: "wrong" }, own);
  expect([wrong.status, wrong.body.data.details[0].field]).toEqual([400, "password"]);
  const started = await call("POST", "/session/totp", { password: PASSWORD }, own);
  expect(started.body.data.otpauth_url).toBe(
    `otpauth://totp/Tidings:${user}?issuer=Tidings&secret=${started.body.data.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await call("POST", "/session/totp/confirm", { code: "000000" }, own)).status).toBe(400);
  expect((await password(user)).reply.body.data).toMatchObject({ session: { two_factor: false } });
});

test("once it is on, the password alone opens no session, and a code opens it", async () => {
  const { user, totp } = await protectedUser();
  const { from, reply, challenge } = await password(user);
  expect(reply.body.data).toEqual({ second_factor: true, challenge: expect.stringMatching(/^[\w-]{43}$/) });
  expect(reply.setCookie).toBeNull();
  const opened = await call("POST", "/session/second-factor", { challenge, code: nextCode(totp) }, from);
  expect(opened.body.data).toMatchObject({ user: { username: user }, session: { two_factor: true } });
  expect((await call("GET", "/session", undefined, { ...from, cookie: opened.cookie! })).status).toBe(200);
});

test.each([
  ["Persian", "۰۱۲۳۴۵۶۷۸۹"],
  ["full-width", "０１２３４５６７８９"],
])("a code typed in %s digits opens it", async (_name, digits) => {
  const { user, totp } = await protectedUser();
  const { from, challenge } = await password(user);
  const code = nextCode(totp).replaceAll(/\d/g, (digit) => digits[Number(digit)]!);
  expect((await call("POST", "/session/second-factor", { challenge, code }, from)).status).toBe(200);
});

test("turning it on ends the other sessions of the user", async () => {
  const { user } = await newUser();
  const [first, second] = [await password(user), await password(user)];
  const own = { ...first.from, cookie: first.reply.cookie! };
  const started = await call("POST", "/session/totp", { password: PASSWORD }, own);
  const totp = URI.parse(started.body.data.otpauth_url) as TOTP;
  await call("POST", "/session/totp/confirm", { code: totp.generate() }, own);
  expect((await call("GET", "/session", undefined, own)).status).toBe(200);
  const other = { ...second.from, cookie: second.reply.cookie! };
  expect((await call("GET", "/session", undefined, other)).status).toBe(401);
});

test("a code is accepted once: not the one that turned it on, not again, and not by two at once", async () => {
  const { user, totp } = await protectedUser();
  const confirmed = await password(user);
  const used = { challenge: confirmed.challenge, code: totp.generate() };
  expect((await call("POST", "/session/second-factor", used, confirmed.from)).status).toBe(401);

  const code = nextCode(totp);
  const visits = await Promise.all([password(user), password(user), password(user)]);
  const replies = await Promise.all(
    visits.map(({ from, challenge }) => call("POST", "/session/second-factor", { challenge, code }, from)),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  const late = await password(user);
  const again = await call("POST", "/session/second-factor", { challenge: late.challenge, code }, late.from);
  expect([again.status, again.body.message, again.setCookie]).toEqual([401, WRONG, null]);
});

test("a challenge opens one session, even if two right codes arrive at once", async () => {
  const { user, recovery } = await protectedUser();
  const { from, challenge } = await password(user);
  const replies = await Promise.all(
    recovery.slice(0, 2).map((code) => call("POST", "/session/second-factor", { challenge, code }, from)),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test("an unknown challenge, an expired one, one of before a change of the password and a wrong code get the same reply", async () => {
  const { id, user, totp } = await protectedUser();
  const wrong = await password(user);
  const expired = await password(user);
  await service.pool.query(
    "update sign_in_challenges set expires_at = now() - interval '1 second' where user_id = $1",
    [id],
  );
  const changed = await password(user);
  await service.people.changeUser(service.people.operator, id, { password: "another long password" });
  for (const [challenge, code] of [
    ["x".repeat(43), nextCode(totp)],
    [expired.challenge, nextCode(totp)],
    [wrong.challenge, "000000"],
    [changed.challenge, nextCode(totp)],
  ]) {
    const reply = await call("POST", "/session/second-factor", { challenge, code }, somewhere());
    expect([reply.status, reply.body.code, reply.body.message, reply.setCookie]).toEqual([
      401,
      "unauthorized",
      WRONG,
      null,
    ]);
  }
});

test("after five wrong codes the user must wait, from whatever address and under whatever key, and a right code is not checked", async () => {
  const { id, user, totp } = await protectedUser();
  const { challenge } = await password(user);
  const guess = async (key: string, code = "not it") =>
    service.app.request(
      "http://127.0.0.1/svc/v1/session/second-factor",
      {
        method: "POST",
        headers: {
          "sec-fetch-site": "same-origin",
          "content-type": "application/json",
          "idempotency-key": key,
          host: "127.0.0.1",
        },
        body: JSON.stringify({ challenge, code }),
      },
      { incoming: { socket: { remoteAddress: somewhere().ip, encrypted: true } } },
    );
  const statuses = (await Promise.all(Array.from({ length: 12 }, (_, at) => guess(`guess-${at}`)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  const right = await guess("right", nextCode(totp));
  expect(right.status).toBe(429);
  expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(50);
  await service.pool.query("update second_factors set failed_at = now() - interval '61 seconds' where user_id = $1", [
    id,
  ]);
  expect((await guess("later", nextCode(totp))).status).toBe(200);
  const { rows } = await service.pool.query("select failures from second_factors where user_id = $1", [id]);
  expect(rows).toEqual([{ failures: 0 }]);
});

test("each of ten recovery codes works once, however it is typed, and none is stored in plain text", async () => {
  const { id, user, recovery } = await protectedUser();
  expect(new Set(recovery).size).toBe(10);
  for (const typed of [recovery[0]!, recovery[1]!.replace("-", " ").toUpperCase()]) {
    const { from, challenge } = await password(user);
    expect((await call("POST", "/session/second-factor", { challenge, code: typed }, from)).status).toBe(200);
  }
  const { from, challenge } = await password(user);
  expect((await call("POST", "/session/second-factor", { challenge, code: recovery[0] }, from)).status).toBe(401);
  const { rows } = await service.pool.query("select hash from recovery_codes where user_id = $1", [id]);
  expect(rows).toHaveLength(8);
  expect(rows.every(({ hash }) => hash.length === 32)).toBe(true);
});

test("the secret is sealed in the database and in no log line", async () => {
  const { id, totp, recovery } = await protectedUser();
  const { rows } = await service.pool.query("select secret from second_factors where user_id = $1", [id]);
  expect(rows[0].secret.includes(Buffer.from(totp.secret.base32))).toBe(false);
  expect(rows[0].secret.includes(Buffer.from(totp.secret.bytes))).toBe(false);
  const log = JSON.stringify(service.logged);
  for (const secret of [totp.secret.base32, ...recovery]) expect(log).not.toContain(secret);
});

test("its user turns it off with the password, an administrator without, and the password alone then suffices", async () => {
  const { user, own } = await protectedUser();
  expect((await call("DELETE", "/session/totp", { password: "wrong" }, own)).status).toBe(400);
  expect((await call("DELETE", "/session/totp", { password: PASSWORD }, own)).body.data).toEqual({ deleted: true });
  expect((await password(user)).reply.cookie).not.toBeNull();
  const other = await protectedUser();
  expect(await service.people.endSecondFactor(service.people.operator, other.id)).toEqual({
    secondFactor: true,
    passkeys: 0,
  });
  expect((await password(other.user)).reply.cookie).not.toBeNull();
  const third = await protectedUser();
  expect((await service.call("PATCH", `/users/${third.id}`, { two_factor: true })).status).toBe(400);
  expect((await service.call("PATCH", `/users/${third.id}`, { two_factor: false })).status).toBe(200);
  expect((await password(third.user)).reply.cookie).not.toBeNull();
});

test("a user is shown with whether a second factor is on: one that was begun and not confirmed is not", async () => {
  const begun = await newUser();
  const { reply, from } = await password(begun.user);
  await call("POST", "/session/totp", { password: PASSWORD }, { ...from, cookie: reply.cookie! });
  const { id } = await protectedUser();
  const shown = async (user: number) => (await service.call("GET", `/users/${user}`)).body.data;
  expect(await shown(begun.id)).toMatchObject({ two_factor: false, passkeys: 0 });
  expect(await shown(id)).toMatchObject({ two_factor: true, passkeys: 0 });
  const ended = await service.call("PATCH", `/users/${id}`, { two_factor: false });
  expect(ended.body.data).toMatchObject({ id, two_factor: false });
  expect(await shown(id)).toMatchObject({ two_factor: false });
});

test("managers of users cannot turn off their own second factor, or set their own password, without giving the password", async () => {
  const { user, password: application } = await service.userWith("svc_users");
  const { id } = (await service.people.userCalled(user))!;
  for (const change of [{ two_factor: false }, { password: "another long password" }]) {
    const refused = await service.call("PATCH", `/users/${id}`, change, { as: { user, password: application } });
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    expect(refused.body.message).toContain("/session/");
  }
});

test("a change of a user that is refused leaves their second factor on", async () => {
  const { id, user } = await protectedUser();
  const other = await service.userWith();
  const email = `${other.user}@example.test`;
  const refused = await service.call("PATCH", `/users/${id}`, { two_factor: false, email });
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  expect((await password(user)).reply.cookie).toBeNull();
});

test("an application password needs no code, and cannot turn the second factor on or off", async () => {
  const { user, password: application } = await protectedUser();
  const as = { user, password: application };
  expect((await service.call("GET", "/session", undefined, { as })).status).toBe(200);
  expect((await service.call("POST", "/session/totp", { password: PASSWORD }, { as })).status).toBe(403);
  expect((await service.call("DELETE", "/session/totp", { password: PASSWORD }, { as })).status).toBe(403);
});
