import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { URI, type TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { openService } from "#app/service/open-service";

import { consoleOf, type Origin } from "../support/people/console-session.ts";
import { expectRefused, HOST, ORIGIN, passkeysOf, PASSWORD, somewhere } from "../support/people/passkeys.ts";
import type { Forgery } from "../support/people/software-authenticator.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

const KEY = "the key of all nodes of the installation";
let service: TestService;
const { call, device, newUser, begin, add, userWithPasskey, ask, signIn } = passkeysOf(() => service);

beforeAll(async () => {
  service = await startTestService({ TIDINGS_SECRET_KEY: KEY }, { workerLoops: false });
});
afterAll(() => service.end());

describe("signing in with a passkey", () => {
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
    // An unsigned one says nothing about the passkey.
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

  test("guesses at the password of its user, however many and from wherever, do not make a passkey wait", async () => {
    const { passkey, user } = await userWithPasskey();
    const guess = (at: number) =>
      call(
        "POST",
        "/session",
        { login: user, password: "wrong" },
        { ...somewhere(), ip: `198.18.${at >> 8}.${at & 255}` },
      );
    const guesses = Array.from({ length: 220 }, async (_, at) => (await guess(at)).status);
    expect((await Promise.all(guesses)).filter((status) => status === 429).length).toBeGreaterThan(0);
    expect((await signIn(passkey)).status).toBe(200);
  });

  test("failures count for their address, and a right passkey must wait there too", async () => {
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

  test("an address that requests challenges and answers none must wait, but may sign in with a password", async () => {
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
