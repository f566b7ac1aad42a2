import { randomBytes } from "node:crypto";

import { freshDatabase } from "../../support/database/database.ts";
import { openPeople } from "../../support/people/people.ts";
import type { HostHarness } from "./kit.ts";

export async function startBuiltin(): Promise<HostHarness> {
  const db = await freshDatabase();
  const key = randomBytes(32);
  const { service, host } = await openPeople(db, { key });
  const { operator } = service;
  const more = await Promise.all([1, 2, 3].map(() => openPeople(db, { key })));
  let opened = 0;

  async function requireRole(
    name: string,
    capabilities: Parameters<typeof service.createRole>[1]["capabilities"] = [],
  ) {
    const known = (await service.roles()).some((role) => role.name === name);
    if (!known) await service.createRole(operator, { name, label: name, capabilities });
  }

  // One user who may manage users must be left.
  await service.addUser(operator, {
    username: "admin",
    email: "admin@example.org",
    name: "Administrator",
    phone: null,
    roles: ["administrator"],
    locale: "en",
  });

  return {
    // The first is the one that is notified of its own changes.
    open: () => (opened++ === 0 ? host : more[(opened - 2) % more.length]!.host),
    async addUser({ login, phone = null, roles = [], capabilities: granted = [], seesUsers = false }) {
      const capabilities = seesUsers ? [...granted, "svc_users" as const] : granted;
      for (const role of roles) await requireRole(role);
      if (capabilities.length > 0) await requireRole(`only-${login}`, capabilities);
      const user = await service.addUser(operator, {
        username: login,
        email: `${login}@example.org`,
        name: login,
        phone,
        roles: [...roles, ...(capabilities.length > 0 ? [`only-${login}`] : [])],
        locale: "en",
      });
      const made = await service.createApplicationPassword(operator, user.id, { name: "test", appId: null });
      return { id: user.id, login, password: made.password };
    },
    removeUser: async (id) => void (await service.removeUser(operator, id)),
    revoke: async (_host, id) => void (await service.revokeApplicationPasswords(operator, id)),
    roles: ["buyers", "sellers"],
    async end() {
      await db.drop();
    },
  };
}
