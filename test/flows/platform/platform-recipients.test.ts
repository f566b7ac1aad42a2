import { randomBytes } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { basic } from "../../support/people/people.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { companionOf } from "../../support/wordpress/wordpress-companion.ts";
import { startStandIn, type StandIn, type StandInUser } from "../../support/wordpress/wordpress-stand-in.ts";

const secret = randomBytes(32).toString("base64url");
const companion = companionOf(secret);

describe("recipients by name where a WordPress site (a stand-in) manages the users", () => {
  let site: StandIn;
  let service: TestService;
  let editor: StandInUser;
  let author: StandInUser;
  beforeAll(async () => {
    site = await startStandIn();
    const account = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
    service = await startTestService(
      {
        TIDINGS_COUNTRY: "DE",
        TIDINGS_PLATFORM: `wordpress+${site.url}?service=${account.login}:${account.password}&secret=${secret}&timeout=2`,
      },
      { workerLoops: false },
    );
    editor = site.add("chief", { capabilities: ["svc_sendsms", "list_users"], phone: "0664 1234567", country: "AT" });
    author = site.add("writer", { capabilities: ["svc_sendsms"], phone: "ask the office" });
  });
  afterAll(async () => {
    await service.end();
    await site.close();
  });
  afterEach(() => {
    Object.assign(site.state, { companion: true, findsUsers: true });
    site.up();
  });

  const get = async (target: string, headers: Record<string, string>) => {
    const response = await service.app.request(`http://127.0.0.1${target}`, { headers });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const path = (query: string) => `/svc/v1/send/recipients${query}`;
  const direct = (as: StandInUser, query: string) => get(path(query), { authorization: basic(as.login, as.password) });
  const principalOf = ({ id, login }: StandInUser) => ({
    id,
    login,
    capabilities: ["svc_sendsms"],
    credential: "session",
  });

  test("a caller who may list users there finds them by name, with who can be reached and no number", async () => {
    const { status, body } = await direct(editor, "?search=F@example&kind=users");
    expect([status, body.data]).toEqual([
      200,
      {
        roles: null,
        users: { items: [{ id: editor.id, name: "Name of chief", username: "chief", reachable: true }], more: false },
        customers: null,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("1234567");
    const writers = await direct(editor, "?search=writer");
    expect(writers.body.data.users.items).toMatchObject([{ id: author.id, reachable: false }]);
  });

  test("a caller who may not gets the roles, as the site calls them, and no users", async () => {
    const { status, body } = await direct(author, "?search=edit");
    expect([status, body.data.users, body.data.roles]).toEqual([
      200,
      null,
      { items: [{ id: "editor", name: "Editor" }], more: false },
    ]);
    const all = await direct(author, "");
    expect(all.body.data.roles.items).toHaveLength(site.state.roles.size);
  });

  test("a site whose companion is older, or that has none, is a site without that source", async () => {
    site.state.findsUsers = false;
    const older = await direct(editor, "?search=chief");
    expect([older.status, older.body.data.users, older.body.data.roles.items]).toEqual([200, null, []]);
    site.state.companion = false;
    expect((await direct(editor, "?search=chief")).body.data.users).toBeNull();
  });

  test("a site that cannot be reached is an error, and not a site where nobody has that name", async () => {
    await direct(editor, "");
    site.down();
    const { status, body } = await direct(editor, "?search=chief&kind=users");
    expect([status, body.code]).toEqual([503, "host_unavailable"]);
  });

  test("a call that the site waits for gets the roles, without a request to the site", async () => {
    await direct(editor, "");
    const before = site.calls.length;
    const { headers, target } = companion.call(principalOf(editor), "GET", path("?search=editor"));
    const { status, body } = await get(target, headers);
    expect([status, body.data.users, body.data.roles.items]).toEqual([200, null, [{ id: "editor", name: "Editor" }]]);
    expect(site.calls.length).toBe(before);
  });

  test("a call that the site sends here with its signature is for the user whom it names", async () => {
    const ask = (as: StandInUser) => get(companion.address(principalOf(as), "GET", path("?search=chief")), {});
    expect((await ask(editor)).body.data.users.items).toMatchObject([{ id: editor.id }]);
    expect((await ask(author)).body.data.users).toBeNull();
  });
});
