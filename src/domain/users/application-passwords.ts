import type { Caller, Capability } from "../access/capability.ts";
import type { Credentials } from "../access/credentials.ts";
import { DomainError } from "../error.ts";
import type { ApplicationPassword, ApplicationPasswordStore } from "./application-password-store.ts";
import { withAccountsLock } from "./accounts-lock.ts";
import { capabilitiesOf, requireHolds } from "./granting.ts";
import type { PeopleDeps } from "./people-deps.ts";
import type { UserStore } from "./user-store.ts";
import { requireUser } from "./users.ts";

/** Whose application passwords they are: the service's own users, or those of the platform. */
export type PasswordDeps = {
  readonly passwords: Omit<ApplicationPasswordStore, "byHashes" | "used">;
  readonly credentials: Pick<Credentials, "newApplicationPassword" | "applicationPasswordHash">;
  readonly users: Pick<UserStore, "record">;
  /** What a user may do. @throws DomainError `not_found`: there is no such user */
  readonly capabilitiesOf: (userId: number) => Promise<ReadonlySet<Capability>>;
  /** Carries out one change at a time, if the caller may still make it. */
  readonly withLock: <T>(by: Caller, work: () => Promise<T>) => Promise<T>;
};

/** The application passwords of the service's own users. */
export function ownPasswords(ports: PeopleDeps): PasswordDeps {
  return {
    ...ports,
    capabilitiesOf: async (userId) => {
      const { roles } = await requireUser(ports, userId);
      return capabilitiesOf(await ports.roles.all(), roles);
    },
    withLock: (by, work) => withAccountsLock(ports, by, work),
  };
}

/** `password` is shown only once; only its keyed hash is stored. */
export type NewApplicationPassword = ApplicationPassword & { readonly password: string };

/** @throws DomainError `conflict` if the user has one with that name */
export async function createApplicationPassword(
  ports: PasswordDeps,
  by: Caller,
  userId: number,
  command: { readonly name: string; readonly appId: string | null },
): Promise<NewApplicationPassword> {
  return ports.withLock(by, async () => {
    await requireMayChange(ports, by, userId);
    const password = ports.credentials.newApplicationPassword();
    const hash = ports.credentials.applicationPasswordHash(password);
    const made = await ports.passwords.add({ userId, ...command, hash });
    if (!made) {
      throw new DomainError("conflict", "There is already an application password with this name.", [
        { field: "name", code: "taken", message: "is taken", value: command.name },
      ]);
    }
    await record(ports, by, "application_password.created", { user_id: userId, uuid: made.uuid });
    return { ...made, password };
  });
}

async function listApplicationPasswords(
  ports: PasswordDeps,
  by: Caller,
  userId: number,
): Promise<readonly ApplicationPassword[]> {
  requireOwnOrUsers(by, userId);
  await ports.capabilitiesOf(userId);
  return ports.passwords.list(userId);
}

/**
 * Once this is committed, the password is refused: here immediately, on other nodes within a second. For ten minutes,
 * {@link restoreApplicationPassword} can undo it.
 */
async function revokeApplicationPassword(
  ports: PasswordDeps,
  by: Caller,
  userId: number,
  uuid: string,
): Promise<ApplicationPassword> {
  return ports.withLock(by, async () => {
    await requireMayChange(ports, by, userId);
    const previous = await ports.passwords.revoke(userId, uuid);
    if (!previous) throw new DomainError("not_found", "The user has no application password with this id.");
    await record(ports, by, "application_password.revoked", { user_id: userId, uuid });
    return previous;
  });
}

/** Returns how many there were. */
async function revokeApplicationPasswords(ports: PasswordDeps, by: Caller, userId: number): Promise<number> {
  return ports.withLock(by, async () => {
    await requireMayChange(ports, by, userId);
    const count = await ports.passwords.revokeAll(userId);
    if (count > 0) await record(ports, by, "application_password.revoked", { user_id: userId, count });
    return count;
  });
}

/**
 * The password works again, with its name, id and history. @throws DomainError `not_found` if that is no longer
 * possible
 */
async function restoreApplicationPassword(
  ports: PasswordDeps,
  by: Caller,
  userId: number,
  uuid: string,
): Promise<ApplicationPassword> {
  return ports.withLock(by, async () => {
    await requireMayChange(ports, by, userId);
    const restored = await ports.passwords.restore(userId, uuid);
    if (!restored) {
      throw new DomainError(
        "not_found",
        "This application password cannot be restored: it was revoked more than ten minutes ago, or another one has its name.",
      );
    }
    await record(ports, by, "application_password.restored", { user_id: userId, uuid });
    return restored;
  });
}

/** The same functions with their ports given, as routes and the command line need them. */
export function applicationPasswordsOf(ports: PasswordDeps) {
  return {
    applicationPasswords: (by: Caller, userId: number) => listApplicationPasswords(ports, by, userId),
    createApplicationPassword: (by: Caller, userId: number, command: Parameters<typeof createApplicationPassword>[3]) =>
      createApplicationPassword(ports, by, userId, command),
    revokeApplicationPassword: (by: Caller, userId: number, uuid: string) =>
      revokeApplicationPassword(ports, by, userId, uuid),
    revokeApplicationPasswords: (by: Caller, userId: number) => revokeApplicationPasswords(ports, by, userId),
    restoreApplicationPassword: (by: Caller, userId: number, uuid: string) =>
      restoreApplicationPassword(ports, by, userId, uuid),
    applicationPassword: (uuid: string) => ports.passwords.find(uuid),
  };
}

export type ApplicationPasswords = ReturnType<typeof applicationPasswordsOf>;

/** `abcd1234…` → `abcd 1234 …`: as it is shown; spaces are ignored when it is checked. */
export function inGroups(password: string): string {
  return password.replaceAll(/(.{4})(?=.)/g, "$1 ");
}

async function requireMayChange(ports: PasswordDeps, by: Caller, userId: number): Promise<void> {
  requireOwnOrUsers(by, userId);
  const held = await ports.capabilitiesOf(userId);
  if (userId !== by.userId) requireHolds(by, held, "change this user");
}

function requireOwnOrUsers(by: Caller, userId: number): void {
  if (userId === by.userId || by.capabilities.has("svc_users")) return;
  throw new DomainError(
    "forbidden",
    "Managing application passwords of others requires the capability svc_users.",
    [],
    {
      capability: "svc_users",
    },
  );
}

function record(ports: PasswordDeps, by: Caller, kind: string, data: Record<string, unknown>): Promise<void> {
  return ports.users.record(kind, { ...data, by: by.principal });
}
