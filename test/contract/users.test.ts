import { afterAll, beforeAll, expect, test } from "vitest";

import { capabilities } from "#domain/access/capability";

import { freshDatabase, type TestDatabase } from "../support/database/database.ts";
import { openPeople, type OpenPeople } from "../support/people/people.ts";

let db: TestDatabase;
let site: OpenPeople;
let admin: Awaited<ReturnType<OpenPeople["userWith"]>>;
beforeAll(async () => {
  db = await freshDatabase();
  site = await openPeople(db);
  admin = await site.userWith("boss", capabilities);
});
afterAll(() => db.drop());

const asAdmin = (method: string, path: string, body?: unknown) =>
  site.call(method, path, { auth: admin.basic, ...(body !== undefined && { body }) });

const person = (username: string, more: object = {}) => ({
  username,
  email: `${username}@example.org`,
  name: "A Person",
  ...more,
});

test("a user is created with 201 and Location, shown, changed and deleted", async () => {
  const made = await asAdmin("POST", "/users", person("anna", { phone: "01512 3456789", roles: "author,customer" }));
  expect(made.status).toBe(201);
  const { id } = made.json.data;
  expect(made.headers.get("location")).toBe(`/svc/v1/users/${id}`);
  expect(made.json.data).toMatchObject({
    username: "anna",
    phone: "+4915123456789",
    roles: ["author", "customer"],
    capabilities: ["svc_sendsms"],
    locale: "en",
  });
  expect(made.json.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(JSON.stringify(made.json)).not.toContain("password");

  const changed = await asAdmin("PATCH", `/users/${id}`, { name: "Anna B.", phone: "", roles: [] });
  expect(changed.json.data).toMatchObject({ name: "Anna B.", phone: null, roles: [], email: "anna@example.org" });
  expect((await asAdmin("GET", `/users/${id}`)).json.data).toEqual(changed.json.data);
  const gone = await asAdmin("DELETE", `/users/${id}`);
  expect(gone.json.data).toMatchObject({ deleted: true, previous: { id } });
  expect((await asAdmin("GET", `/users/${id}`)).status).toBe(404);
  expect((await asAdmin("DELETE", `/users/${id}`)).status).toBe(404);
});

test("all errors of a new user are reported at once", async () => {
  const reply = await asAdmin("POST", "/users", {
    username: "a:b@c",
    email: "nope",
    name: " ",
    phone: "12",
    roles: ["editor", "king"],
    locale: "??",
    password: "short",
  });
  expect(reply.status).toBe(400);
  expect(reply.json.data.params.email).toBe("is not an e-mail address");
  const codes = Object.fromEntries(
    reply.json.data.details.map((detail: { field: string; code: string }) => [detail.field, detail.code]),
  );
  expect(codes).toEqual({
    username: "invalid_format",
    email: "invalid_format",
    name: "invalid_format",
    phone: "invalid_phone",
    "roles[1]": "unknown_role",
    locale: "invalid_format",
    password: "too_short",
  });
});

test("a taken user name or e-mail is 409 whatever its case, and names the field", async () => {
  await asAdmin("POST", "/users", person("taken"));
  const byName = await asAdmin("POST", "/users", person("TAKEN", { email: "else@example.org" }));
  const byMail = await asAdmin("POST", "/users", person("else", { email: "Taken@Example.org" }));
  expect([byName.status, byName.json.data.params]).toEqual([409, { username: "is taken" }]);
  expect([byMail.status, byMail.json.data.params]).toEqual([409, { email: "is taken" }]);
  const other = await asAdmin("POST", "/users", person("other"));
  const change = await asAdmin("PATCH", `/users/${other.json.data.id}`, { email: "TAKEN@example.org" });
  expect(change.status).toBe(409);
});

test("the list is read page by page by cursor, and filters by role and by text", async () => {
  for (let index = 0; index < 5; index += 1) {
    await asAdmin("POST", "/users", person(`page${index}`, { name: `100%_${index}`, roles: ["subscriber"] }));
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { json } = await asAdmin("GET", `/users?role=subscriber&per_page=2${query}`);
    seen.push(...json.data.items.map((user: { username: string }) => user.username));
    cursor = json.data.pagination.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(["page0", "page1", "page2", "page3", "page4"]);
  expect((await asAdmin("GET", "/users?search=0%25_3")).json.data.items).toHaveLength(1);
  expect((await asAdmin("GET", "/users?search=%25")).json.data.items).toHaveLength(5);
  expect((await asAdmin("GET", "/users?cursor=x;drop")).status).toBe(400);
  expect((await asAdmin("GET", "/users?per_page=0")).status).toBe(400);
});

test("users and roles are closed to users without svc_users", async () => {
  const editor = await site.userWith("reader", [
    "svc_sendsms",
    "svc_subscribers",
    "svc_outbox",
    "svc_inbox",
    "svc_setting",
  ]);
  for (const [method, path] of [
    ["GET", "/users"],
    ["POST", "/users"],
    ["GET", `/users/${admin.id}`],
    ["PATCH", `/users/${editor.id}`],
    ["DELETE", `/users/${admin.id}`],
    ["GET", "/roles"],
    ["POST", "/roles"],
    ["PATCH", `/roles/${editor.role}`],
    ["PUT", `/roles/${editor.role}`],
    ["DELETE", "/roles/author"],
    ["GET", "/customers"],
    ["POST", "/customers"],
    ["GET", `/users/${admin.id}/application-passwords`],
    ["POST", `/users/${admin.id}/application-passwords`],
  ] as const) {
    expect([path, (await site.call(method, path, { auth: editor.basic })).status]).toEqual([path, 403]);
    expect([path, (await site.call(method, path)).status]).toEqual([path, 401]);
  }
});

test("a manager of users cannot raise their own rights: not by roles, not by their role, not by a more powerful user", async () => {
  const manager = await site.userWith("manager", ["svc_users"]);
  const as = (method: string, path: string, body?: unknown) => site.call(method, path, { auth: manager.basic, body });
  const refused = [
    await as("PATCH", `/users/${manager.id}`, { roles: [manager.role, "administrator"] }),
    await as("PATCH", `/roles/${manager.role}`, { capabilities: ["svc_users", "svc_sendsms"] }),
    await as("PUT", "/roles/customer", { capabilities: ["svc_setting"] }),
    await as("POST", "/roles", { name: "mighty", capabilities: ["svc_users", "svc_inbox"] }),
    await as("POST", "/users", person("puppet", { roles: ["administrator"] })),
    await as("PATCH", `/users/${admin.id}`, { password: "now it is mine, all" }),
    await as("PATCH", `/users/${admin.id}`, { email: "mine@example.org" }),
    await as("PATCH", `/users/${admin.id}`, { roles: [] }),
    await as("DELETE", `/users/${admin.id}`),
    await as("POST", `/users/${admin.id}/application-passwords`, { name: "mine" }),
    await as("DELETE", `/users/${admin.id}/application-passwords`),
    await as("DELETE", `/roles/author`),
    await as("PATCH", "/roles/administrator", { capabilities: ["svc_users"] }),
    await as("PATCH", "/roles/administrator", { label: "Reader" }),
  ];
  expect(refused.map((reply) => reply.status)).toEqual(refused.map(() => 403));
  expect(refused[0]!.json.data.capabilities).toContain("svc_sendsms");
  // They may grant rights that they have.
  expect((await as("POST", "/users", person("helper", { roles: [manager.role, "customer"] }))).status).toBe(201);
});

test("nobody deletes themselves, and the last one who may manage users stays", async () => {
  expect((await asAdmin("DELETE", `/users/${admin.id}`)).status).toBe(403);
  const only = await freshDatabase();
  try {
    const small = await openPeople(only);
    const last = await small.userWith("last", capabilities);
    const as = (method: string, path: string, body?: unknown) => small.call(method, path, { auth: last.basic, body });
    expect((await as("PATCH", `/users/${last.id}`, { roles: [] })).status).toBe(409);
    expect((await as("PATCH", `/roles/${last.role}`, { capabilities: ["svc_inbox"] })).status).toBe(409);
    await expect(small.service.removeUser(small.service.operator, last.id)).rejects.toThrow("leave no one");
    // Rolled back with what was refused.
    expect((await as("GET", "/users/me")).json.data.capabilities).toEqual([...capabilities]);
    const second = await small.userWith("second", capabilities);
    // Two who delete each other at the same moment: one stays.
    const both = await Promise.all([
      as("DELETE", `/users/${second.id}`),
      small.call("DELETE", `/users/${last.id}`, { auth: second.basic }),
    ]);
    expect(both.map((reply) => reply.status).toSorted()).not.toEqual([200, 200]);
    expect(await small.users.count()).toBe(1);
  } finally {
    await only.drop();
  }
});

test("the last one who can grant a capability keeps it, because nobody could give it back", async () => {
  const only = await freshDatabase();
  try {
    const small = await openPeople(only);
    const chief = await small.userWith("chief", capabilities);
    await small.userWith("manager", ["svc_users"]);
    // A user who has a capability but not svc_users cannot grant it.
    await small.userWith("outsider", ["svc_setting"]);
    const as = (method: string, path: string, body?: unknown) => small.call(method, path, { auth: chief.basic, body });
    const without = { capabilities: capabilities.filter((capability) => capability !== "svc_setting") };
    const refused = await as("PATCH", `/roles/${chief.role}`, without);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "That would leave no one who can grant svc_setting again.",
    ]);
    expect((await as("PUT", `/roles/${chief.role}`, without)).status).toBe(409);
    expect((await as("PATCH", `/users/${chief.id}`, { roles: ["author"] })).status).toBe(409);
    await expect(small.service.removeUser(small.service.operator, chief.id)).rejects.toThrow("can grant");
    expect((await as("GET", "/users/me")).json.data.capabilities).toEqual([...capabilities]);
    await small.userWith("second", ["svc_users", "svc_setting"]);
    expect((await as("PATCH", `/roles/${chief.role}`, without)).status).toBe(200);
  } finally {
    await only.drop();
  }
});

test("roles are listed, created, changed and deleted, but not while users have them", async () => {
  expect((await asAdmin("GET", "/roles")).json.data.items).toContainEqual({
    name: "author",
    label: "Author",
    capabilities: ["svc_sendsms"],
  });
  const made = await asAdmin("POST", "/roles", { name: "desk", label: "Front desk", capabilities: "svc_inbox" });
  expect([made.status, made.headers.get("location")]).toEqual([201, "/svc/v1/roles/desk"]);
  expect((await asAdmin("POST", "/roles", { name: "desk" })).status).toBe(409);
  expect((await asAdmin("POST", "/roles", { name: "Desk Two" })).status).toBe(400);
  expect((await asAdmin("POST", "/roles", { name: "odd", capabilities: ["svc_root"] })).status).toBe(400);
  expect((await asAdmin("PUT", "/roles/desk", {})).status).toBe(400);
  expect((await asAdmin("PATCH", "/roles/nothing", { label: "x" })).status).toBe(404);
  const put = await asAdmin("PUT", "/roles/desk", { capabilities: [] });
  expect(put.json.data).toEqual({ name: "desk", label: "Front desk", capabilities: [] });
  const user = await asAdmin("POST", "/users", person("clerk", { roles: ["desk"] }));
  expect((await asAdmin("DELETE", "/roles/desk")).status).toBe(409);
  await asAdmin("DELETE", `/users/${user.json.data.id}`);
  expect((await asAdmin("DELETE", "/roles/desk")).json.data.deleted).toBe(true);
  expect((await asAdmin("DELETE", "/roles/desk")).status).toBe(404);
});

test("a role cannot be deleted under a user who is being given it", async () => {
  for (let round = 0; round < 5; round += 1) {
    await asAdmin("POST", "/roles", { name: `race${round}` });
    const [user, role] = await Promise.all([
      asAdmin("POST", "/users", person(`racer${round}`, { roles: [`race${round}`] })),
      asAdmin("DELETE", `/roles/race${round}`),
    ]);
    expect([user.status, role.status]).toSatisfy(
      ([made, deleted]: number[]) => (made === 201 && deleted === 409) || (made === 400 && deleted === 200),
    );
  }
});

test("every user may look up their own account", async () => {
  const nobody = await site.userWith("plainone", []);
  const { json } = await site.call("GET", "/users/me", { auth: nobody.basic });
  expect(json.data).toMatchObject({ id: nobody.id, username: "plainone", capabilities: [] });
});

test("customers are added, found, kept unique by number, and deleted", async () => {
  const made = await asAdmin("POST", "/customers", { name: "C. One", phone: "0660 1234567", country: "at" });
  expect(made.status).toBe(201);
  expect(made.json.data).toMatchObject({ name: "C. One", phone: "+436601234567", country: "AT" });
  const double = await asAdmin("POST", "/customers", { name: "C. Two", phone: "+43 660 1234567" });
  expect([double.status, double.json.code]).toEqual([409, "conflict"]);
  const bad = await asAdmin("POST", "/customers", { name: "", phone: "abc", country: "XX" });
  expect(Object.keys(bad.json.data.params).toSorted()).toEqual(["country", "name", "phone"]);
  expect((await asAdmin("GET", "/customers?search=one")).json.data.items).toHaveLength(1);
  expect((await asAdmin("DELETE", `/customers/${made.json.data.id}`)).json.data).toEqual({
    deleted: true,
    id: made.json.data.id,
  });
  expect((await asAdmin("DELETE", `/customers/${made.json.data.id}`)).status).toBe(404);
});

test("every change of users and roles writes an event that names who did it, in the same transaction", async () => {
  const made = await asAdmin("POST", "/users", person("logged"));
  await asAdmin("POST", "/users", person("logged"));
  const { rows } = await db.pool.query(
    "select data from events where kind = 'user.created' and (data ->> 'user_id')::bigint = $1",
    [made.json.data.id],
  );
  expect(rows).toEqual([{ data: { user_id: made.json.data.id, roles: [], by: `builtin:${admin.id}` } }]);
});
