import { createSecretKey, randomBytes } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { openWordPress } from "../../test/conformance/hosts/wordpress.ts";
import { startStandIn, type StandIn } from "../../test/support/wordpress/wordpress-stand-in.ts";
import { passThrough } from "./wordpress/authenticate.ts";
import { readWordPressDsn, redactedWordPressDsn } from "./wordpress/dsn.ts";
import { callText, isSignature, sign } from "./wordpress/signature.ts";
import { siteOf } from "./wordpress/site.ts";

let site: StandIn;
let now = 0;
beforeAll(async () => {
  site = await startStandIn();
  site.add("service", { capabilities: ["svc_recipients"] });
  site.add("lister", { capabilities: ["list_users"] });
  site.add("keeper", { capabilities: ["list_users", "edit_users"] });
  site.add("buyer", { roles: ["customer"], phone: "+4915100000001" });
});
beforeEach(() => {
  now = 1_000_000;
});
afterEach(() => {
  Object.assign(site.state, { companion: true, woocommerce: false, instead: null });
});
afterAll(() => site.close());

const passwordOf = (login: string): string => [...site.users.values()].find((user) => user.login === login)!.password;
const host = (more = "", service = "service") =>
  openWordPress(`wordpress+${site.url}?service=${service}:${passwordOf(service)}&timeout=2${more}`, () => now);
const ME = "/wp/v2/users/me";
const IP = "203.0.113.1";

describe("what is cached of a person", () => {
  test("lasts 30 seconds if it is a yes, and 3 if it is a no", async () => {
    const { password } = site.add("once", { capabilities: ["svc_outbox"] });
    const one = host();
    const asked = async (given: string) => {
      const before = site.called(ME);
      await one.authenticate("once", given, IP);
      return site.called(ME) - before;
    };
    expect([await asked(password), await asked("wrong")]).toEqual([1, 1]);
    now += 2_999;
    expect([await asked(password), await asked("wrong")]).toEqual([0, 0]);
    now += 1;
    expect([await asked(password), await asked("wrong")]).toEqual([0, 1]);
    now += 26_999;
    expect(await asked(password)).toBe(0);
    now += 1;
    expect(await asked(password)).toBe(1);
  });

  test("a cached answer is for one user name: another name with the same password is looked up", async () => {
    const same = "s".repeat(24);
    const [one, two] = [site.add("one", { password: same }), site.add("two", { password: same })];
    const of = host();
    expect((await of.authenticate("one", same, IP))?.userId).toBe(one.id);
    expect((await of.authenticate("two", same, IP))?.userId).toBe(two.id);
    expect(await of.authenticate("three", same, IP)).toBeNull();
  });

  test("is requested at an address that is never the same, so that no cache on the way can answer", async () => {
    const { password } = site.add("cached", {});
    const seen: string[] = [];
    const watched: typeof fetch = (url, init) => {
      seen.push(url as string);
      return fetch(url, init);
    };
    const tries = { check: () => {}, failed: () => {}, forgive: () => {}, succeeded: () => {} };
    const people = passThrough(
      siteOf({ url: site.url, fetch: watched, timeoutMs: 2_000, clock: { now: () => now } }),
      [],
      {
        clock: { now: () => now },
        randomBytes,
        tries,
      },
    );
    await people.authenticate("cached", password, IP);
    now += 40_000;
    await people.authenticate("cached", password, IP);
    expect(new Set(seen).size).toBe(2);
    // It contains nothing of the pair.
    for (const url of seen) expect(decodeURIComponent(url)).not.toMatch(new RegExp(`${password}|cached`));
  });
});

test("disabled permalinks are detected once by many concurrent callers", async () => {
  site.state.permalinks = false;
  const users = Array.from({ length: 12 }, (_, index) => site.add(`plain${index}`));
  const one = host();
  const callers = await Promise.all(users.map(({ login, password }) => one.authenticate(login, password, IP)));
  expect(callers.map((caller) => caller?.userId)).toEqual(users.map(({ id }) => id));
  const before = site.calls.length;
  site.add("plain-later");
  await one.authenticate("plain-later", "wrong", IP);
  // Cached.
  expect(site.calls.length - before).toBe(1);
  site.state.permalinks = true;
});

describe("a site that hangs", () => {
  test("after one delay the site is not called for a while, longer each time, and then again", async () => {
    const slow = openWordPress(`wordpress+${site.url}?timeout=1`, () => now);
    let answer = (): void => undefined;
    site.state.before = () => new Promise((resolve) => (answer = resolve));
    const ask = (name: string) =>
      slow.authenticate(name, "x", IP).then(
        () => "answered",
        (error: { code: string }) => error.code,
      );
    const asked = () => site.called(ME);
    const before = asked();
    expect(await ask("first")).toBe("host_unavailable");
    answer();
    expect(await ask("second")).toBe("host_unavailable");
    expect(asked() - before).toBe(1);
    now += 2_000;
    expect(await ask("third")).toBe("host_unavailable");
    answer();
    now += 3_999;
    expect(await ask("fourth")).toBe("host_unavailable");
    expect(asked() - before).toBe(2);
    site.state.before = null;
    now += 1;
    expect(await ask("fifth")).toBe("answered");
  });
});

describe("capabilities", () => {
  const callerOf = async (more: string, user: Parameters<StandIn["add"]>[1]) => {
    const { login, password } = site.add(`capable${site.users.size}`, user);
    return [...(await host(more).authenticate(login, password, IP))!.capabilities];
  };

  test("are all of ours for holders of a named capability, and not for a role of that name", async () => {
    const all = ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_inbox", "svc_setting", "svc_users"];
    const mapped = "&capabilities=manage_options,publish_pages";
    expect(await callerOf(mapped, { capabilities: ["publish_pages"] })).toEqual(all);
    expect(await callerOf(mapped, { capabilities: ["edit_posts"] })).toEqual([]);
    expect(await callerOf(mapped, { roles: ["manage_options"] })).toEqual([]);
    expect(await callerOf(mapped, { capabilities: ["svc_inbox"] })).toEqual(["svc_inbox"]);
    expect(await callerOf("", { capabilities: ["manage_options"] })).toEqual([]);
  });
});

describe("lookups", () => {
  test("say that the site shows no numbers, at once, if there is neither companion nor shop", async () => {
    site.state.companion = false;
    const without = host("", "keeper");
    const refused = { code: "no_phone_numbers", message: expect.stringContaining("install the companion plugin") };
    await expect(without.roles(["customer"])).rejects.toMatchObject(refused);
    await expect(without.usersInRoles(["customer"], null, 10)).rejects.toMatchObject(refused);
  });

  test("say what the account lacks, if it sees a number of users and none of them", async () => {
    Object.assign(site.state, { companion: false, woocommerce: true });
    const lacking = { code: "host_unavailable", message: expect.stringContaining("edit_users") };
    await expect(host("", "lister").usersInRoles(["customer"], null, 10)).rejects.toMatchObject(lacking);
    await expect(host("", "service").usersInRoles(["customer"], null, 10)).rejects.toMatchObject({
      code: "host_unavailable",
      message: expect.stringContaining("may not look up recipients"),
    });
  });

  test("say that the account's password is refused, which is no 401 for our caller", async () => {
    const revoked = openWordPress(`wordpress+${site.url}?service=service:gone&timeout=2`, () => now);
    await expect(revoked.roles(["customer"])).rejects.toMatchObject({ code: "host_unavailable" });
    expect(revoked.logged.join()).not.toContain("gone");
  });

  test("say that no account is configured", async () => {
    const bare = openWordPress(`wordpress+${site.url}`, () => now);
    await expect(bare.users([1])).rejects.toMatchObject({
      code: "host_unavailable",
      message: expect.stringContaining("tidings connect"),
    });
  });

  test("find no one in a role that was removed, and everyone in the others", async () => {
    const found = await host().usersInRoles(["customer", "went-away"], null, 100);
    expect(found.contacts).toMatchObject([{ phone: "+4915100000001" }]);
    expect(await host().usersInRoles(["went-away"], null, 100)).toEqual({ contacts: [], next: null });
  });

  test.each([true, false])("report the country of a billing phone, with companion %s", async (companion) => {
    Object.assign(site.state, { companion, woocommerce: true });
    const one = host("", companion ? "service" : "keeper");
    const { id } = site.add("abroad", { roles: ["subscriber"], phone: "0664 1234567", country: "AT" });
    const abroad = { id, phone: "0664 1234567", country: "AT" };
    expect(await one.users([id])).toMatchObject([abroad]);
    expect((await one.usersInRoles(["subscriber"], null, 100)).contacts).toMatchObject([abroad]);
    site.users.delete(id);
  });

  test("find those of a role that was typed in another case while no names were known", async () => {
    const crowd = await host().usersInRoles(["CUSTOMER", "Went-Away"], null, 100);
    expect(crowd.contacts).toMatchObject([{ phone: "+4915100000001" }]);
    expect(await host().usersInRoles(["Went-Away"], null, 100)).toEqual({ contacts: [], next: null });
  });

  test("request the names of the roles once, regardless of the names that are looked up", async () => {
    const one = host();
    await one.roles([]);
    const before = site.called("/tidings/v1/roles");
    expect(await one.roles(["Customer"])).toEqual(["customer"]);
    for (let index = 0; index < 20; index += 1) expect(await one.roles([`made-up-${index}`])).toEqual([]);
    expect(site.called("/tidings/v1/roles")).toBe(before);
    // Created a moment later.
    site.state.roles.add("vip");
    now += 3_000;
    expect(await one.roles(["vip"])).toEqual(["vip"]);
    expect(site.called("/tidings/v1/roles")).toBe(before + 1);
  });

  test("without companion query fifty roles at most, each of which is a request", async () => {
    Object.assign(site.state, { companion: false, woocommerce: true });
    const before = site.calls.length;
    const names = Array.from({ length: 1_000 }, (_, index) => `made-up-${index}`);
    expect(await host("", "keeper").roles(["customer", ...names])).toEqual(["customer"]);
    expect(site.calls.length - before).toBeLessThan(60);
  });

  test("continue with a cursor of the companion if the companion is gone meanwhile, and the other way round", async () => {
    for (let index = 0; index < 5; index += 1)
      site.add(`crowd${index}`, { roles: ["author"], phone: `+491510000010${index}` });
    const both = host("", "keeper");
    site.users
      .get([...site.users.values()].find(({ login }) => login === "keeper")!.id)!
      .capabilities.push("svc_recipients");
    const ids: number[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page += 1) {
      Object.assign(site.state, { companion: page % 2 === 0, woocommerce: true });
      const found = await both.usersInRoles(["author"], cursor, 1);
      ids.push(...found.contacts.map(({ id }) => id));
      cursor = found.next;
    }
    expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });
});

describe("the settings", () => {
  test("are shown without their secrets", () => {
    const secret = randomBytes(32).toString("base64url");
    const dsn = `wordpress+https://site.example/blog/?service=a%40b:abcd+efgh&secret=${secret}&timeout=3&capabilities=svc`;
    const settings = readWordPressDsn(dsn);
    if (!("site" in settings)) throw new Error(settings.join());
    expect(settings).toMatchObject({ site: "https://site.example/blog", timeoutMs: 3_000, granting: [] });
    expect([settings.service!.user, settings.service!.password.reveal()]).toEqual(["a@b", "abcdefgh"]);
    expect(redactedWordPressDsn(settings)).toBe("wordpress+https://site.example/blog?service=a@b:•••&secret=•••");
    expect(JSON.stringify(settings)).not.toMatch(/efgh/);
    expect(JSON.stringify(settings)).not.toContain(secret);
  });
});

describe("signatures", () => {
  const secret = createSecretKey(Buffer.alloc(32, 7));
  const call = {
    purpose: "tidings-principal-v2",
    method: "POST",
    target: "/svc/v1/send?a=ä",
    body: Buffer.from("ü"),
    timestamp: "1700000000",
    nonce: "AAAAAAAAAAAAAAAAAAAAAA",
    principal: "eyJpZCI6N30",
    header: (name: string) => (name === "idempotency-key" ? "k\u00fc" : null),
  } as const;

  test("cover every part, and no part can run into the next", () => {
    const texts = [
      call,
      { ...call, purpose: "tidings-principal-v1" as const },
      { ...call, purpose: "tidings-revocation-v1" as const },
      { ...call, header: () => null },
      { ...call, header: (name: string) => (name === "prefer" ? "k\u00fc" : null) },
      { ...call, header: (name: string) => (name === "idempotency-key" ? "" : null) },
      { ...call, header: (name: string) => (name === "accept" || name === "idempotency-key" ? "k\u00fc" : null) },
      { ...call, method: "GET" },
      { ...call, target: "/svc/v1/send?a=%C3%A4" },
      { ...call, body: Buffer.from("u") },
      { ...call, timestamp: "1700000001" },
      { ...call, nonce: "BAAAAAAAAAAAAAAAAAAAAA" },
      { ...call, principal: "" },
    ].map(callText);
    expect(new Set(texts).size).toBe(texts.length);
    const right = sign(texts[0]!, secret);
    expect(right).toMatch(/^v2=[0-9a-f]{64}$/);
    expect(texts.map((text) => isSignature(right, text, secret))).toEqual(texts.map((_, index) => index === 0));
    for (const wrong of [
      "",
      "v2=",
      right.replace("v2", "v1"),
      right.slice(3),
      right.toUpperCase(),
      `${right} `,
      right.slice(0, -1),
    ]) {
      expect(isSignature(wrong, texts[0]!, secret), wrong).toBe(false);
    }
  });
});
