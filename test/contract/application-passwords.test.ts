import { afterAll, beforeAll, expect, test } from "vitest";

import { capabilities } from "#domain/access/capability";

import { freshDatabase, type TestDatabase } from "../support/database/database.ts";
import { basic, openPeople, type OpenPeople } from "../support/people/people.ts";
import { webSession } from "../support/people/web-session.ts";

let db: TestDatabase;
let site: OpenPeople;
let admin: Awaited<ReturnType<OpenPeople["userWith"]>>;
beforeAll(async () => {
  db = await freshDatabase();
  site = await openPeople(db);
  admin = await site.userWith("boss", capabilities);
});
afterAll(() => db.drop());

async function signedIn(username: string): Promise<Record<string, string>> {
  const session = await webSession(site.service, { login: username, password: "correct horse battery" });
  return { cookie: `tidings_session=${session}`, "sec-fetch-site": "same-origin" };
}

test("created with 201, shown this once in groups of four, and valid for the API at once", async () => {
  const user = await site.userWith("maker", []);
  const headers = await signedIn("maker");
  const body = { name: "  Shop ", app_id: "0b8f3a52-7d0e-4a39-9df0-0d7f0a3c6a11" };
  const made = await site.call("POST", "/users/me/application-passwords", { headers, body });
  expect(made.status).toBe(201);
  expect(Object.keys(made.json.data)).toEqual([
    "uuid",
    "app_id",
    "name",
    "created",
    "last_used",
    "last_ip",
    "password",
  ]);
  expect(made.json.data).toMatchObject({ name: "Shop", app_id: body.app_id, last_used: null, last_ip: null });
  expect(made.json.data.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(made.json.data.password).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
  expect(made.headers.get("location")).toBe(`/svc/v1/users/${user.id}/application-passwords/${made.json.data.uuid}`);
  const auth = basic("maker", made.json.data.password);
  expect((await site.call("GET", "/users/me", { auth })).status).toBe(200);
  const list = await site.call("GET", "/users/me/application-passwords", { headers });
  expect(list.json.data.items).toHaveLength(2);
  expect(JSON.stringify(list.json)).not.toContain(made.json.data.password);
});

test("a duplicate name is 409, also for concurrent calls, and another user may have it", async () => {
  const user = await site.userWith("doubler", []);
  const path = `/users/${user.id}/application-passwords`;
  const both = await Promise.all(
    [1, 2].map(() => site.call("POST", path, { auth: admin.basic, body: { name: "Same" } })),
  );
  expect(both.map((reply) => reply.status).toSorted()).toEqual([201, 409]);
  expect(both.find((reply) => reply.status === 409)!.json.data.params).toEqual({ name: "is taken" });
  const own = await site.call("POST", "/users/me/application-passwords", { auth: admin.basic, body: { name: "Same" } });
  expect(own.status).toBe(201);
});

test("a name of spaces, a bad app id and a bad user are reported together", async () => {
  const reply = await site.call("POST", "/users/you/application-passwords", {
    auth: admin.basic,
    body: { name: "   ", app_id: "7" },
  });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.json.data.params).toSorted()).toEqual(["app_id", "id", "name"]);
  const nobody = await site.call("POST", "/users/424242/application-passwords", {
    auth: admin.basic,
    body: { name: "x" },
  });
  expect(nobody.status).toBe(404);
});

test("a repeated Idempotency-Key creates no second password and never shows the first again", async () => {
  const user = await site.userWith("repeater", []);
  const path = `/users/${user.id}/application-passwords`;
  const call = (name: string) =>
    site.call("POST", path, { auth: admin.basic, body: { name }, headers: { "idempotency-key": "k-1" } });
  const first = await call("Once");
  const again = await call("Once");
  expect([first.status, again.status, again.json.code]).toEqual([201, 409, "already_created"]);
  expect((await call("Other")).json.code).toBe("idempotency_mismatch");
  expect(await site.service.applicationPasswords(site.service.operator, user.id)).toHaveLength(2);
  const { rows } = await db.pool.query("select status, body from idempotency_keys where status = 201");
  expect(rows).toEqual([{ status: 201, body: null }]);
});

test("one's own are reached by session only, others' with svc_users only", async () => {
  const user = await site.userWith("plain", []);
  const other = await site.userWith("someone", []);
  const own = "/users/me/application-passwords";
  expect((await site.call("GET", own, { auth: user.basic })).status).toBe(403);
  expect((await site.call("POST", own, { auth: user.basic, body: { name: "x" } })).status).toBe(403);
  const headers = await signedIn("plain");
  expect((await site.call("GET", own, { headers })).status).toBe(200);
  for (const method of ["GET", "POST", "DELETE"]) {
    const path = `/users/${other.id}/application-passwords`;
    const reply = await site.call(method, path, { headers, ...(method === "POST" && { body: { name: "x" } }) });
    expect([method, reply.status]).toEqual([method, 403]);
  }
  expect((await site.call("GET", own)).headers.get("www-authenticate")).toContain("Basic");
});

test("a session does not act for another site, and its refusals carry no challenge", async () => {
  await site.userWith("surfer", []);
  const headers = await signedIn("surfer");
  const path = "/users/me/application-passwords";
  for (const more of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ]) {
    const reply = await site.call("POST", path, { headers: { ...headers, ...more }, body: { name: "evil" } });
    expect(reply.status).toBe(403);
  }
  const { cookie } = headers;
  const foreign = { cookie: cookie!, origin: "https://evil.example", host: "localhost" };
  expect((await site.call("POST", path, { headers: foreign, body: { name: "evil" } })).status).toBe(403);
  const ended = await site.call("GET", path, { headers: { cookie: "tidings_session=made-up" } });
  expect([ended.status, ended.headers.get("www-authenticate")]).toEqual([401, null]);
});

test("introspect shows the password that was used, only to its owner", async () => {
  const user = await site.userWith("inspector", []);
  const shown = await site.call("GET", "/users/me/application-passwords/introspect", { auth: user.basic });
  expect(shown.json.data).toMatchObject({ uuid: user.uuid, name: "test" });
  const byId = await site.call("GET", `/users/${user.id}/application-passwords/introspect`, { auth: user.basic });
  expect(byId.status).toBe(200);
  const foreign = await site.call("GET", `/users/${admin.id}/application-passwords/introspect`, { auth: user.basic });
  expect(foreign.status).toBe(403);
  const headers = await signedIn("inspector");
  expect((await site.call("GET", "/users/me/application-passwords/introspect", { headers })).status).toBe(404);
});

test("one is revoked with its record, all with their count, and both stop working at once", async () => {
  const user = await site.userWith("leaver", []);
  const path = `/users/${user.id}/application-passwords`;
  const made = await site.call("POST", path, { auth: admin.basic, body: { name: "Second" } });
  const { uuid, password } = made.json.data;
  const second = basic("leaver", password);
  expect((await site.call("GET", "/users/me", { auth: second })).status).toBe(200);
  const one = await site.call("DELETE", `${path}/${uuid}`, { auth: admin.basic });
  expect(one.json.data).toMatchObject({ deleted: true, previous: { uuid, name: "Second" } });
  expect((await site.call("GET", "/users/me", { auth: second })).status).toBe(401);
  expect((await site.call("DELETE", `${path}/${uuid}`, { auth: admin.basic })).status).toBe(404);
  // Another user's password is not found under this one.
  expect((await site.call("DELETE", `${path}/${admin.uuid}`, { auth: admin.basic })).status).toBe(404);
  expect((await site.call("DELETE", `${path}/not-a-uuid`, { auth: admin.basic })).status).toBe(400);
  const all = await site.call("DELETE", path, { auth: admin.basic });
  expect(all.json.data).toEqual({ deleted: true, count: 1 });
  expect((await site.call("GET", "/users/me", { auth: user.basic })).status).toBe(401);
});

test("what was revoked by mistake is restored for ten minutes, with its id, by nobody else, and works again", async () => {
  const user = await site.userWith("mistaken", []);
  const headers = await signedIn("mistaken");
  const path = `/users/me/application-passwords/${user.uuid}`;
  const works = async (): Promise<number> => (await site.call("GET", "/users/me", { auth: user.basic })).status;
  expect((await site.call("POST", `${path}/restore`, { headers })).status).toBe(404);
  await site.call("DELETE", path, { headers });
  expect(await works()).toBe(401);

  await site.userWith("stranger", []);
  const stranger = await signedIn("stranger");
  expect((await site.call("POST", `${path}/restore`, { headers: stranger })).status).toBe(404);
  const foreign = `/users/${user.id}/application-passwords/${user.uuid}/restore`;
  expect((await site.call("POST", foreign, { headers: stranger })).status).toBe(403);
  expect(
    (await site.call("POST", `${path}/restore`, { headers: { ...headers, "sec-fetch-site": "cross-site" } })).status,
  ).toBe(403);
  expect(await works()).toBe(401);

  const restored = await site.call("POST", `${path}/restore`, { headers });
  expect([restored.status, restored.json.data.uuid, restored.json.data.name]).toEqual([200, user.uuid, "test"]);
  expect(await works()).toBe(200);
  expect((await site.call("POST", `${path}/restore`, { headers })).status).toBe(404);
});

test("what was revoked longer ago, or whose name is in use again, stays revoked", async () => {
  const user = await site.userWith("late", []);
  const headers = await signedIn("late");
  const path = "/users/me/application-passwords";
  const restore = async (): Promise<number> =>
    (await site.call("POST", `${path}/${user.uuid}/restore`, { headers })).status;
  await site.call("DELETE", `${path}/${user.uuid}`, { headers });
  const taken = await site.call("POST", path, { headers, body: { name: "test" } });
  expect(await restore()).toBe(404);
  await site.call("DELETE", `${path}/${taken.json.data.uuid}`, { headers });
  await db.pool.query("update revoked_application_passwords set revoked_at = revoked_at - interval '11 minutes'");
  expect(await restore()).toBe(404);
  // The next revocation deletes what can no longer be restored.
  const made = await site.call("POST", path, { headers, body: { name: "Next" } });
  await site.call("DELETE", `${path}/${made.json.data.uuid}`, { headers });
  const { rows } = await db.pool.query("select name from revoked_application_passwords where user_id = $1", [user.id]);
  expect(rows).toEqual([{ name: "Next" }]);
});
