import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";

import { runAppPassword } from "../../../src/cli/app-password.ts";
import { UsageError } from "../../../src/cli/arguments.ts";
import { runUser } from "../../../src/cli/user.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { basic, openPeople, type OpenPeople } from "../../support/people/people.ts";

let db: TestDatabase;
let site: OpenPeople;
beforeAll(async () => {
  db = await freshDatabase();
  site = await openPeople(db);
  await site.service.ensureAdministrator();
});
afterAll(() => db.drop());

async function tidings(command: "user" | "app-password", ...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const run = command === "user" ? runUser : runAppPassword;
  await run(args, { out: (line) => lines.push(line) }, site.service, "http://0.0.0.0:8080");
  return lines;
}

test("a user added on the command line signs in with the printed password, and gets application passwords", async () => {
  const [json] = await tidings(
    "user",
    "add",
    "ops",
    "--email",
    "ops@example.org",
    "--phone",
    "+4915123456789",
    "--role",
    "editor",
    "--json",
  );
  const made = JSON.parse(json!);
  expect(made).toMatchObject({ username: "ops", name: "ops", phone: "+4915123456789", roles: ["editor"] });
  const given = { login: "ops", password: made.password, ip: "::1", earlier: null };
  expect(await site.service.signIn(given)).not.toBeNull();

  const printed = await tidings("app-password", "create", "ops@example.org", "--name", "cron");
  const auth = basic("ops", printed[1]!);
  expect((await site.call("GET", "/users/me", { auth })).status).toBe(200);
  const [list] = await tidings("app-password", "list", "ops", "--json");
  const [{ uuid }] = JSON.parse(list!);
  expect(await tidings("app-password", "revoke", "ops", uuid)).toEqual(["cron of ops is revoked."]);
  expect((await site.call("GET", "/users/me", { auth })).status).toBe(401);
  expect(await tidings("app-password", "restore", "ops", uuid)).toEqual(["cron of ops works again."]);
  expect((await site.call("GET", "/users/me", { auth })).status).toBe(200);

  expect(await tidings("user", "set-roles", "ops", "author", "customer")).toEqual(["ops now has: author, customer."]);
  const [changed] = await tidings("user", "set-password", String(made.id), "--json");
  expect(await site.service.signIn(given)).toBeNull();
  expect(await site.service.signIn({ ...given, password: JSON.parse(changed!).password })).not.toBeNull();
  const table = await tidings("user", "list", "--search", "ops@");
  expect(table).toHaveLength(2);
  expect(table[0]).toMatch(/^ID +USERNAME +E-MAIL +PHONE +ROLES$/);
  expect(await tidings("user", "delete", "OPS")).toEqual(["User ops is deleted."]);
});

test("what the rules refuse is refused on the command line too", async () => {
  const refused = (...args: string[]) => expect(tidings("user", ...args)).rejects;
  await refused("delete", "admin").toThrow("leave no one");
  await refused("set-roles", "admin", "author").toThrow("leave no one");
  await refused("set-roles", "admin", "administrator", "king").toThrow("roles");
  await refused("add", "admin", "--email", "a@example.org").toThrow("Another user has this user name.");
  await refused("add", "a:b", "--email", "a@example.org").toThrow("username must be");
  await refused("add", "ab", "--email", "nonsense").toThrow("not an e-mail address");
  await refused("add", "ab", "--email", "a@example.org", "--phone", "12").toThrow("phone number");
  await refused("delete", "nobody").toThrow("There is no user nobody.");
});

test("wrong usage is reported as such", async () => {
  for (const args of [[], ["dance"], ["add"], ["add", "x", "y", "--email", "e@e"], ["add", "xy"], ["list", "--nope"]]) {
    await expect(tidings("user", ...args)).rejects.toThrow(UsageError);
  }
  for (const args of [[], ["list"], ["create", "admin"], ["revoke", "admin"], ["revoke", "admin", "x"]]) {
    await expect(tidings("app-password", ...args)).rejects.toThrow(UsageError);
  }
});

test("a setup link for a user replaces the one before, opens on this machine, and sets a web password", async () => {
  const link = async () => {
    const [, line] = await tidings("user", "setup-link", "admin");
    return /^http:\/\/127\.0\.0\.1:8080\/setup#([\w-]{43})$/.exec(line!)![1]!;
  };
  const [earlier, token] = [await link(), await link()];
  const given = { password: "correct horse battery", ip: "::1", earlier: null };
  expect(await site.service.completeSetup({ ...given, token: earlier })).toBeNull();
  expect(await site.service.completeSetup({ ...given, token })).toHaveProperty("token");
  expect(await site.service.signIn({ ...given, login: "admin" })).toHaveProperty("token");
});

test("a setup link without a name is for the only user, and refused if there are several", async () => {
  expect((await tidings("user", "setup-link"))[0]).toContain("admin");
  await tidings("user", "add", "second", "--email", "second@example.org");
  await expect(tidings("user", "setup-link")).rejects.toThrow(UsageError);
});

test("a second factor is turned off for a user, and the command reports when there was none", async () => {
  const { id } = (await site.service.userCalled("admin"))!;
  const by = { ...site.service.operator, userId: id, username: "admin" };
  const { secret } = await site.service.startSecondFactor(by, { password: "correct horse battery", ip: "::1" });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await site.service.confirmSecondFactor(by, { code, session: "none" });
  expect(await site.service.hasSecondFactor(id)).toBe(true);
  await db.pool.query(
    "insert into passkeys (user_id, name, credential_id, public_key, counter) values ($1, 'Phone', '\\x01', '\\x02', 0)",
    [id],
  );
  expect(await tidings("user", "end-second-factor", "admin")).toEqual([
    "admin signs in without second factor.",
    "1 passkey removed; sessions opened with passkeys ended.",
  ]);
  expect(await site.service.passkeys(id)).toEqual([]);
  expect(await site.service.hasSecondFactor(id)).toBe(false);
  expect(await tidings("user", "end-second-factor", "admin")).toEqual(["admin had no second factor."]);
});
