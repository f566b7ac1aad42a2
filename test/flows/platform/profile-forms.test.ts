import { afterAll, beforeAll, expect, test } from "vitest";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { basic, openPeople, type OpenPeople } from "../../support/people/people.ts";
import { visitsOf, WEB } from "../../support/people/visits.ts";

let db: TestDatabase;
let site: OpenPeople;
beforeAll(async () => {
  db = await freshDatabase();
  site = await openPeople(db);
  await site.service.ensureAdministrator();
});
afterAll(() => db.drop());

const { visit, signIn, session } = visitsOf(() => site);

test("the page shows a new password once, with a line that works, and never again", async () => {
  await site.userWith("creator", []);
  const { cookie, token } = await session("creator");
  const path = "/profile/application-passwords";
  const made = await visit(path, { cookie, form: { token, name: "Backup <script>" } });
  expect([made.status, made.to, made.text]).toEqual([303, "/profile?done=made", ""]);
  expect(made.set).toMatch(/^tidings_new_password=[\w-]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Strict$/);
  const carried = `${cookie}; ${made.cookie}`;
  const shown = await visit("/profile?done=made", { cookie: carried });
  expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(shown.set).toMatch(/^tidings_new_password=; Path=\/; Max-Age=0;/);
  expect(shown.text).toContain("Backup &lt;script&gt;");
  expect(shown.text).not.toContain("<script>");
  const [, password] = /class="secret" id="secret">([^<]+)</.exec(shown.text)!;
  expect(password).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
  expect(decodeURIComponent(made.set!)).not.toContain(password!.replaceAll(" ", ""));
  expect(shown.text).toContain(`curl -u &#39;creator:${password}&#39; http://127.0.0.1:8080/svc/v1/users/me`);
  expect((await site.call("GET", "/users/me", { auth: basic("creator", password!) })).status).toBe(200);
  await site.host.settled();
  // The cookie has ended with that page; a reload shows the profile.
  const later = await visit("/profile?done=made", { cookie });
  expect(later.text).not.toContain(password);
  expect(later.text).toMatch(
    /last used <time datetime="[^"]+" title="\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC">\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/time> from 127\.0\.0\.1/,
  );
  const again = await visit(path, { cookie, form: { token, name: "Backup <script>" } });
  expect([again.status, again.text.includes("already an application password with this name")]).toEqual([409, true]);
  const empty = await visit(path, { cookie, form: { token, name: "  " } });
  expect(empty.status).toBe(400);
  // In another session, or altered, the cookie is worthless.
  await site.userWith("thief", []);
  const other = await session("thief");
  const wrong = [
    `${other.cookie}; ${made.cookie}`,
    `${cookie}; ${made.cookie.slice(0, -3)}AAA`,
    `${cookie}; tidings_new_password=x`,
  ];
  for (const stolen of wrong) {
    const page = await visit("/profile", { cookie: stolen });
    expect([page.status, page.text.includes('class="secret"')]).toEqual([200, false]);
  }
});

test("revoking asks for confirmation first, without a script, and asking changes nothing", async () => {
  const user = await site.userWith("careful", []);
  const other = await site.userWith("elsewhere", []);
  const { cookie, token } = await session("careful");
  const path = "/profile/application-passwords";
  const question = await visit(`${path}/revoke?uuid=${user.uuid}`, { cookie });
  expect(question.status).toBe(200);
  expect(question.text).toContain("Revoke “test”?");
  expect(question.text).toContain(`name="uuid" value="${user.uuid}"`);
  const all = await visit(`${path}/revoke-all`, { cookie });
  expect(all.text).toContain("Revoke all 1 passwords?");
  expect(await site.service.applicationPasswords(site.service.operator, user.id)).toHaveLength(1);
  for (const uuid of [other.uuid, "x", "", "00000000-0000-4000-8000-000000000000"]) {
    const none = await visit(`${path}/revoke?uuid=${uuid}`, { cookie });
    expect([none.status, none.text.includes("There is no such application password")]).toEqual([404, true]);
  }
  expect((await visit(`${path}/revoke?uuid=${user.uuid}`)).to).toBe("/profile/sign-in");
  await visit(`${path}/revoke-all`, { cookie, form: { token } });
  expect((await visit(`${path}/revoke-all`, { cookie })).to).toBe("/profile");
});

test("a refused form keeps what was typed, and the focus is on the invalid field", async () => {
  await site.userWith("typist", []);
  const focused = (text: string): string[] =>
    [...text.matchAll(/<input[^>]*>/g)].flatMap(([tag]) =>
      tag.includes("autofocus") && tag.includes('aria-invalid="true"') ? [/id="([^"]+)"/.exec(tag)![1]!] : [],
    );
  const refused = await signIn("typist", "wrong password");
  expect(focused(refused.text)).toEqual(["password"]);
  expect(refused.text.match(/autofocus/g)).toHaveLength(1);
  expect(refused.text).toContain('value="typist"');
  const { cookie, token } = await session("typist");
  const post = (path: string, form: Record<string, string>) => visit(path, { cookie, form: { token, ...form } });
  const phone = await post("/profile", { name: "New name", phone: "12" });
  expect(focused(phone.text)).toEqual(["phone"]);
  expect(phone.text).toContain('value="New name"');
  expect(phone.text).toContain('value="12"');
  expect(focused((await post("/profile", { name: " ", phone: "" })).text)).toEqual(["name"]);
  const change = (current: string, next: string) => post("/profile/password", { current, next });
  expect(focused((await change("wrong", "a new password, long")).text)).toEqual(["current"]);
  expect(focused((await change(WEB, "short")).text)).toEqual(["next"]);
  const taken = await post("/profile/application-passwords", { name: "test" });
  expect([taken.status, focused(taken.text)]).toEqual([409, ["for"]]);
});

test("revoking one and revoking all work from the page, and only on the user's own", async () => {
  const user = await site.userWith("revoker", []);
  const other = await site.userWith("bystander", []);
  const { cookie, token } = await session("revoker");
  const foreign = await visit("/profile/application-passwords/revoke", { cookie, form: { token, uuid: other.uuid } });
  expect(foreign.status).toBe(404);
  const one = await visit("/profile/application-passwords/revoke", { cookie, form: { token, uuid: user.uuid } });
  expect([one.status, one.to]).toEqual([303, "/profile?done=revoked"]);
  expect((await site.call("GET", "/users/me", { auth: user.basic })).status).toBe(401);
  await visit("/profile/application-passwords", { cookie, form: { token, name: "a" } });
  await visit("/profile/application-passwords", { cookie, form: { token, name: "b" } });
  expect((await visit("/profile/application-passwords/revoke-all", { cookie, form: { token } })).status).toBe(303);
  expect(await site.service.applicationPasswords(site.service.operator, user.id)).toEqual([]);
  expect((await site.call("GET", "/users/me", { auth: other.basic })).status).toBe(200);
});

test("a changed web password ends every other session and leaves application passwords alone", async () => {
  const user = await site.userWith("changer", []);
  const elsewhere = await signIn("changer");
  const { cookie, token } = await session("changer");
  const change = (current: string, next: string) =>
    visit("/profile/password", { cookie, form: { token, current, next } });
  expect((await change("wrong", "a new password, long")).status).toBe(400);
  expect((await change(WEB, "short")).status).toBe(400);
  const done = await change(WEB, "a new password, long");
  expect(done.status).toBe(303);
  expect((await visit("/profile", { cookie: elsewhere.cookie })).status).toBe(303);
  expect((await visit("/profile", { cookie })).status).toBe(303);
  expect((await visit("/profile", { cookie: done.cookie })).status).toBe(200);
  expect((await signIn("changer")).status).toBe(401);
  expect((await signIn("changer", "a new password, long")).status).toBe(303);
  expect((await site.call("GET", "/users/me", { auth: user.basic })).status).toBe(200);
});

test("what was revoked by mistake can be restored for some minutes, with its id, and works again", async () => {
  const user = await site.userWith("mistaken", []);
  const { cookie, token } = await session("mistaken");
  const path = "/profile/application-passwords";
  const works = async (): Promise<number> => (await site.call("GET", "/users/me", { auth: user.basic })).status;
  expect(await works()).toBe(200);
  await visit(`${path}/revoke`, { cookie, form: { token, uuid: user.uuid } });
  expect(await works()).toBe(401);
  const after = await visit("/profile?done=revoked", { cookie });
  expect(after.text).toContain(`action="${path}/restore"`);
  expect(after.text).toContain(user.uuid);

  // Neither by another user, nor without the form's token.
  await site.userWith("stranger", []);
  const other = await session("stranger");
  const stolen = await visit(`${path}/restore`, {
    cookie: other.cookie,
    form: { token: other.token, uuid: user.uuid },
  });
  expect(stolen.status).toBe(404);
  expect((await visit(`${path}/restore`, { cookie, form: { token: "x", uuid: user.uuid } })).status).toBe(403);
  expect(await works()).toBe(401);

  const restored = await visit(`${path}/restore`, { cookie, form: { token, uuid: user.uuid } });
  expect([restored.status, restored.to]).toEqual([303, "/profile?done=restored"]);
  expect(await works()).toBe(200);
  expect((await visit("/profile", { cookie })).text).not.toContain(`${path}/restore`);
  expect((await visit(`${path}/restore`, { cookie, form: { token, uuid: user.uuid } })).status).toBe(404);
});

test("what was revoked longer ago, or whose name is in use again, stays revoked", async () => {
  const user = await site.userWith("late", []);
  const { cookie, token } = await session("late");
  const path = "/profile/application-passwords";
  const restore = async (): Promise<number> =>
    (await visit(`${path}/restore`, { cookie, form: { token, uuid: user.uuid } })).status;
  await visit(`${path}/revoke`, { cookie, form: { token, uuid: user.uuid } });
  const { name } = (await site.service.revokedApplicationPasswords(site.service.operator, user.id))[0]!;
  await visit(path, { cookie, form: { token, name } });
  expect(await restore()).toBe(404);
  const [taken] = await site.service.applicationPasswords(site.service.operator, user.id);
  await visit(`${path}/revoke`, { cookie, form: { token, uuid: taken!.uuid } });
  await db.query(
    "test",
    "update revoked_application_passwords set revoked_at = revoked_at - interval '11 minutes'",
    [],
  );
  expect(await restore()).toBe(404);
  expect((await visit("/profile", { cookie })).text).not.toContain(`${path}/restore`);
  // The next revocation replaces it.
  const made = await site.service.createApplicationPassword(site.service.operator, user.id, {
    name: "Next",
    appId: null,
  });
  await site.service.revokeApplicationPassword(site.service.operator, user.id, made.uuid);
  const rows = await db.query(
    "test reads revoked passwords",
    "select name from revoked_application_passwords where user_id = $1",
    [user.id],
  );
  expect(rows).toEqual([{ name: "Next" }]);
});
