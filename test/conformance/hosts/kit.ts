import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { capabilities, type Capability } from "#domain/access/capability";
import type { Contact, Host } from "#domain/access/host";

export type HarnessUser = { readonly id: number; readonly login: string; readonly password: string };

/** A platform for testing a host adapter: what the suite needs besides the adapter, done in the platform's own way. */
export type HostHarness = {
  /** A new adapter on the same platform, without knowledge of earlier ones: as after a restart. */
  open(): Host;
  /** `roles` exist or are created; `capabilities` belong to the user alone. */
  addUser(user: {
    login: string;
    phone?: string | null;
    roles?: readonly string[];
    capabilities?: readonly Capability[];
    /** Has the platform's own right to see its users. */
    seesUsers?: boolean;
  }): Promise<HarnessUser>;
  removeUser(id: number): Promise<void>;
  /** Revokes the user's application passwords, and notifies the adapter as the platform would. */
  revoke(host: Host, id: number): Promise<void>;
  /** Makes the platform unreachable, and reachable again; absent if it is part of the service. */
  readonly reachable?: (yes: boolean) => Promise<void>;
  /** Names of two roles that the suite may put people into. */
  readonly roles: readonly [string, string];
  end(): Promise<void>;
};

const IP = "203.0.113.7";

/** The host's declared properties, which the suite verifies. */
export type HostTraits = {
  /** The platform is part of the service: it cannot be unreachable. */
  readonly within?: boolean;
  /** Lists its roles, and finds users by name. */
  readonly searches?: boolean;
};

/** What every host adapter must do, whatever the platform. Call it in a test file of its own. */
export function hostConformance(name: string, start: () => Promise<HostHarness>, traits: HostTraits = {}): void {
  // A real platform starts a program for each person who is created.
  describe(`the host ${name}`, () => {
    let harness: HostHarness;
    let host: Host;
    beforeAll(async () => {
      harness = await start();
      host = harness.open();
    });
    afterAll(() => harness.end());

    async function everybody(roles: readonly string[], limit: number, of = host): Promise<Contact[]> {
      const found: Contact[] = [];
      for (let cursor: string | null = null; ;) {
        const page: Awaited<ReturnType<Host["usersInRoles"]>> = await of.usersInRoles(roles, cursor, limit);
        expect(page.contacts.length).toBeLessThanOrEqual(limit);
        found.push(...page.contacts);
        if (page.next === null) return found;
        cursor = page.next;
      }
    }

    test("authenticates a user by name and application password, with exactly the capabilities granted", async () => {
      const held = ["svc_sendsms", "svc_outbox"] as const;
      const user = await harness.addUser({ login: "anna", capabilities: held });
      const caller = await host.authenticate(user.login, user.password, IP);
      expect(caller).toMatchObject({
        principal: `${host.name}:${user.id}`,
        userId: user.id,
        username: "anna",
      });
      expect([...caller!.capabilities].toSorted()).toEqual([...held].toSorted());
    });

    test("authenticates a user without any capability, who then may do nothing", async () => {
      const user = await harness.addUser({ login: "nobody" });
      const caller = await host.authenticate(user.login, user.password, IP);
      expect(caller!.userId).toBe(user.id);
      expect(caller!.capabilities.size).toBe(0);
    });

    test("accepts a password as it is shown, in groups of four", async () => {
      const user = await harness.addUser({ login: "bea" });
      const grouped = user.password.replaceAll(/[^A-Za-z0-9]/g, "").replaceAll(/(.{4})(?=.)/g, "$1 ");
      expect((await host.authenticate("bea", grouped, IP))?.userId).toBe(user.id);
    });

    test("refuses a wrong password and an unknown user alike, by returning null", async () => {
      const user = await harness.addUser({ login: "carl" });
      for (const [who, password] of [
        ["carl", "wrong"],
        ["carl", ""],
        ["carl", user.password.slice(1)],
        ["carl", `${user.password}x`],
        ["carl-who-is-not", user.password],
        ["Ünbekannt 🙂", user.password],
        ["anna", user.password],
      ] as const) {
        expect(await host.authenticate(who, password, "203.0.113.8"), who).toBeNull();
      }
      expect((await host.authenticate("carl", user.password, IP))?.userId).toBe(user.id);
    });

    test("gives the same result to twenty concurrent callers", async () => {
      const user = await harness.addUser({ login: "dora", capabilities: ["svc_inbox"] });
      const callers = await Promise.all(Array.from({ length: 20 }, () => host.authenticate("dora", user.password, IP)));
      expect(new Set(callers.map((caller) => caller?.userId))).toEqual(new Set([user.id]));
    });

    test("refuses a revoked password as soon as it is notified", async () => {
      const user = await harness.addUser({ login: "emil" });
      expect(await host.authenticate("emil", user.password, IP)).not.toBeNull();
      await harness.revoke(host, user.id);
      expect(await host.authenticate("emil", user.password, IP)).toBeNull();
    });

    test("says what a user may do now, whoever calls: after their rights or they themselves are gone, too", async () => {
      const user = await harness.addUser({ login: "olaf", capabilities: ["svc_sendsms", "svc_inbox"] });
      const other = await harness.addUser({ login: "olga" });
      const held = await host.rightsOf!(user.id);
      expect([...held!].toSorted()).toEqual(["svc_inbox", "svc_sendsms"]);
      expect([...(await host.rightsOf!(other.id))!]).toEqual([]);
      await harness.removeUser(user.id);
      expect(await harness.open().rightsOf!(user.id)).toBeNull();
    });

    test("makes a caller who fails too often wait, with the seconds", async () => {
      const other = harness.open();
      await harness.addUser({ login: "fred" });
      const tries = Array.from({ length: 21 }, (_, index) => `wrong${index}`);
      const outcomes: unknown[] = [];
      for (const password of tries) {
        outcomes.push(await other.authenticate("fred", password, "198.51.100.9").catch((error: unknown) => error));
      }
      expect(outcomes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => null));
      expect(outcomes[20]).toMatchObject({ code: "too_many_requests", facts: { retry_after: expect.any(Number) } });
    });

    test("returns the users that exist, each once, with the number as it is stored", async () => {
      const one = await harness.addUser({ login: "gina", phone: "+4915112345678" });
      const two = await harness.addUser({ login: "hans", phone: null });
      const found = await host.users([two.id, 987_654_321, one.id, one.id]);
      expect(found.map(({ id, phone }) => [id, phone]).toSorted()).toEqual(
        [
          [one.id, "+4915112345678"],
          [two.id, null],
        ].toSorted(),
      );
      expect(await host.users([])).toEqual([]);
    });

    test("returns more users than fit into one query", async () => {
      const one = await harness.addUser({ login: "ines", phone: "+4915112345679" });
      const ids = Array.from({ length: 1_500 }, (_, index) => 900_000_000 + index);
      expect(await host.users([...ids, one.id])).toMatchObject([{ id: one.id }]);
    });

    test("finds roles in any case, spells them as the platform does, and leaves unknown ones out", async () => {
      const [first, second] = harness.roles;
      await harness.addUser({ login: "jane", roles: [first, second] });
      const found = await host.roles([first.toUpperCase(), second, "no-such-role"]);
      expect([...found].toSorted()).toEqual([first, second].toSorted());
      expect(await host.roles(["no-such-role"])).toEqual([]);
    });

    test("returns everybody in any of the roles, each once, over pages of any size", async () => {
      const [first, second] = harness.roles;
      const made: number[] = [];
      for (let index = 0; index < 12; index += 1) {
        const roles = [[first], [second], [first, second]][index % 3]!;
        const phone = `+49151000000${String(index).padStart(2, "0")}`;
        made.push((await harness.addUser({ login: `crowd${index}`, phone, roles })).id);
      }
      for (const limit of [1, 5, 2_000]) {
        const ids = (await everybody([first, second], limit)).map(({ id }) => id);
        expect(new Set(ids).size, `pages of ${limit}`).toBe(ids.length);
        expect(ids).toEqual(expect.arrayContaining(made));
      }
    });

    test("continues where a cursor ended, in another process, and skips nobody because of who left or joined", async () => {
      const [first] = harness.roles;
      const before = (await everybody([first], 2_000)).map(({ id }) => id);
      const page = await host.usersInRoles([first], null, 4);
      expect(page.contacts).toHaveLength(4);
      // The first and the last of those who were read leave, and so does one who was not.
      const gone = [before[0]!, before[3]!, before[6]!];
      for (const id of gone) await harness.removeUser(id);
      const late = await harness.addUser({ login: `late-${before.length}`, phone: "+4915100000999", roles: [first] });

      const restarted = harness.open();
      const rest: number[] = [];
      for (let cursor = page.next; cursor !== null;) {
        const next: Awaited<ReturnType<Host["usersInRoles"]>> = await restarted.usersInRoles([first], cursor, 3);
        rest.push(...next.contacts.map(({ id }) => id));
        cursor = next.next;
      }
      expect(rest).toEqual([...before.slice(4).filter((id) => !gone.includes(id)), late.id]);
    });

    test("returns nobody for a role without users", async () => {
      expect(await host.usersInRoles(["no-such-role"], null, 100)).toEqual({ contacts: [], next: null });
    });

    if (!traits.within) {
      test("reports that it is unreachable, which is never a no, and answers again afterwards", async () => {
        const reachable = harness.reachable!;
        const user = await harness.addUser({ login: "kurt", roles: [harness.roles[0]] });
        const other = harness.open();
        await reachable(false);
        const unavailable = { code: "host_unavailable" };
        await expect(other.authenticate("kurt", user.password, IP)).rejects.toMatchObject(unavailable);
        await expect(other.users([user.id])).rejects.toMatchObject(unavailable);
        await expect(other.roles([harness.roles[0]])).rejects.toMatchObject(unavailable);
        await expect(other.usersInRoles([harness.roles[0]], null, 10)).rejects.toMatchObject(unavailable);
        await reachable(true);
        expect((await other.authenticate("kurt", user.password, IP))?.userId).toBe(user.id);
      });
    }

    test("names only capabilities that exist", async () => {
      const all = await harness.addUser({ login: "lena", capabilities: [...capabilities] });
      const caller = await host.authenticate("lena", all.password, IP);
      for (const capability of caller!.capabilities) expect(capabilities).toContain(capability);
    });

    test("lists its roles with a label each, or says that it does not", async () => {
      const [first] = harness.roles;
      await harness.addUser({ login: "nora", roles: [first] });
      const roles = (await host.listRoles?.()) ?? null;
      if (traits.searches) {
        expect(roles!.find(({ name }) => name === first)!.label).not.toBe("");
        expect(new Set(roles!.map(({ name }) => name)).size).toBe(roles!.length);
      } else expect(roles).toBeNull();
    });

    if (!traits.searches) {
      test("finds nobody by name, and says that it cannot search", async () => {
        const { login, password } = await harness.addUser({ login: "searching-olga", seesUsers: true });
        const caller = (await host.authenticate(login, password, IP))!;
        expect((await host.search?.("olga", 10, caller)) ?? null).toBeNull();
      });
    } else {
      test("finds people by a part of their name, as few as were asked for, for a caller who may see users", async () => {
        const { login, password } = await harness.addUser({ login: "searching-olga", seesUsers: true });
        const caller = (await host.authenticate(login, password, IP))!;
        const mia = await harness.addUser({ login: "searchable-mia", phone: "+4915112345699" });
        const max = await harness.addUser({ login: "searchable-max" });
        const expected = [
          { id: mia.id, username: "searchable-mia", name: expect.any(String), phone: "+4915112345699" },
          { id: max.id, username: "searchable-max", name: expect.any(String), phone: null },
        ];
        expect(await host.search!("archable-m", 10, caller)).toMatchObject(expected);
        expect(await host.search!("archable-m", 1, caller)).toMatchObject([expected[0]]);
        expect(await host.search!("nobody-is-called-this", 10, caller)).toEqual([]);
      });
    }
  });
}
