import { createHmac, createSecretKey, randomBytes } from "node:crypto";

import { failedTries } from "#domain/access/failed-tries";
import type { Capability } from "#domain/access/capability";
import type { Platform, PlatformAccount } from "#domain/access/platform";
import { builtinCredentials } from "#hosts/builtin/credentials";
import { programHost, type ProgramHost } from "#hosts/program";
import { second } from "#lib/time";
import { platformPasswordQueries } from "#store/queries/people/platform-passwords";

import { freshDatabase } from "../../support/database/database.ts";
import type { HostHarness } from "./kit.ts";

type Person = PlatformAccount & { readonly phone: string | null };

/** A program with users of its own. */
export function programWithUsers() {
  const users = new Map<number, Person>();
  const state = { isDown: false };
  const sorted = (): Person[] => [...users.values()].toSorted((a, b) => a.id - b.id);
  const contact = ({ id, phone, name }: Person) => ({ id, phone, name });
  async function ask<T>(result: () => T): Promise<T> {
    if (state.isDown) throw new Error("connect ECONNREFUSED 127.0.0.1:5432");
    return result();
  }
  const platform: Platform = {
    name: "payload",
    account: (id) => ask(() => users.get(id) ?? null),
    users: (ids) =>
      ask(() =>
        sorted()
          .filter(({ id }) => ids.includes(id))
          .map(contact),
      ),
    roles: () => ask(() => ["buyers", "sellers"].map((name) => ({ name, label: `Role ${name}` }))),
    usersInRoles: (roles, cursor, limit) =>
      ask(() => {
        const found = sorted().filter(
          (one) => one.id > Number(cursor) && one.roles.some((role) => roles.includes(role)),
        );
        const contacts = found.slice(0, limit).map(contact);
        return { contacts, next: found.length > limit ? String(contacts.at(-1)!.id) : null };
      }),
    search: (text, limit, caller) =>
      ask(() => {
        if (!users.get(caller)?.capabilities.includes("svc_users")) return null;
        const found = sorted().filter(({ name }) => name.includes(text));
        return found.slice(0, limit).map((one) => ({ ...contact(one), name: one.name, username: one.username }));
      }),
    managedAt: { users: "https://site.example/admin/users", roles: "https://site.example/admin/users" },
  };
  return {
    users,
    state,
    platform,
    add(username: string, more: Partial<Person> = {}): Person {
      const id = Math.max(0, ...users.keys()) + 1;
      const own = { id, username, email: `${username}@example.org`, name: username, phone: null };
      const person = { ...own, roles: [], capabilities: [] as Capability[], ...more };
      users.set(id, person);
      return person;
    },
  };
}

/** @param options what differs: the program itself, and what its host takes for the time */
export async function startProgram({
  program = programWithUsers(),
  clock = { now: () => performance.now() },
  answerMs = 10 * second,
} = {}): Promise<HostHarness & { open(platform?: Platform): ProgramHost }> {
  const db = await freshDatabase();
  const key = randomBytes(32);
  const derive = (purpose: string) => createSecretKey(createHmac("sha256", key).update(purpose).digest());
  const credentials = builtinCredentials({ derive, randomBytes });
  const opened: ProgramHost[] = [];
  const changed = (): void => opened.forEach((host) => host.forget());
  const passwords = platformPasswordQueries(db, "payload", changed);
  return {
    open(platform: Platform = program.platform) {
      const host = programHost(platform, {
        passwords,
        credentials,
        tries: failedTries({ clock }),
        clock,
        log: () => undefined,
        answerMs,
      });
      opened.push(host);
      return host;
    },
    async addUser({ login, phone = null, roles = [], capabilities = [], seesUsers = false }) {
      const held = seesUsers ? [...capabilities, "svc_users" as const] : capabilities;
      const { id } = program.add(login, { phone, roles, capabilities: held });
      const password = credentials.newApplicationPassword();
      const hash = credentials.applicationPasswordHash(password);
      await passwords.add({ userId: id, userSince: "", appId: null, name: "test", hash });
      return { id, login, password };
    },
    async removeUser(id) {
      program.users.delete(id);
      changed();
    },
    revoke: async (_host, id) => void (await passwords.revokeAll(id)),
    reachable: async (yes) => void (program.state.isDown = !yes),
    roles: ["buyers", "sellers"],
    end: () => db.drop(),
  };
}
