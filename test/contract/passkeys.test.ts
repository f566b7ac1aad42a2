import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { URI, type TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { openService } from "#app/service/open-service";

import { consoleOf, type Origin } from "../support/people/console-session.ts";
import { type Forgery, softwareAuthenticator, type SoftwarePasskey } from "../support/people/software-authenticator.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

const PASSWORD = "correct horse battery";
const REFUSED = "The passkey is not accepted, or the sign-in took too long.";
const KEY = "the key of all nodes of the installation";
const HOST = "sms.example.org";
const ORIGIN = `https://${HOST}`;

let service: TestService;
const call = consoleOf(() => service.app);
const device = softwareAuthenticator(ORIGIN);

beforeAll(async () => {
  service = await startTestService({ TIDINGS_SECRET_KEY: KEY }, { workerLoops: false });
});
afterAll(() => service.end());

let addresses = 0;
/** A page of the service. Every visitor has an address of their own: the limits of addresses have their own test. */
const somewhere = (origin = ORIGIN): Origin => ({
  ip: `203.0.113.${(addresses += 1)}`,
  encrypted: true,
  headers: { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", host: new URL(origin).host, origin },
});

async function newUser() {
  const { user } = await service.userWith();
  const { id } = (await service.people.userCalled(user))!;
  await service.people.changeUser(service.people.operator, id, { password: PASSWORD });
  const from = somewhere();
  const reply = await call("POST", "/session", { login: user, password: PASSWORD }, from);
  return { id, user, own: { ...from, cookie: reply.cookie! } };
}

const begin = (own: Origin, name = "Laptop", password = PASSWORD) =>
  call("POST", "/users/me/passkeys/options", { name, password }, own);

async function add(own: Origin, name = "Laptop") {
  const options = await begin(own, name);
  const { passkey, credential } = device.create(options.body.data);
  const added = await call("POST", "/users/me/passkeys", { name, credential }, own);
  expect([added.status, added.body.message]).toEqual([201, `Passkey ${name} added.`]);
  return { passkey, id: added.body.data.id as string };
}

async function userWithPasskey() {
  const user = await newUser();
  return { ...user, ...(await add(user.own)) };
}

const ask = (from: Origin) => call("POST", "/session/passkey/options", {}, from);

async function signIn(passkey: SoftwarePasskey, forged: Forgery = {}, from = somewhere()) {
  const options = await ask(from);
  return call("POST", "/session/passkey", { credential: device.get(options.body.data, passkey, forged) }, from);
}

/** Whatever is wrong, this is all that is said. */
function expectRefused(reply: Awaited<ReturnType<typeof call>>): void {
  expect([reply.status, reply.body.code, reply.body.message, reply.setCookie]).toEqual([
    401,
    "unauthorized",
    REFUSED,
    null,
  ]);
  expect(reply.body.data).toEqual({ status: 401, params: {}, details: [] });
}

describe("adding", () => {
  test("takes the password and a name, and the list shows the passkey with its last use", async () => {
    const { own, user } = await newUser();
    const wrong = await begin(own, "Laptop", "wrong");
    expect([wrong.status, wrong.body.data.details[0].field]).toEqual([400, "password"]);
    const options = await begin(own);
    expect(options.body.data).toMatchObject({
      rp: { name: "Tidings", id: HOST },
      user: { name: user, displayName: user },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    expect(options.body.data.user.id).not.toContain(user);

    const { passkey, id } = await add(own);
    const before = await call("GET", "/users/me/passkeys", undefined, own);
    expect(before.body.data.items).toEqual([
      { id, name: "Laptop", credential_id: passkey.id, created_at: expect.any(String), last_used_at: null },
    ]);
    await signIn(passkey);
    const after = await call("GET", "/users/me/passkeys", undefined, own);
    expect(Date.parse(after.body.data.items[0].last_used_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  test("tells the browser which authenticators have one already, and keeps the user's handle", async () => {
    const { own, passkey } = await userWithPasskey();
    const options = await begin(own, "Phone");
    expect(options.body.data.excludeCredentials).toEqual([{ type: "public-key", id: passkey.id }]);
    expect(options.body.data.user.id).toBe(passkey.handle);
  });

  test.each<[string, Forgery]>([
    ["another challenge", { challenge: "x".repeat(43) }],
    ["another origin", { origin: "https://evil.example" }],
    ["a page of a subdomain", { origin: `https://evil.${HOST}` }],
    ["plain HTTP", { origin: `http://${HOST}` }],
    ["another host name's passkey", { rpId: "evil.example" }],
    ["no verification of the user", { verifiesUser: false }],
    ["a signature for a sign-in", { type: "webauthn.get" }],
  ])("refuses %s", async (_what, forged) => {
    const { own } = await newUser();
    const options = await begin(own);
    const { credential } = device.create(options.body.data, forged);
    const refused = await call("POST", "/users/me/passkeys", { name: "Laptop", credential }, own);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "The passkey was not accepted, or adding it took too long.",
    ]);
    expect((await call("GET", "/users/me/passkeys", undefined, own)).body.data.items).toEqual([]);
  });

  test("refuses the challenge of another user, of a sign-in, an expired and a used one", async () => {
    const [mine, theirs] = [await newUser(), await newUser()];
    const attempts = [await begin(theirs.own), await begin(mine.own)];
    await service.pool.query("update passkey_challenges set expires_at = now() where user_id = $1", [mine.id]);
    const used = await begin(mine.own);
    const { credential: first } = device.create(used.body.data);
    expect((await call("POST", "/users/me/passkeys", { name: "Used", credential: first }, mine.own)).status).toBe(201);
    attempts.push(used);
    const forSignIn = await ask(somewhere());
    attempts.push({ ...used, body: { data: { ...used.body.data, challenge: forSignIn.body.data.challenge } } });
    for (const options of attempts) {
      const { credential } = device.create(options.body.data);
      const refused = await call("POST", "/users/me/passkeys", { name: "Another", credential }, mine.own);
      expect([refused.status, refused.body.data.details[0].field]).toEqual([400, "credential"]);
    }
  });

  test("a credential belongs to one user, and to one id", async () => {
    const mine = await newUser();
    const options = await begin(mine.own);
    const { credential } = device.create(options.body.data);
    await call("POST", "/users/me/passkeys", { name: "Mine", credential }, mine.own);
    const theirs = await newUser();
    const again = await begin(theirs.own);
    const { clientDataJSON } = device.create(again.body.data).credential.response;
    const copied = { ...credential, response: { ...credential.response, clientDataJSON } };
    const refused = await call("POST", "/users/me/passkeys", { name: "Theirs", credential: copied }, theirs.own);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);

    const third = await begin(theirs.own);
    const other = { ...device.create(third.body.data).credential, id: "AAAA", rawId: "AAAA" };
    expect((await call("POST", "/users/me/passkeys", { name: "Theirs", credential: other }, theirs.own)).status).toBe(
      400,
    );
  });

  test("an attestation of the passkey's own key is accepted, one with certificates refused: nothing in them is followed", async () => {
    const { own } = await newUser();
    for (const [attestation, status] of [
      ["self", 201],
      ["certified", 400],
    ] as const) {
      const options = await begin(own, attestation);
      const { credential } = device.create(options.body.data, { attestation });
      const reply = await call("POST", "/users/me/passkeys", { name: attestation, credential }, own);
      expect([attestation, reply.status]).toEqual([attestation, status]);
    }
  });

  test("a name is given once, and before the authenticator stores anything; twenty are the most", async () => {
    const { own, id } = await userWithPasskey();
    const taken = await begin(own, " Laptop ");
    expect([taken.status, taken.body.data.details[0]]).toMatchObject([409, { field: "name", code: "taken" }]);
    await service.pool.query(
      "insert into passkeys (user_id, name, credential_id, public_key, counter) select user_id, 'copy ' || n, credential_id || n::text::bytea, public_key, 0 from passkeys, generate_series(1, 19) n where id = $1",
      [id],
    );
    const full = await begin(own, "One more");
    expect([full.status, full.body.message]).toEqual([409, "You have 20 passkeys. Remove one before you add another."]);
  });

  test("an application password neither lists, adds, renames nor removes passkeys", async () => {
    const as = await service.userWith("svc_users");
    const { id } = await userWithPasskey();
    for (const [method, path, body] of [
      ["GET", "/users/me/passkeys", undefined],
      ["POST", "/users/me/passkeys/options", { name: "X", password: PASSWORD }],
      ["PATCH", `/users/me/passkeys/${id}`, { name: "X", password: PASSWORD }],
      ["DELETE", `/users/me/passkeys/${id}`, { password: PASSWORD }],
    ] as const) {
      expect((await service.call(method, path, body, { as })).status).toBe(403);
    }
  });
});

describe("signing in", () => {
  test("needs neither name, password nor code, and the session says which passkey opened it", async () => {
    const { own, user } = await newUser();
    const started = await call("POST", "/session/totp", { password: PASSWORD }, own);
    const code = (URI.parse(started.body.data.otpauth_url) as TOTP).generate();
    expect((await call("POST", "/session/totp/confirm", { code }, own)).status).toBe(200);
    const { passkey } = await add(own);
    const from = somewhere();
    const opened = await signIn(passkey, {}, from);
    expect(opened.body.data).toMatchObject({
      user: { username: user },
      session: { passkey: "Laptop", two_factor: true },
    });
    expect(opened.setCookie).toMatch(
      /^__Host-tidings_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect((await call("GET", "/session", undefined, { ...from, cookie: opened.cookie! })).status).toBe(200);
    expect((await call("GET", "/session", undefined, own)).body.data.session.passkey).toBeNull();
  });

  test.each<[string, Forgery]>([
    ["another challenge", { challenge: "x".repeat(43) }],
    ["another origin", { origin: "https://evil.example" }],
    ["another port", { origin: `${ORIGIN}:8443` }],
    ["another host name", { rpId: "example.org" }],
    ["no verification of the user", { verifiesUser: false }],
    ["the handle of somebody else", { handle: "b1Zk0v3n" }],
    ["the signature of a registration", { type: "webauthn.create" }],
  ])("refuses %s, and the passkey works afterwards", async (_what, forged) => {
    const { passkey } = await userWithPasskey();
    expectRefused(await signIn(passkey, forged));
    expect((await signIn(passkey)).status).toBe(200);
  });

  test("refuses an unknown passkey, another's key and another's handle in the same words", async () => {
    const [mine, theirs] = [await userWithPasskey(), await userWithPasskey()];
    expectRefused(await signIn(mine.passkey, { key: theirs.passkey.privateKey }));
    expectRefused(await signIn(mine.passkey, { handle: theirs.passkey.handle }));
    expectRefused(await signIn({ ...mine.passkey, id: Buffer.alloc(32, 7).toString("base64url") }));
    expectRefused(await signIn({ ...theirs.passkey, id: mine.passkey.id, handle: mine.passkey.handle }));
    const from = somewhere();
    const options = await ask(from);
    const { userHandle: _, ...response } = device.get(options.body.data, mine.passkey).response;
    const nameless = { id: mine.passkey.id, rawId: mine.passkey.id, type: "public-key", response };
    expectRefused(await call("POST", "/session/passkey", { credential: nameless }, from));
  });

  test("a challenge is answered once, by one of several at once, within five minutes, and by no challenge of another kind", async () => {
    const { passkey, own, id } = await userWithPasskey();
    const from = somewhere();
    const { data } = (await ask(from)).body;
    const credential = device.get(data, passkey);
    const replies = await Promise.all(
      [1, 2, 3].map(() => call("POST", "/session/passkey", { credential }, somewhere())),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expectRefused(await call("POST", "/session/passkey", { credential }, somewhere()));
    // A refused answer has used it up too.
    const failed = (await ask(from)).body.data;
    expectRefused(
      await call(
        "POST",
        "/session/passkey",
        { credential: device.get(failed, passkey, { verifiesUser: false }) },
        from,
      ),
    );
    expectRefused(await call("POST", "/session/passkey", { credential: device.get(failed, passkey) }, from));

    const late = (await ask(from)).body.data;
    const { rows } = await service.pool.query(
      "select max(expires_at) <= now() + interval '5 minutes' as soon from passkey_challenges where user_id is null",
    );
    expect(rows).toEqual([{ soon: true }]);
    await service.pool.query("update passkey_challenges set expires_at = now()");
    expectRefused(await call("POST", "/session/passkey", { credential: device.get(late, passkey) }, from));

    const forAdding = (await begin(own, "Phone")).body.data;
    const mixed = device.get({ rpId: HOST, challenge: forAdding.challenge }, passkey);
    expectRefused(await call("POST", "/session/passkey", { credential: mixed }, from));
    expect((await service.pool.query("select 1 from passkeys where id = $1", [id])).rowCount).toBe(1);
  });

  test("a counter that does not rise is refused and logged, even if two right answers arrive the wrong way round", async () => {
    const { passkey, id } = await userWithPasskey();
    expect((await signIn(passkey, { counter: 7 })).status).toBe(200);
    const warnings = () => service.logged.filter((line) => line["passkey"] === id);
    for (const counter of [7, 6, 0]) expectRefused(await signIn(passkey, { counter }));
    expect(warnings()).toHaveLength(3);
    expect(warnings()[0]).toMatchObject({ level: "warn", counter: 7, counter_before: 7 });
    expect(JSON.stringify(warnings())).not.toContain(passkey.id);
    // One that nobody signed does not accuse the passkey.
    expectRefused(await signIn(passkey, { counter: 3, origin: "https://evil.example" }));
    expect(warnings()).toHaveLength(3);
    expect((await signIn(passkey, { counter: 8 })).status).toBe(200);
    const [earlier, later] = [(await ask(somewhere())).body.data, (await ask(somewhere())).body.data];
    const [nine, ten] = [device.get(earlier, passkey, { counter: 9 }), device.get(later, passkey, { counter: 10 })];
    expect((await call("POST", "/session/passkey", { credential: ten }, somewhere())).status).toBe(200);
    expectRefused(await call("POST", "/session/passkey", { credential: nine }, somewhere()));
    const { rows } = await service.pool.query("select counter from passkeys where id = $1", [id]);
    expect(rows).toEqual([{ counter: "10" }]);
  });

  test("a challenge of one node is answered at another, once", async () => {
    const { passkey } = await userWithPasskey();
    const folder = await mkdtemp(join(tmpdir(), "tidings-passkeys-"));
    const settings = { DATABASE_URL: service.url, TIDINGS_DATA: folder, TIDINGS_SECRET_KEY: KEY };
    const node = await openService(readConfig(settings), () => undefined);
    const elsewhere = consoleOf(() => node.app);
    const credential = device.get((await ask(somewhere())).body.data, passkey);
    expect((await elsewhere("POST", "/session/passkey", { credential }, somewhere())).status).toBe(200);
    expectRefused(await call("POST", "/session/passkey", { credential }, somewhere()));
    await node.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("an authenticator that does not count is accepted each time", async () => {
    const { passkey } = await userWithPasskey();
    expect((await signIn(passkey, { counter: 0 })).status).toBe(200);
    expect((await signIn(passkey, { counter: 0 })).status).toBe(200);
  });

  test("unreadable answers are refused like wrong ones", async () => {
    const { passkey } = await userWithPasskey();
    const from = somewhere();
    const good = device.get((await ask(from)).body.data, passkey);
    for (const part of ["clientDataJSON", "authenticatorData", "signature"] as const) {
      for (const text of ["AAAA", Buffer.from("null").toString("base64url"), Buffer.from("[]").toString("base64url")]) {
        const credential = { ...good, response: { ...good.response, [part]: text } };
        expectRefused(await call("POST", "/session/passkey", { credential }, somewhere()));
      }
    }
    expect((await call("POST", "/session/passkey", { credential: { ...good, id: "%00" } }, somewhere())).status).toBe(
      400,
    );
  });

  test("failures count as failed sign-ins of the user, and a right passkey must wait too", async () => {
    const { passkey } = await userWithPasskey();
    const from = somewhere();
    for (let at = 0; at < 20; at += 1) {
      const credential = device.get({ rpId: HOST, challenge: "x".repeat(43) }, passkey);
      expect((await call("POST", "/session/passkey", { credential }, from)).status).toBe(401);
    }
    const refused = await signIn(passkey, {}, from);
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("an address that asks for challenges and answers none must wait, but may sign in with a password", async () => {
    const { passkey, user } = await userWithPasskey();
    const from = somewhere();
    for (let at = 0; at < 25; at += 1) expect((await signIn(passkey, {}, from)).status).toBe(200);
    const statuses = [];
    for (let at = 0; at < 21; at += 1) statuses.push((await ask(from)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect((await call("POST", "/session", { login: user, password: PASSWORD }, from)).status).toBe(200);
  });

  test("a page of another site gets nothing, nor does plain HTTP from elsewhere", async () => {
    const { passkey } = await userWithPasskey();
    const credential = device.get({ rpId: HOST, challenge: "x".repeat(43) }, passkey);
    const foreign = { ...somewhere(), headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" } };
    const plain = { ...somewhere(`http://${HOST}`), encrypted: false };
    for (const [from, code] of [
      [foreign, "foreign_origin"],
      [plain, "https_required"],
    ] as const) {
      expect((await ask(from)).body.code).toBe(code);
      expect((await call("POST", "/session/passkey", { credential }, from)).body.code).toBe(code);
    }
  });

  test("passkeys exist at host names with HTTPS and at localhost, and nowhere else", async () => {
    const local = (origin: string): Origin => ({ ...somewhere(origin), ip: "127.0.0.1", encrypted: false });
    for (const origin of ["http://localhost:8080", "http://sms.localhost", "https://localhost"]) {
      const options = await ask(origin.startsWith("https") ? somewhere(origin) : local(origin));
      expect([origin, options.body.data.rpId]).toEqual([origin, new URL(origin).hostname]);
    }
    const hidden = {
      ...somewhere(),
      headers: { "sec-fetch-site": "same-origin", host: "backend:3000", origin: ORIGIN },
    };
    const unsaid = { ...somewhere(), headers: { "sec-fetch-site": "same-origin", host: HOST } };
    for (const from of [
      local("http://127.0.0.1:8080"),
      local("http://[::1]:8080"),
      local("http://sms.example.org"),
      somewhere("https://192.0.2.7"),
      hidden,
      unsaid,
    ]) {
      const refused = await ask(from);
      expect([refused.status, refused.body.code]).toEqual([403, "passkeys_unavailable"]);
    }
  });
});

describe("the end of a passkey", () => {
  test("its user renames and removes it with the password, nobody else does, and the sessions that it opened end", async () => {
    const { own, passkey, id } = await userWithPasskey();
    const { id: second } = await add(own, "Phone");
    const stranger = await newUser();
    const path = `/users/me/passkeys/${id}`;
    expect((await call("PATCH", path, { name: "X", password: PASSWORD }, stranger.own)).status).toBe(404);
    expect((await call("DELETE", path, { password: PASSWORD }, stranger.own)).status).toBe(404);
    for (const [method, body] of [
      ["PATCH", { name: "X", password: "wrong" }],
      ["DELETE", { password: "wrong" }],
    ] as const) {
      const wrong = await call(method, path, body, own);
      expect([wrong.status, wrong.body.data.details[0].field]).toEqual([400, "password"]);
    }
    const taken = await call("PATCH", path, { name: "Phone", password: PASSWORD }, own);
    expect([taken.status, taken.body.data.details[0].code]).toEqual([409, "taken"]);
    const renamed = await call("PATCH", path, { name: "Old laptop", password: PASSWORD }, own);
    expect(renamed.body.data.name).toBe("Old laptop");

    const [here, elsewhere] = [somewhere(), somewhere()];
    const cookieOf = async (from: Origin) => ({ ...from, cookie: (await signIn(passkey, {}, from)).cookie! });
    const [opened, other] = [await cookieOf(here), await cookieOf(elsewhere)];
    const removed = await call("DELETE", path, { password: PASSWORD }, opened);
    expect(removed.body.data).toMatchObject({ deleted: true, previous: { name: "Old laptop" } });
    const status = async (from: Origin) => (await call("GET", "/session", undefined, from)).status;
    expect([await status(opened), await status(other), await status(own)]).toEqual([200, 401, 200]);
    expectRefused(await signIn(passkey));
    const left = await call("GET", "/users/me/passkeys", undefined, own);
    expect(left.body.data.items.map((one: { id: string }) => one.id)).toEqual([second]);
    const again = await call("DELETE", path, { password: PASSWORD }, own);
    expect([again.status, again.body.code]).toEqual([404, "not_found"]);
  });

  test("a changed password keeps passkeys; a setup link, an administrator's reset and the user's end remove them", async () => {
    const { own, id, user, passkey } = await userWithPasskey();
    const people = service.people;
    const changed = await call("POST", "/session/password", { current: PASSWORD, next: "another long password" }, own);
    expect(changed.status).toBe(200);
    await people.changeUser(people.operator, (await people.userCalled(user))!.id, { password: PASSWORD });
    expect((await signIn(passkey)).status).toBe(200);

    const userId = (await people.userCalled(user))!.id;
    const token = await people.createSetupLink(people.operator, userId);
    const held = await signIn(passkey);
    expect(held.status).toBe(200);
    const setup = await call("POST", "/session/setup", { token, password: "a third long password" }, somewhere());
    expect(setup.status).toBe(200);
    expectRefused(await signIn(passkey));
    expect((await service.pool.query("select 1 from passkeys where id = $1", [id])).rowCount).toBe(0);

    const reset = await userWithPasskey();
    const thief = somewhere();
    const cookie = (await signIn(reset.passkey, {}, thief)).cookie!;
    expect(
      (await service.call("PATCH", `/users/${(await people.userCalled(reset.user))!.id}`, { two_factor: false }))
        .status,
    ).toBe(200);
    expectRefused(await signIn(reset.passkey));
    expect((await call("GET", "/session", undefined, { ...thief, cookie })).status).toBe(401);
    expect((await call("GET", "/session", undefined, reset.own)).status).toBe(200);

    const gone = await userWithPasskey();
    await people.removeUser(people.operator, (await people.userCalled(gone.user))!.id);
    expectRefused(await signIn(gone.passkey));
  });

  test("turning off one's own authenticator app keeps the passkeys", async () => {
    const { own, passkey } = await userWithPasskey();
    await call("POST", "/session/totp", { password: PASSWORD }, own);
    expect((await call("DELETE", "/session/totp", { password: PASSWORD }, own)).body.data).toEqual({ deleted: true });
    expect((await signIn(passkey)).status).toBe(200);
  });

  test("no log line has a challenge, a credential or the name of a passkey", async () => {
    const { own } = await newUser();
    const { passkey } = await add(own, "Zerlinas Telefon");
    const from = somewhere();
    const { challenge } = (await ask(from)).body.data;
    await signIn(passkey, { origin: "https://evil.example" }, from);
    const log = JSON.stringify(service.logged);
    for (const word of [challenge, passkey.id, passkey.handle, "Zerlinas"]) expect(log).not.toContain(word);
  });
});
