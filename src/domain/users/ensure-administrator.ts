import { createApplicationPassword, inGroups, ownPasswords } from "./application-passwords.ts";
import { operator } from "./granting.ts";
import type { PeopleDeps } from "./people-deps.ts";
import { createSetupLink } from "./setup-link.ts";
import { createUser } from "./users.ts";

/** Both secrets in plain text, to be shown once; only hashes are stored. */
export type FirstAdministrator = {
  readonly username: string;
  /** Once, within 24 hours, the page `/setup#` followed by this token lets them choose their web password. */
  readonly setupToken: string;
  /** In groups of four. */
  readonly applicationPassword: string;
};

/**
 * Creates the first user if there is none; null if there is one. If several nodes start at once, one of them creates
 * it.
 */
export async function ensureAdministrator(ports: PeopleDeps): Promise<FirstAdministrator | null> {
  return ports.users.exclusive(async () => {
    if ((await ports.users.count()) > 0) return null;
    const user = await createUser(ports, operator, {
      username: "admin",
      email: "admin@localhost",
      name: "Administrator",
      phone: null,
      roles: ["administrator"],
      locale: "en",
    });
    const setupToken = await createSetupLink(ports, operator, user.id);
    const first = { name: "First steps", appId: null };
    const made = await createApplicationPassword(ownPasswords(ports), operator, user.id, first);
    return { username: user.username, setupToken, applicationPassword: inGroups(made.password) };
  });
}
