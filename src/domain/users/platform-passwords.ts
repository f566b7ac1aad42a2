import type { Credentials } from "../access/credentials.ts";
import type { Host } from "../access/host.ts";
import type { Platform, PlatformAccount } from "../access/platform.ts";
import { DomainError } from "../error.ts";
import { requireStanding } from "./accounts-lock.ts";
import type { PasswordDeps } from "./application-passwords.ts";
import type { PlatformPasswordStore } from "./platform-password-store.ts";
import type { UserStore } from "./user-store.ts";

/** What tells a user from an earlier one with the same id; "": the platform reuses none. */
export const sinceOf = ({ createdAt = "" }: PlatformAccount): string => createdAt;

type StandingPorts = {
  readonly account: Platform["account"];
  readonly passwords: Pick<PlatformPasswordStore, "find">;
};

/** What a caller may do now; null: their account or application password has ended. */
export function platformStanding({ account, passwords }: StandingPorts): NonNullable<Host["standingOf"]> {
  return async ({ userId, passwordId }) => {
    const now = await account(userId);
    const isRevoked = passwordId !== undefined && !(await passwords.find(passwordId));
    return now && !isRevoked ? new Set(now.capabilities) : null;
  };
}

/** Application passwords of the platform's users: the rules are those of the service's own users. */
export function platformPasswords(ports: {
  readonly account: Platform["account"];
  readonly passwords: PlatformPasswordStore;
  readonly credentials: Pick<Credentials, "newApplicationPassword" | "applicationPasswordHash">;
  readonly users: Pick<UserStore, "exclusive" | "record">;
}): PasswordDeps {
  const { account, passwords, users } = ports;
  const standingOf = platformStanding(ports);

  async function requireAccount(userId: number): Promise<PlatformAccount> {
    const found = await account(userId);
    if (!found) throw new DomainError("not_found", `There is no user ${userId}.`);
    return found;
  }

  return {
    ...ports,
    passwords: {
      ...passwords,
      add: async (given) => passwords.add({ ...given, userSince: sinceOf(await requireAccount(given.userId)) }),
    },
    async capabilitiesOf(userId) {
      const found = await requireAccount(userId);
      await passwords.forgetEarlier(userId, sinceOf(found));
      return new Set(found.capabilities);
    },
    withLock: (by, work) =>
      users.exclusive(async () => {
        // As of the moment of the change: the credentials of the call may have ended meanwhile.
        requireStanding(by, await standingOf(by));
        return work();
      }),
  };
}
