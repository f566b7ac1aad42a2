import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Platform } from "#domain/access/platform";
import { second } from "#lib/time";

import { programWithUsers, startProgram } from "../../conformance/hosts/program.ts";

const IP = "203.0.113.8";

type Harness = Awaited<ReturnType<typeof startProgram>>;

describe("what a program says of its users", () => {
  const program = programWithUsers();
  let now = 0;
  let harness: Harness;
  beforeAll(async () => {
    harness = await startProgram({ program, clock: { now: () => now }, answerMs: 100 });
  });
  afterAll(() => harness.end());

  test("counts for ten seconds and no longer, whichever of their calls it was read for", async () => {
    const host = harness.open();
    const { id, login, password } = await harness.addUser({ login: "anna", capabilities: ["svc_outbox"] });
    await host.callerOf!(id);
    now += 9 * second;
    expect((await host.authenticate(login, password, IP))?.capabilities).toEqual(new Set(["svc_outbox"]));
    program.users.set(id, { ...program.users.get(id)!, capabilities: [] });
    now += 2 * second;
    // The password was looked up two seconds ago, its user eleven.
    expect((await host.authenticate(login, password, IP))?.capabilities).toEqual(new Set());
  });

  test("and does not say in time, is not waited for: the answer is unknown, which is not a no", async () => {
    const hangs = () => new Promise<never>(() => undefined);
    const host = harness.open({ ...program.platform, account: hangs, users: hangs, usersInRoles: hangs });
    const asked = [host.callerOf!(1), host.users([1]), host.usersInRoles(["buyers"], null, 10)];
    for (const one of await Promise.allSettled(asked)) {
      expect(one).toMatchObject({ status: "rejected", reason: { code: "host_unavailable" } });
    }
  });

  test("may come from an object of a class, whose functions use it", async () => {
    class Site {
      readonly names = ["buyers"];
      async roles() {
        return this.names.map((name) => ({ name, label: name }));
      }
      async search(text: string) {
        return this.names.map((name) => ({ id: 1, phone: null, name: `${text} ${name}`, username: name }));
      }
    }
    const site = new Site();
    const platform: Platform = Object.assign(site, {
      name: "site",
      account: program.platform.account,
      users: program.platform.users,
      usersInRoles: program.platform.usersInRoles,
      managedAt: program.platform.managedAt,
    });
    const host = harness.open(platform);
    expect(await host.roles(["Buyers"])).toEqual(["buyers"]);
    expect(await host.listRoles!()).toEqual([{ name: "buyers", label: "buyers" }]);
    const caller = { principal: "site:1", userId: 1, username: "one", capabilities: new Set<never>() };
    expect((await host.search!("Ann", 5, caller))?.map(({ name }) => name)).toEqual(["Ann buyers"]);
  });

  test("of a user without a number may leave it out, and a number that is no text is an error of the platform", async () => {
    const saying = (more: object) =>
      harness.open({ ...program.platform, users: async () => [{ id: 7, ...more } as never] });
    expect(await saying({}).users([7])).toEqual([{ id: 7, phone: null }]);
    for (const more of [{ phone: 447700900123 }, { phone: null, name: 7 }, { phone: null, country: {} }]) {
      await expect(saying(more).users([7])).rejects.toMatchObject({ code: "host_unavailable" });
    }
  });

  test("of an account is complete, and its time of creation a text: a Date would make every password wrong", async () => {
    const { id, ...whole } = program.add("whole");
    for (const wrong of [{ createdAt: new Date() }, { capabilities: undefined }, { roles: "admin" }, { username: 7 }]) {
      const host = harness.open({ ...program.platform, account: async () => ({ id, ...whole, ...wrong }) as never });
      await expect(host.callerOf!(id)).rejects.toMatchObject({ code: "host_unavailable" });
    }
  });

  test("with an id that is no positive integer is an error of the platform, wherever it stands", async () => {
    const text = "665f1c" as never;
    const broken: Platform = {
      ...program.platform,
      account: async () => ({ ...program.add("broken"), id: text }),
      search: async () => [{ id: text, phone: null, name: "Broken", username: "broken" }],
    };
    const host = harness.open(broken);
    await expect(host.callerOf!(text)).rejects.toMatchObject({ code: "host_unavailable" });
    const caller = { principal: "payload:1", userId: 1, username: "one", capabilities: new Set<never>() };
    await expect(host.search!("Br", 5, caller)).rejects.toMatchObject({ code: "host_unavailable" });
  });
});
