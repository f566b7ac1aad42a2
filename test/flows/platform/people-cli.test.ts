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
