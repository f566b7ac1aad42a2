import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { capabilities, type Capability } from "#domain/access/capability";

import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";
import { webSession } from "../support/people/web-session.ts";

const PASSWORD = "correct horse battery";
let service: TestService;

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

type Headers = Readonly<Record<string, string>>;

/** A user with these capabilities, an application password and a session. */
async function someone(...held: Capability[]) {
  const as: Credentials = await service.userWith(...held);
  const { id } = (await service.people.userCalled(as.user))!;
  await service.people.changeUser(service.people.operator, id, { password: PASSWORD });
  const session = async (): Promise<Headers> => ({
    cookie: `__Host-tidings_session=${await webSession(service.people, { login: as.user, password: PASSWORD })}`,
  });
  const password: Headers = { authorization: `Basic ${btoa(`${as.user}:${as.password}`)}` };
  return { id, password, session };
}

const everything = () => someone(...capabilities);
const routes = () => service.routes.filter(({ access }) => access !== "public");

function pathOf(path: string): string {
  if (path.endsWith("/introspect")) return path.replace("{id}", "me");
  return path.replaceAll("{uuid}", "00000000-0000-4000-8000-000000000000").replaceAll(/\{\w+\}/g, "999999");
}

let calls = 0;

/** Each call is from an address of its own: twenty wrong passwords of one would have it wait. */
async function answerTo({ method, path }: { readonly method: string; readonly path: string }, headers: Headers) {
  calls += 1;
  const body = method === "GET" ? {} : { body: "{}" };
  const remoteAddress = `10.0.${calls >> 8}.${calls & 255}`;
  const response = await service.app.request(
    `https://127.0.0.1/svc/v1${pathOf(path)}`,
    { method, headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers }, ...body },
    { incoming: { socket: { remoteAddress, encrypted: true } } },
  );
  if (!/json/.test(response.headers.get("content-type") ?? "")) {
    await response.body?.cancel();
    return { status: response.status, capability: undefined };
  }
  const answer = (await response.json()) as { readonly data?: { readonly capability?: Capability } };
  return { status: response.status, capability: answer.data?.capability };
}

/** The routes that answer with another status. */
async function othersThan(status: number, headers: Headers, some = routes()): Promise<string[]> {
  const found: string[] = [];
  for (const route of some) {
    const answer = await answerTo(route, headers);
    if (answer.status !== status) found.push(`${route.method} ${route.path}: ${answer.status}`);
  }
  return found;
}

const endSession = (change: string, { id }: { readonly id: number }) =>
  service.pool.query(`update sessions set ${change} where user_id = $1`, [id]);

/** Credentials that were valid a moment ago. */
const ended: Readonly<Record<string, () => Promise<Headers>>> = {
  async "an application password that was revoked"() {
    const { id, password } = await everything();
    await service.people.revokeApplicationPasswords(service.people.operator, id);
    return password;
  },
  async "the application password of a user who was deleted"() {
    const { id, password } = await everything();
    await service.people.removeUser(service.people.operator, id);
    return password;
  },
  async "the session of a user who was deleted"() {
    const user = await everything();
    const session = await user.session();
    await service.people.removeUser(service.people.operator, user.id);
    return session;
  },
  async "a session of before a change of the password"() {
    const user = await everything();
    const session = await user.session();
    await service.people.changeUser(service.people.operator, user.id, { password: `${PASSWORD} staple` });
    return session;
  },
  async "a session that its user has ended"() {
    const user = await everything();
    const session = await user.session();
    await service.people.signOut(session["cookie"]!.split("=")[1]!);
    return session;
  },
  async "a session of twelve hours ago"() {
    const user = await everything();
    const session = await user.session();
    await endSession("expires_at = now() - interval '1 second'", user);
    return session;
  },
  async "a session without a call for two hours"() {
    const user = await everything();
    const session = await user.session();
    await endSession("used_at = now() - interval '2 hours 1 second'", user);
    return session;
  },
  async "a session of a platform that does not manage the users here"() {
    const user = await everything();
    const session = await user.session();
    const insert = `with moved as (delete from sessions where user_id = $1 returning hash)
insert into platform_sessions (hash, principal, user_id, username, name, roles, capabilities, stamp, expires_at)
select hash, 'wordpress:' || $1, $1, 'eve', 'Eve', '{}', $2, '', now() + interval '1 hour' from moved`;
    await service.pool.query(insert, [user.id, [...capabilities]]);
    return session;
  },
};

describe("every route", () => {
  test.each(Object.entries(ended))("is closed to %s", async (_, credentials) => {
    const headers = await credentials();
    expect(routes().length).toBeGreaterThan(150);
    expect(await othersThan(401, headers)).toEqual([]);
  });

  test("is closed to what a session or a password of a user was good for before they lost their role", async () => {
    const user = await everything();
    const session = await user.session();
    const needing = routes().filter(({ access }) => (capabilities as readonly string[]).includes(access));
    expect((await answerTo(needing[0]!, session)).status).not.toBe(403);
    await service.people.changeUser(service.people.operator, user.id, { roles: [] });
    for (const headers of [session, user.password]) expect(await othersThan(403, headers, needing)).toEqual([]);
  });

  test("requires the one capability it names of a session, too", async () => {
    for (const held of capabilities) {
      const session = await (await someone(held)).session();
      for (const route of routes()) {
        if (!(capabilities as readonly string[]).includes(route.access)) continue;
        const { status, capability } = await answerTo(route, session);
        const isOpen = status !== 401 && !(status === 403 && capability !== undefined);
        const name = `${route.method} ${route.path} with ${held}`;
        expect([name, isOpen]).toEqual([name, route.access === held]);
      }
    }
  });
});
