import { URI, type TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PEOPLE_LOCK } from "#store/advisory-locks";

import { consoleOf, type ConsoleReply } from "../support/people/console-session.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

const PASSWORD = "correct horse battery";
const NEXT = "another long password";
const RESET = "chosen by an administrator";

let service: TestService;
const call = consoleOf(() => service.app);

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

type Signed = { readonly id: number; readonly user: string; readonly cookie: string };

async function signedIn(): Promise<Signed> {
  const { user } = await service.userWith("svc_users");
  const { id } = (await service.people.userCalled(user))!;
  await service.people.changeUser(service.people.operator, id, { password: PASSWORD });
  const { cookie } = await call("POST", "/session", { login: user, password: PASSWORD });
  return { id, user, cookie: cookie! };
}

const WAITING = `
select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
where l.locktype = 'advisory' and l.objid = $1 and not l.granted`;

/**
 * Starts both while users are locked, so that `second` was let in before `first` is carried out, and then waits for it.
 */
async function inOrder<First, Second>(
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const holder = await service.pool.connect();
  const waiting = async (): Promise<number> => {
    const { rows } = await holder.query(WAITING, [PEOPLE_LOCK]);
    return rows.length;
  };
  try {
    await holder.query("select pg_advisory_lock($1)", [PEOPLE_LOCK]);
    const one = first();
    await expect.poll(waiting).toBe(1);
    const two = second();
    await expect.poll(waiting).toBe(2);
    await holder.query("select pg_advisory_unlock($1)", [PEOPLE_LOCK]);
    return await Promise.all([one, two]);
  } finally {
    holder.release();
  }
}

const opens = async (login: string, password: string): Promise<boolean> =>
  (await call("POST", "/session", { login, password })).status === 200;

const changePassword = ({ cookie }: Signed, next: string): Promise<ConsoleReply> =>
  call("POST", "/session/password", { current: PASSWORD, next }, { cookie });

describe("a call that was let in before its session ended", () => {
  test("does not replace the password that an administrator has set meanwhile", async () => {
    const thief = await signedIn();
    const { people } = service;
    const [, reply] = await inOrder(
      () => people.changeUser(people.operator, thief.id, { password: RESET }),
      () => changePassword(thief, NEXT),
    );
    expect([reply.status, reply.body.code, reply.cookie]).toEqual([401, "unauthorized", null]);
    expect([await opens(thief.user, NEXT), await opens(thief.user, RESET)]).toEqual([false, true]);
  });

  test("does not say that it changed the password which another call had changed before it", async () => {
    const owner = await signedIn();
    const [one, two] = await inOrder(
      () => changePassword(owner, NEXT),
      () => changePassword(owner, "a third long password"),
    );
    expect([one.status, two.status]).toEqual([200, 401]);
    expect((await call("GET", "/session", undefined, { cookie: one.cookie! })).status).toBe(200);
    expect([await opens(owner.user, NEXT), await opens(owner.user, "a third long password")]).toEqual([true, false]);
  });

  test("of a user who was deleted is refused like any other", async () => {
    const gone = await signedIn();
    const [, reply] = await inOrder(
      () => service.people.removeUser(service.people.operator, gone.id),
      () => changePassword(gone, NEXT),
    );
    expect([reply.status, reply.body.code]).toEqual([401, "unauthorized"]);
  });

  test("creates no application password, which would outlive it", async () => {
    const thief = await signedIn();
    const { people } = service;
    const [, reply] = await inOrder(
      () => people.changeUser(people.operator, thief.id, { password: RESET }),
      () => call("POST", "/users/me/application-passwords", { name: "kept" }, { cookie: thief.cookie }),
    );
    expect([reply.status, reply.body.code]).toEqual([401, "unauthorized"]);
    const left = await people.applicationPasswords(people.operator, thief.id);
    expect(left.map(({ name }) => name)).not.toContain("kept");
  });

  test("does not turn on a second factor, which would keep the owner out", async () => {
    const thief = await signedIn();
    const { people } = service;
    const started = await call("POST", "/session/totp", { password: PASSWORD }, { cookie: thief.cookie });
    const code = (URI.parse(started.body.data.otpauth_url) as TOTP).generate();
    const [, reply] = await inOrder(
      () => people.changeUser(people.operator, thief.id, { password: RESET }),
      () => call("POST", "/session/totp/confirm", { code }, { cookie: thief.cookie }),
    );
    expect([reply.status, reply.body.code]).toEqual([401, "unauthorized"]);
    expect(await opens(thief.user, RESET)).toBe(true);
  });
});

test("an application password that was revoked meanwhile creates no user", async () => {
  const thief = await service.userWith("svc_users");
  const { people } = service;
  const { id } = (await people.userCalled(thief.user))!;
  const user = { username: "backdoor", email: "backdoor@example.test", name: "B", roles: [] };
  const [, reply] = await inOrder(
    () => people.revokeApplicationPasswords(people.operator, id),
    () => service.call("POST", "/users", user, { as: thief }),
  );
  expect([reply.status, reply.body.code]).toEqual([401, "unauthorized"]);
  expect(await people.userCalled("backdoor")).toBeNull();
});

test("a capability that was lost meanwhile is granted to nobody", async () => {
  const manager = await service.userWith("svc_users", "svc_outbox");
  const { people } = service;
  const { id, roles } = (await people.userCalled(manager.user))!;
  const role = { name: "readers", label: "Readers", capabilities: ["svc_outbox"] };
  const [, reply] = await inOrder(
    () => people.changeUser(people.operator, id, { roles: [] }),
    () => service.call("POST", "/roles", role, { as: manager }),
  );
  expect([roles.length, reply.status, reply.body.code]).toEqual([1, 403, "forbidden"]);
  expect((await people.roles()).map(({ name }) => name)).not.toContain("readers");
});
