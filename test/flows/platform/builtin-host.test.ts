import { createHmac, randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { basic, openPeople, type OpenPeople } from "../../support/people/people.ts";

let db: TestDatabase;
let site: OpenPeople;
const key = randomBytes(32);
beforeAll(async () => {
  db = await freshDatabase();
  site = await openPeople(db, { key });
  await site.service.ensureAdministrator();
});
afterAll(() => db.drop());

const me = (auth: string, from = {}) => site.call("GET", "/users/me", { auth, from });

test("the web password is refused by the API", async () => {
  const user = await site.userWith("webonly", [], "a long web password");
  expect((await me(basic(user.username, "a long web password"))).status).toBe(401);
  expect((await me(user.basic)).status).toBe(200);
});

test("user name or e-mail in any case, spaces and dashes in the password, all work", async () => {
  const user = await site.userWith("Spaced", []);
  const grouped = user.secret.replaceAll(/(.{4})/g, "$1 - ");
  expect((await me(basic("sPACED", grouped))).status).toBe(200);
  expect((await me(basic("SPACED@EXAMPLE.ORG", ` ${user.secret}\t`))).status).toBe(200);
  expect((await me(basic("spaced", user.secret.toLowerCase()))).status).toBe(401);
});

test("an application password does not sign in another user", async () => {
  const one = await site.userWith("door-one", []);
  const other = await site.userWith("door-two", []);
  expect((await me(basic(other.username, one.secret), { ip: "192.0.2.9" })).status).toBe(401);
});

test.each([
  ["SQL", "' or 1=1 --"],
  ["a LIKE sign", "%"],
  ["an empty name", ""],
  ["a NUL", "ad\0min"],
  ["half a surrogate pair", "a\ud800b"],
  ["a very long name", "x".repeat(5_000)],
  ["a line break", "admin\r\nX-Evil: 1"],
])("a user name with %s is a plain 401", async (_what, name) => {
  const reply = await me(basic(name, "x".repeat(24)), { ip: `198.51.100.${name.length % 250}` });
  expect(reply.status).toBe(401);
  expect(reply.json.code).toBe("unauthorized");
});

test("Basic that is not UTF-8, not base64 or has no colon is a plain 401", async () => {
  for (const header of [
    `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0x80]).toString("base64")}`,
    "Basic ***",
    `Basic ${Buffer.from("nocolon").toString("base64")}`,
    "Basic ",
    "Bearer abc",
  ]) {
    const reply = await me(header, { ip: "198.51.100.251" });
    expect(reply.status).toBe(401);
    expect(reply.headers.get("www-authenticate")).toContain("Basic");
  }
});

test("a thousand wrong tries from one address end in 429 with Retry-After", async () => {
  await site.userWith("guessed", []);
  const from = { ip: "203.0.113.77" };
  const replies = [];
  for (let index = 0; index < 1_000; index += 1) replies.push(await me(basic("guessed", `wrong${index}`), from));
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(20);
  expect(replies.slice(20).every(({ status }) => status === 429)).toBe(true);
  const seconds = Number(replies.at(-1)!.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
});

test("a caller with the right password gets in, however many others fail from their address and under their name", async () => {
  const user = await site.userWith("neighbor", []);
  const from = { ip: "203.0.113.78" };
  for (let index = 0; index < 21; index += 1) await me(basic("ghost", "revoked"), from);
  expect((await me(basic("ghost", "revoked"), from)).status).toBe(429);
  expect((await me(user.basic, from)).status).toBe(200);
  // Under their own name, from that address and from everywhere.
  for (let index = 0; index < 30; index += 1) await me(basic("neighbor", `wrong${index}`), from);
  for (let index = 0; index < 220; index += 1) {
    await me(basic("neighbor", "wrong"), { ip: `198.51.${100 + (index >> 7)}.${index & 127}` });
  }
  site.host.changed();
  for (const ip of [from.ip, "198.51.100.7", "203.0.113.201"]) expect((await me(user.basic, { ip })).status).toBe(200);
  expect((await me(basic("neighbor", "wrong"), from)).status).toBe(429);
});

test("a flood of wrong passwords holds two database sessions at most, and a right one gets through", async () => {
  const user = await site.userWith("through", []);
  let now = 0;
  let most = 0;
  const counted = Object.assign(Object.create(db) as TestDatabase, {
    async query(...call: Parameters<TestDatabase["query"]>) {
      if (call[0] !== "application passwords by hash") return db.query(...call);
      most = Math.max(most, (now += 1));
      return db.query(...call).finally(() => (now -= 1));
    },
  });
  const flooded = await openPeople(counted, { key });
  const wrong = Array.from({ length: 2_000 }, (_, index) =>
    flooded.call("GET", "/users/me", { auth: basic("ghost", `wrong${index}`), from: { ip: `10.7.${index % 200}.1` } }),
  );
  const right = await flooded.call("GET", "/users/me", { auth: user.basic, from: { ip: "10.7.1.1" } });
  expect(right.status).toBe(200);
  expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
});

test("a revoked password is refused at once here and within a second on another node", async () => {
  const user = await site.userWith("revoked", []);
  let now = 0;
  const other = await openPeople(db, { key, now: () => now });
  const there = () => other.call("GET", "/users/me", { auth: user.basic });
  expect((await me(user.basic)).status).toBe(200);
  expect((await there()).status).toBe(200);
  await site.service.revokeApplicationPassword(site.service.operator, user.id, user.uuid);
  expect((await me(user.basic)).status).toBe(401);
  now = 999;
  expect((await there()).status).toBe(200);
  now = 1000;
  expect((await there()).status).toBe(401);
});

test("a password whose revocation is rolled back keeps working", async () => {
  const user = await site.userWith("rollback", []);
  await db
    .transaction(async () => {
      await site.service.revokeApplicationPassword(site.service.operator, user.id, user.uuid);
      throw new Error("undone");
    })
    .catch(() => undefined);
  expect((await me(user.basic)).status).toBe(200);
});

test("a capability that a role loses is lost at once by everyone who had it", async () => {
  const user = await site.userWith("demoted", ["svc_users"]);
  expect((await site.call("GET", "/users", { auth: user.basic })).status).toBe(200);
  await site.service.changeRole(site.service.operator, user.role, { capabilities: [] });
  expect((await site.call("GET", "/users", { auth: user.basic })).status).toBe(403);
});

test("last use and address are written after the request, at most once a minute", async () => {
  const user = await site.userWith("lastuse", []);
  const shown = async () => {
    await site.host.settled();
    const [row] = await site.service.applicationPasswords(site.service.operator, user.id);
    return { at: row!.lastUsedAt, ip: row!.lastIp };
  };
  expect(await shown()).toEqual({ at: null, ip: null });
  await me(user.basic, { ip: "192.0.2.20" });
  const first = await shown();
  expect(first.ip).toBe("192.0.2.20");
  site.host.changed();
  await me(user.basic, { ip: "192.0.2.21" });
  expect(await shown()).toEqual(first);
  await db.pool.query("update application_passwords set last_used_at = last_used_at - interval '61 seconds'");
  site.host.changed();
  await me(user.basic, { ip: "192.0.2.21" });
  expect((await shown()).ip).toBe("192.0.2.21");
});

test("a hundred callers with one password query the database once", async () => {
  const user = await site.userWith("crowd", []);
  const callers = await Promise.all(
    Array.from({ length: 100 }, () => site.host.authenticate("crowd", user.secret, "192.0.2.30")),
  );
  // One query returns one object; a second query would have returned another.
  expect(new Set(callers).size).toBe(1);
});

test("an unknown user takes as long as a known one", async () => {
  const user = await site.userWith("timed", []);
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 4; round += 1) {
    const fresh = await openPeople(db, { key });
    for (let index = 0; index < 36; index += 1) {
      const kind = index % 2 === 0 ? "known" : "unknown";
      const name = kind === "known" ? user.username : "nobody-at-all";
      const start = performance.now();
      await fresh.host.authenticate(name, randomBytes(12).toString("hex"), `10.${round}.${index >> 3}.1`);
      times[kind].push(performance.now() - start);
    }
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!;
  const ratio = median(times.known) / median(times.unknown);
  expect(ratio).toBeGreaterThan(0.25);
  expect(ratio).toBeLessThan(4);
});

test("nothing stored is enough to create a password: the hash is keyed with the installation's secret", async () => {
  const user = await site.userWith("keyed", []);
  const { rows } = await db.pool.query("select hash from application_passwords where user_id = $1", [user.id]);
  expect(rows[0].hash).toHaveLength(32);
  const unkeyed = createHmac("sha256", "").update(user.secret).digest();
  expect(rows[0].hash.equals(unkeyed)).toBe(false);
  const elsewhere = await openPeople(db, { key: randomBytes(32) });
  expect(await elsewhere.host.authenticate("keyed", user.secret, "192.0.2.40")).toBeNull();
});

test("application passwords are 24 letters and digits, uniformly distributed", () => {
  const counts = new Map<string, number>();
  for (let index = 0; index < 2_000; index += 1) {
    const password = site.credentials.newApplicationPassword();
    expect(password).toMatch(/^[A-Za-z0-9]{24}$/);
    for (const letter of password) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  // 48,000 draws over 62 characters: 774 each, standard deviation 28.
  for (const count of counts.values()) expect(Math.abs(count - 774)).toBeLessThan(170);
});

test("as recipients: users by id, roles in any case, everyone in roles page by page and once", async () => {
  const { host, service } = site;
  const ids: number[] = [];
  for (let index = 0; index < 7; index += 1) {
    const user = await service.createUser(service.operator, {
      username: `staff${index}`,
      email: `staff${index}@example.org`,
      name: `Staff ${index}`,
      phone: null,
      roles: index % 2 === 0 ? ["author", "customer"] : ["customer"],
      locale: "en",
    });
    ids.push(user.id);
  }
  expect(await host.users([ids[0]!, ids[3]!, 999_999])).toEqual([
    { id: ids[0], phone: null, name: "Staff 0" },
    { id: ids[3], phone: null, name: "Staff 3" },
  ]);
  expect(await host.roles(["AUTHOR", "Customer", "nonsense"])).toEqual(["author", "customer"]);
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page = await host.usersInRoles(["author", "customer"], cursor, 3);
    seen.push(...page.contacts.map((contact) => contact.id));
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toEqual(ids);
});

test("whoever knows the name and the address of a user has no more guesses than with one of them, and learns nothing", async () => {
  const now = Date.now();
  const person = await openPeople(db, { key, now: () => now });
  const { id } = await person.userWith("twice", [], "a new long password");
  const guess = (nth: number, password: string) =>
    person.service.signIn({
      login: nth % 2 === 0 ? "twice" : "twice@example.org",
      password,
      ip: `198.51.${nth >> 8}.${nth & 255}`,
      earlier: null,
    });
  expect(await guess(1_000, "a new long password")).not.toBeNull();
  // Each password that is compared costs a hash: most of the guesses are only counted.
  for (let nth = 0; nth < 195; nth += 1) person.guesses.failed(`198.51.${nth >> 8}.${nth & 255}`, String(id));
  for (let nth = 195; nth < 199; nth += 1) expect(await guess(nth, "wrong")).toBeNull();
  expect(await guess(300, "a new long password")).not.toBeNull();
  expect(await guess(199, "wrong")).toBeNull();
  for (const nth of [301, 302]) expect(await guess(nth, "a new long password")).toBeNull();
  // Where the person has signed in before, they still can.
  expect(await guess(1_000, "a new long password")).not.toBeNull();
});

test("where a setup link was used, its user signs in while others guess their password from everywhere", async () => {
  const now = Date.now();
  const person = await openPeople(db, { key, now: () => now });
  const { id } = await person.userWith("newcomer", []);
  const token = await person.service.createSetupLink(person.service.operator, id);
  const [password, home] = ["correct horse battery", "198.51.100.30"];
  expect(await person.service.completeSetup({ token, password, ip: home, earlier: null })).not.toBeNull();
  for (let nth = 0; nth < 200; nth += 1) {
    for (const login of ["newcomer", "newcomer@example.org"]) person.signIns.failed(`203.0.${nth}.1`, login);
    person.guesses.failed(`203.0.${nth}.1`, String(id));
  }
  for (const login of ["newcomer", "newcomer@example.org"]) {
    const signIn = (ip: string) => person.service.signIn({ login, password, ip, earlier: null });
    await expect(signIn("198.51.100.31")).rejects.toMatchObject({ code: "too_many_requests" });
    expect(await signIn(home)).not.toBeNull();
  }
});

test("the first start creates one administrator, even when two nodes start at once", async () => {
  const empty = await freshDatabase();
  try {
    const [one, two] = await Promise.all([openPeople(empty, { key }), openPeople(empty, { key })]);
    const made = await Promise.all([one.service.ensureAdministrator(), two.service.ensureAdministrator()]);
    const first = made.find((result) => result !== null)!;
    expect(made.filter((result) => result !== null)).toHaveLength(1);
    expect(first.applicationPassword).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
    const reply = await one.call("GET", "/users/me", { auth: basic("admin", first.applicationPassword) });
    expect(reply.json.data.capabilities).toContain("svc_users");
    const setup = { token: first.setupToken, password: "correct horse battery", ip: "::1", earlier: null };
    expect(await one.service.completeSetup(setup)).not.toBeNull();
    expect(await one.service.signIn({ login: "admin", ...setup })).not.toBeNull();
    expect(await one.service.ensureAdministrator()).toBeNull();
  } finally {
    await empty.drop();
  }
});
