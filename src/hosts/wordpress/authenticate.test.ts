import { randomBytes } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { failedTries } from "#domain/access/failed-tries";

import { openWordPress } from "../../../test/conformance/hosts/wordpress.ts";
import { startStandIn, type StandIn } from "../../../test/support/wordpress/wordpress-stand-in.ts";
import { passThrough } from "./authenticate.ts";
import { siteOf } from "./site.ts";

let site: StandIn;
beforeAll(async () => {
  site = await startStandIn();
});
afterEach(() => {
  site.up();
  site.state.before = null;
});
afterAll(() => site.close());

const ME = "/wp/v2/users/me";
const host = (more = "?timeout=5") => openWordPress(`wordpress+${site.url}${more}`);
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    (caller) => (caller === null ? "no" : "yes"),
    (error: { code: string }) => error.code,
  );

describe("a person who guesses", () => {
  test("passwords all at once causes no more requests to the site than one by one", async () => {
    const before = site.called(ME);
    const one = host();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        codeOf(one.authenticate(`guest${index}`, `guess${index}`, "203.0.113.7")),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(["no", "too_many_requests"]));
    // Twenty failures, and the few that were in progress with the last of them.
    expect(site.called(ME) - before).toBeLessThanOrEqual(24);
  });

  test("from many addresses of one IPv6 network counts as one", async () => {
    const before = site.called(ME);
    const one = host();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        codeOf(one.authenticate(`visitor${index}`, `guess${index}`, `2001:db8:1:2::${index.toString(16)}`)),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(["no", "too_many_requests"]));
    expect(site.called(ME) - before).toBeLessThanOrEqual(24);
  });

  test("at one name in all its spellings that WordPress reads alike is limited as for one name", async () => {
    const one = host();
    const spellings = (n: number): string =>
      [`anna${" ".repeat(n)}`, `${"<b>".repeat(n)}Anna`, `an${"%00".repeat(n)}na`, `ánn${"&a;".repeat(n)}a`][n % 4]!;
    for (let n = 1; n <= 20; n += 1) await codeOf(one.authenticate(spellings(n), "guess", `192.0.2.${n}`));
    expect(await codeOf(one.authenticate("anna", "another", "192.0.2.1"))).toBe("too_many_requests");
    expect(await codeOf(one.authenticate(spellings(21), "another", "192.0.2.2"))).toBe("too_many_requests");
    expect(await codeOf(one.authenticate("anne", "another", "192.0.2.3"))).toBe("no");
  });

  test("one slow call does not delay others", async () => {
    const user = site.add("patient", { capabilities: ["svc_outbox"] });
    const own = `Basic ${btoa(`${user.login}:${user.password}`)}`;
    let answerGuesses = (): void => undefined;
    const held = new Promise<void>((resolve) => (answerGuesses = resolve));
    site.state.before = (_route, authorization) => (authorization === own ? undefined : held);
    const one = host("?timeout=15");
    let answered = false;
    const guesses = Array.from({ length: 200 }, (_, index) =>
      codeOf(one.authenticate(`slow${index}`, `guess${index}`, "203.0.113.8")),
    );
    void guesses[0]!.then(() => (answered = true));
    expect(await codeOf(one.authenticate(user.login, user.password, "198.51.100.1"))).toBe("yes");
    expect(answered).toBe(false);
    answerGuesses();
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(["no", "too_many_requests"]));
  });

  test("thirty people who come from one office at once all get in", async () => {
    const people = Array.from({ length: 30 }, (_, index) => site.add(`office${index}`));
    const one = host();
    const answers = await Promise.all(
      people.map(({ login, password }) => codeOf(one.authenticate(login, password, "203.0.113.9"))),
    );
    expect(new Set(answers)).toEqual(new Set(["yes"]));
  });
});

test("a person who got in before gets in again, though their address is locked and others guess at their name", async () => {
  const user = site.add("proven");
  const late = site.add("latecomer");
  let now = 1_000_000;
  const one = openWordPress(`wordpress+${site.url}?timeout=5`, () => now);
  const ip = "203.0.113.13";
  expect(await codeOf(one.authenticate(user.login, user.password, ip))).toBe("yes");
  for (let guess = 0; guess < 21; guess += 1) await codeOf(one.authenticate("ghost", `guess${guess}`, ip));
  for (let guess = 0; guess < 220; guess += 1) {
    await codeOf(one.authenticate(user.login, `guess${guess}`, `198.51.${100 + (guess >> 7)}.${guess & 127}`));
  }
  expect(await codeOf(one.authenticate("ghost", "guess", ip))).toBe("too_many_requests");
  // From the cache, requested anew, and from an address they never used and that is not locked itself.
  expect(await codeOf(one.authenticate(user.login, user.password, ip))).toBe("yes");
  now += 31_000;
  expect(await codeOf(one.authenticate(user.login, user.password, ip))).toBe("yes");
  expect(await codeOf(one.authenticate(user.login, user.password, "192.0.2.99"))).toBe("yes");
  // Credentials that were never verified cost the site a request, and those are rationed.
  expect(await codeOf(one.authenticate(late.login, late.password, ip))).toBe("too_many_requests");
  // Once it is wrong it is a guess like any other.
  site.users.delete(user.id);
  now += 31_000;
  await codeOf(one.authenticate("ghost", "guess-a", ip));
  for (let guess = 0; guess < 20; guess += 1) await codeOf(one.authenticate("ghost", `again${guess}`, ip));
  expect(await codeOf(one.authenticate(user.login, user.password, ip))).toBe("no");
  now += 31_000;
  expect(await codeOf(one.authenticate(user.login, user.password, ip))).toBe("too_many_requests");
});

test("a program that keeps using a revoked password does not lock out others at its address, and costs the site little", async () => {
  const user = site.add("neighbor");
  let now = 1_000_000;
  const one = openWordPress(`wordpress+${site.url}?timeout=5`, () => now);
  const before = site.called(ME);
  for (let call = 0; call < 300; call += 1) {
    now += 200;
    expect(await codeOf(one.authenticate("old-program", "revoked", "203.0.113.12"))).toBe("no");
  }
  expect(site.called(ME) - before).toBeLessThanOrEqual(21);
  expect(await codeOf(one.authenticate(user.login, user.password, "203.0.113.12"))).toBe("yes");
});

test("an application password is the same however it is typed; what else a site's plugin distinguishes is distinguished here", async () => {
  const user = site.add("exact", { password: "AbCd1234".repeat(3) });
  const one = host();
  const before = site.called(ME);
  const spaced = user.password.replaceAll(/(.{4})/g, "$1 ");
  expect(await codeOf(one.authenticate(user.login, user.password, "203.0.113.10"))).toBe("yes");
  expect(await codeOf(one.authenticate(user.login, spaced, "203.0.113.10"))).toBe("yes");
  // A person who knows it could keep the site busy with spellings of it.
  for (let index = 1; index < 50; index += 1) {
    const signs = user.password.slice(0, 9) + "-".repeat(index) + user.password.slice(9);
    expect(await codeOf(one.authenticate(user.login, signs, "203.0.113.10"))).toBe("yes");
  }
  expect(site.called(ME) - before).toBe(1);
  expect(await codeOf(one.authenticate(user.login, "!!!", "203.0.113.10"))).toBe("no");
  expect(await codeOf(one.authenticate(user.login, "???", "203.0.113.10"))).toBe("no");
  expect(site.called(ME) - before).toBe(3);
});

test("a revocation overrides the response to a request that was made before it", async () => {
  const user = site.add("dismissed");
  const one = host();
  let answer = (): void => undefined;
  let asked = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (asked = resolve));
  const released = new Promise<void>((resolve) => (answer = resolve));
  // The site has decided; its response is still on the way.
  const slow: typeof fetch = async (...call) => {
    const response = await fetch(...call);
    asked();
    await released;
    return response;
  };
  const held = openWordPress(`wordpress+${site.url}?timeout=5`, undefined, { fetch: slow });
  const first = codeOf(held.authenticate(user.login, user.password, "203.0.113.11"));
  await arrived;
  site.users.delete(user.id);
  held.forget();
  const second = codeOf(held.authenticate(user.login, user.password, "203.0.113.11"));
  answer();
  await first;
  expect(await second).toBe("no");
  expect(await codeOf(one.authenticate(user.login, user.password, "203.0.113.11"))).toBe("no");
});

test("guesses from any number of networks leave a quarter of the calls that a site gets to others; few of them wait, and not for long", async () => {
  let now = 0;
  const clock = { now: () => now };
  const released = Promise.withResolvers<void>();
  let guesses = 0;
  const answer = (status: number, body: object): Response =>
    Response.json(body, { status, headers: { "content-type": "application/json" } });
  const site = siteOf({
    url: "https://site.example",
    timeoutMs: 60_000,
    clock,
    async fetch(_, init) {
      const isAnn = new Headers(init?.headers).get("authorization") === `Basic ${btoa("ann:right")}`;
      if (isAnn) return answer(200, { id: 7, username: "ann", roles: [], capabilities: { svc_outbox: true } });
      guesses += 1;
      await released.promise;
      return answer(401, { code: "incorrect_password" });
    },
  });
  const people = passThrough(site, [], { clock, randomBytes, tries: failedTries({ clock }) });
  expect(await people.authenticate("ann", "right", "203.0.113.7")).toMatchObject({ userId: 7 });
  // What is cached of her has expired.
  now += 31_000;
  const flood = Promise.allSettled(
    Array.from({ length: 200 }, (_, nth) =>
      people.authenticate(`user-${nth}`, "a guess", `2001:db8:1:${nth.toString(16)}::1`),
    ),
  );
  await expect.poll(() => guesses).toBeGreaterThanOrEqual(6);
  expect(await people.authenticate("ann", "right", "203.0.113.7")).toMatchObject({ userId: 7 });
  expect(guesses).toBe(6);
  now += 6_000;
  released.resolve();
  const refused = (await flood).filter(({ status }) => status === "rejected");
  // Of those that were in the line, none was worth a call any more.
  expect(guesses).toBe(6);
  expect(refused.length).toBeGreaterThan(0);
  for (const one of refused) {
    expect(one).toMatchObject({ reason: { code: "too_many_requests", facts: { retry_after: 5 } } });
  }
});

describe("without a secret", () => {
  test("a call that claims to be proxied is refused all the same, and the site that waits is not queried", async () => {
    const before = site.calls.length;
    const { proxied } = host("?timeout=1");
    const header = (name: string) => (name.startsWith("x-tidings-") ? "x" : null);
    expect(proxied!.claims(header, "/svc/v1/outbox")).toBe(true);
    const headers: Record<string, string> = {
      "x-tidings-principal": Buffer.from('{"id":1}').toString("base64url"),
      "x-tidings-timestamp": String(Math.floor(Date.now() / 1000)),
      "x-tidings-nonce": randomBytes(16).toString("base64url"),
      "x-tidings-signature": `v1=${"0".repeat(64)}`,
    };
    const call = {
      method: "GET",
      target: "/svc/v1/outbox",
      header: (name: string) => headers[name] ?? null,
      body: async () => new Uint8Array(),
    };
    expect(await proxied!.judge(call)).toEqual({ kind: "forged" });
    expect(await proxied!.revoke(call)).toEqual({ kind: "forged" });
    expect(site.calls.length).toBe(before);
  });
});
