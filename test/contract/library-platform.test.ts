import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ConfigError, createService, type Client, type Platform, type Service } from "../../src/index.ts";
import { programWithUsers } from "../conformance/hosts/program.ts";
import { createDatabase, dropDatabase } from "../support/database/database.ts";
import { basic } from "../support/people/people.ts";

const database = await createDatabase();
const folder = await mkdtemp(join(tmpdir(), "tidings-platform-"));
const program = programWithUsers();
const customers = [
  { id: 1, phone: "+447700900201", name: "Cora" },
  { id: 2, phone: null, name: "Without a number" },
];
const platform: Platform = {
  ...program.platform,
  customers: async (cursor) => ({ contacts: cursor === null ? customers : [], next: cursor === null ? "2" : null }),
};
const settings = {
  DATABASE_URL: database.url,
  TIDINGS_DATA: folder,
  TIDINGS_SECRET_KEY: "k".repeat(40),
  TIDINGS_GATEWAY: "sandbox://default?receipt_ms=5&keep=1000",
  TIDINGS_MOUNT_PREFIX: "/api",
  TIDINGS_PUBLIC_URL: "https://site.example",
};
let service: Service;
/** Another process of the same program. */
let other: Service;

beforeAll(async () => {
  const options = { platform, log: () => undefined };
  service = await createService(settings, options);
  other = await createService(settings, options);
  service.start();
});
afterAll(async () => {
  await Promise.all([service.stop(), other.stop()]);
  await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

const OWN = { "sec-fetch-site": "same-origin" };

async function call(
  method: string,
  path: string,
  body?: unknown,
  { headers = {}, at = service, ...client }: Client & { headers?: Record<string, string>; at?: Service } = {},
) {
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const request = new Request(`https://site.example/api/svc/v1${path}`, {
    method,
    headers: { ...json, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await at.fetch(request, { address: "203.0.113.9", encrypted: true, ...client });
  // Each test asserts what it expects of it.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

/** The Basic header of a user who has created an application password in the program's own session. */
async function passwordOf(user: { id: number; username: string }): Promise<{ authorization: string; uuid: string }> {
  const made = await call("POST", "/users/me/application-passwords", { name: "Shop" }, { user: user.id, headers: OWN });
  expect(made.status).toBe(201);
  const { password, uuid } = made.body.data;
  return { authorization: basic(user.username, password), uuid };
}

const editor = () => program.add(`editor${program.users.size}`, { capabilities: ["svc_sendsms", "svc_outbox"] });

describe("users of the program that runs the service", () => {
  test("create an application password in their own session, and call with it from anywhere, on every node", async () => {
    const user = editor();
    const { authorization } = await passwordOf(user);
    for (const at of [service, other]) {
      const session = await call("GET", "/session", undefined, { headers: { authorization }, at });
      expect([session.status, session.body.data.user.id, session.body.data.capabilities]).toEqual([
        200,
        user.id,
        ["svc_sendsms", "svc_outbox"],
      ]);
    }
    const sent = await call(
      "POST",
      "/send",
      { numbers: ["+447700900202"], message: "Hi" },
      { headers: { authorization } },
    );
    expect(sent.status).toBe(200);
    const byEmail = basic(user.email!, Buffer.from(authorization.slice(6), "base64").toString().split(":")[1]!);
    expect((await call("GET", "/session", undefined, { headers: { authorization: byEmail } })).status).toBe(200);
  });

  test("lose a revoked password on every node, and get it back for some minutes", async () => {
    const user = editor();
    const { authorization, uuid } = await passwordOf(user);
    const status = async (at: Service) =>
      (await call("GET", "/session", undefined, { headers: { authorization }, at })).status;
    expect([await status(service), await status(other)]).toEqual([200, 200]);
    const path = `/users/me/application-passwords/${uuid}`;
    expect((await call("DELETE", path, undefined, { user: user.id, headers: OWN })).status).toBe(200);
    expect(await status(service)).toBe(401);
    await expect.poll(() => status(other), { timeout: 5_000 }).toBe(401);
    expect((await call("POST", `${path}/restore`, {}, { user: user.id, headers: OWN })).status).toBe(200);
    expect(await status(service)).toBe(200);
  });

  test("have the rights that the program says they have now, once it reports a change", async () => {
    const user = editor();
    const { authorization } = await passwordOf(user);
    const rights = async (at: Service) =>
      (await call("GET", "/session", undefined, { headers: { authorization }, at })).body.data?.capabilities;
    expect([await rights(service), await rights(other)]).toEqual([
      ["svc_sendsms", "svc_outbox"],
      ["svc_sendsms", "svc_outbox"],
    ]);
    program.users.set(user.id, { ...user, capabilities: ["svc_outbox"] });
    service.platformChanged();
    expect(await rights(service)).toEqual(["svc_outbox"]);
    await expect.poll(() => rights(other), { timeout: 5_000 }).toEqual(["svc_outbox"]);
    program.users.delete(user.id);
    service.platformChanged();
    expect(await rights(service)).toBeUndefined();
  });

  test("are not acted for by a page of another site, though their browser has the program's cookie", async () => {
    const { id: user } = editor();
    const message = { numbers: ["+447700900203"], message: "Hi" };
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}]) {
      const refused = await call("POST", "/send", message, { user, headers: headers as Record<string, string> });
      expect([headers, refused.status, refused.body.code]).toEqual([headers, 403, "foreign_origin"]);
    }
    expect((await call("POST", "/send", message, { user, headers: OWN })).status).toBe(200);
  });

  test("cannot make passwords for others, nor with a password, which would outlive its end", async () => {
    const [one, two] = [editor(), editor()];
    const path = `/users/${two.id}/application-passwords`;
    expect((await call("POST", path, { name: "x" }, { user: one.id, headers: OWN })).status).toBe(403);
    const { authorization } = await passwordOf(one);
    const own = await call("POST", "/users/me/application-passwords", { name: "y" }, { headers: { authorization } });
    expect(own.status).toBe(403);
  });

  test("have nothing of an earlier user who had their id and was deleted", async () => {
    const earlier = program.add("earlier", { capabilities: ["svc_outbox"], createdAt: "2026-01-01T00:00:00Z" });
    const { authorization } = await passwordOf(earlier);
    const secret = Buffer.from(authorization.slice(6), "base64").toString().split(":")[1]!;
    program.users.set(earlier.id, { ...earlier, username: "later", createdAt: "2026-02-01T00:00:00Z" });
    service.platformChanged();
    for (const name of ["earlier", "later"]) {
      const refused = await call("GET", "/session", undefined, { headers: { authorization: basic(name, secret) } });
      expect([name, refused.status]).toEqual([name, 401]);
    }
    const own = { user: earlier.id, headers: OWN };
    expect((await call("GET", "/users/me/application-passwords", undefined, own)).body.data.items).toEqual([]);
    await passwordOf({ id: earlier.id, username: "later" });
  });

  test(
    "users who lost a password, a right or their account read nothing more in a stream that was open",
    { timeout: 30_000 },
    async () => {
      const [revoked, demoted, gone, unchanged] = [editor(), editor(), editor(), editor()];
      const { authorization, uuid } = await passwordOf(revoked);
      const stays = await passwordOf(unchanged);
      const open = async (
        client: Client,
        headers: Record<string, string> = {},
      ): Promise<ReadableStreamDefaultReader> => {
        const request = new Request("https://site.example/api/svc/v1/events?topics=outbox", { headers });
        const response = await service.fetch(request, { address: "203.0.113.9", encrypted: true, ...client });
        expect(response.status).toBe(200);
        return response.body!.getReader();
      };
      const ended = async (stream: ReadableStreamDefaultReader): Promise<void> => {
        while (!(await stream.read()).done);
      };
      const streams = [
        await open({}, { authorization }),
        await open({ user: demoted.id }),
        await open({ user: gone.id }),
      ];
      const remaining = await open({}, { authorization: stays.authorization });
      await call("DELETE", `/users/me/application-passwords/${uuid}`, undefined, { user: revoked.id, headers: OWN });
      program.users.set(demoted.id, { ...demoted, capabilities: ["svc_sendsms"] });
      program.users.delete(gone.id);
      service.platformChanged();
      const first = ended(remaining).then(() => "a stream of somebody else");
      expect(await Promise.race([first, Promise.all(streams.map(ended)).then(() => "theirs")])).toBe("theirs");
      await remaining.cancel();
    },
  );

  test("that do not exist are refused, and so is a call without an authenticated user", async () => {
    expect((await call("GET", "/session", undefined, { user: 987_654 })).status).toBe(401);
    expect((await call("GET", "/session")).status).toBe(401);
  });

  test("are managed in the program, and its address is in the reply", async () => {
    const { id: user } = editor();
    for (const path of ["/users", "/roles", "/users/me"]) {
      const reply = await call("GET", path, undefined, { user });
      expect([path, reply.status, reply.body.data.kept_at]).toEqual([path, 404, "https://site.example/admin/users"]);
    }
    expect(await service.createAdministrator()).toBeNull();
  });

  test("are shown by name to those who read the log", async () => {
    const { id: user } = editor();
    const one = program.add("mira", { name: "Mira Meyer", capabilities: ["svc_sendsms"] });
    const customer = program.add("carl", { name: "Carl Customer", capabilities: [] });
    expect((await call("GET", `/users/${one.id}/name`, undefined, { user })).body.data).toEqual({
      id: one.id,
      name: "Mira Meyer",
    });
    expect((await call("GET", `/users/${customer.id}/name`, undefined, { user })).status).toBe(404);
    expect((await call("GET", "/users/987654/name", undefined, { user })).status).toBe(404);
  });
});

describe("recipients", () => {
  test("are the program's users by id and role, and the customers of its shop", async () => {
    const buyer = program.add("buyer", { phone: "+447700900210", roles: ["buyers"] });
    const { id: user } = editor();
    for (const [selectors, expected] of [
      [{ role_ids: ["Buyers"], users: [buyer.id] }, ["+447700900210"]],
      [{ recipients: "customers" }, ["+447700900201"]],
    ] as const) {
      const sent = await call("POST", "/send", { message: "Hi", ...selectors }, { user, headers: OWN });
      expect([sent.status, sent.body.message]).toEqual([200, expect.any(String)]);
      const path = `/outbox?message_id=${sent.body.data.message_id}`;
      const phones = async () =>
        (await call("GET", path, undefined, { user })).body.data.items.map(
          (item: { recipient: string }) => item.recipient,
        );
      await expect.poll(phones).toEqual(expected);
    }
  });

  test("wait while the program cannot be asked, and callers are told that, and not that they are wrong", async () => {
    const user = editor();
    const { authorization } = await passwordOf(user);
    program.state.isDown = true;
    service.platformChanged();
    try {
      const refused = await call("GET", "/session", undefined, { headers: { authorization } });
      expect([refused.status, refused.body.code]).toEqual([503, "host_unavailable"]);
      expect(refused.body.message).not.toContain("ECONNREFUSED");
    } finally {
      program.state.isDown = false;
    }
    expect((await call("GET", "/session", undefined, { headers: { authorization } })).status).toBe(200);
  });

  test("with ids that are no positive integers are an error of the platform, not the number of another user", async () => {
    const broken = { ...platform, users: async () => [{ id: "665f1c" as never, phone: "+447700900299" }] };
    const third = await createService(settings, { platform: broken, log: () => undefined });
    try {
      const { id: user } = editor();
      const sent = await call("POST", "/send", { message: "Hi", users: [7] }, { user, headers: OWN, at: third });
      expect([sent.status, sent.body.code]).toEqual([503, "host_unavailable"]);
    } finally {
      await third.stop();
    }
  });
});

test("a platform that cannot be is refused at the start: a bad name, or a second platform", async () => {
  for (const [options, more] of [
    [{ platform: { ...platform, name: "builtin" } }, {}],
    [{ platform: { ...platform, name: "My CMS" } }, {}],
    [{ platform }, { TIDINGS_PLATFORM: "wordpress+https://site.example?service=a:b" }],
  ] as const) {
    await expect(createService({ ...settings, ...more }, options)).rejects.toThrow(ConfigError);
  }
});

test("the refusal of a platform's name that is taken says which names are", async () => {
  const refused = createService(settings, { platform: { ...program.platform, name: "wordpress" } });
  await expect(refused).rejects.toThrow("other than builtin, wordpress and operator");
});
