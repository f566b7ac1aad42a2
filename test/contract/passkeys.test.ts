import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Origin } from "../support/people/console-session.ts";
import { expectRefused, HOST, passkeysOf, PASSWORD, somewhere } from "../support/people/passkeys.ts";
import type { Forgery } from "../support/people/software-authenticator.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
const { call, device, newUser, begin, add, userWithPasskey, ask, signIn } = passkeysOf(() => service);

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

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
    await service.pool.query("update passkey_challenges set expires_at = now() where user_id = $1", [mine.userId]);
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
    const { own, id, userId, passkey } = await userWithPasskey();
    const people = service.people;
    const changed = await call("POST", "/session/password", { current: PASSWORD, next: "another long password" }, own);
    expect(changed.status).toBe(200);
    await people.changeUser(people.operator, userId, { password: PASSWORD });
    expect((await signIn(passkey)).status).toBe(200);

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
    expect((await service.call("PATCH", `/users/${reset.userId}`, { two_factor: false })).status).toBe(200);
    expectRefused(await signIn(reset.passkey));
    expect((await call("GET", "/session", undefined, { ...thief, cookie })).status).toBe(401);
    expect((await call("GET", "/session", undefined, reset.own)).status).toBe(200);

    const gone = await userWithPasskey();
    await people.removeUser(people.operator, gone.userId);
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
