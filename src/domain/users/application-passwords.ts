import type { Caller } from "../access/capability.ts";
import { DomainError } from "../error.ts";
import type { ApplicationPassword } from "./application-password-store.ts";
import { exclusively } from "./exclusively.ts";
import { requireManages } from "./granting.ts";
import type { PeopleDeps } from "./ports.ts";
import { requireUser } from "./users.ts";

/** `password` is shown only once; only its keyed hash is stored. */
export type NewApplicationPassword = ApplicationPassword & { readonly password: string };

/** @throws DomainError `conflict` if the user has one with that name */
export async function createApplicationPassword(
  ports: PeopleDeps,
  by: Caller,
  userId: number,
  command: { readonly name: string; readonly appId: string | null },
): Promise<NewApplicationPassword> {
  return exclusively(ports, by, async () => {
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

export async function listApplicationPasswords(
  ports: PeopleDeps,
  by: Caller,
  userId: number,
): Promise<readonly ApplicationPassword[]> {
  requireOwnOrUsers(by, userId);
  await requireUser(ports, userId);
  return ports.passwords.list(userId);
}

/**
 * Once this is committed, the password is refused: here immediately, on other nodes within a second. For ten minutes,
 * {@link restoreApplicationPassword} can undo it.
 */
export async function revokeApplicationPassword(
  ports: PeopleDeps,
  by: Caller,
  userId: number,
  uuid: string,
): Promise<ApplicationPassword> {
  return exclusively(ports, by, async () => {
    await requireMayChange(ports, by, userId);
    const previous = await ports.passwords.revoke(userId, uuid);
    if (!previous) throw new DomainError("not_found", "The user has no application password with this id.");
    await record(ports, by, "application_password.revoked", { user_id: userId, uuid });
    return previous;
  });
}

/** Returns how many there were. */
export async function revokeApplicationPasswords(ports: PeopleDeps, by: Caller, userId: number): Promise<number> {
  return exclusively(ports, by, async () => {
    await requireMayChange(ports, by, userId);
    const count = await ports.passwords.revokeAll(userId);
    if (count > 0) await record(ports, by, "application_password.revoked", { user_id: userId, count });
    return count;
  });
}

/** The password works again, with its name, id and history. @throws DomainError `not_found` if that is no longer possible */
export async function restoreApplicationPassword(
  ports: PeopleDeps,
  by: Caller,
  userId: number,
  uuid: string,
): Promise<ApplicationPassword> {
  return exclusively(ports, by, async () => {
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

/** `abcd1234…` → `abcd 1234 …`: as it is shown; spaces are ignored when it is checked. */
export function inGroups(password: string): string {
  return password.replaceAll(/(.{4})(?=.)/g, "$1 ");
}

async function requireMayChange(ports: PeopleDeps, by: Caller, userId: number): Promise<void> {
  requireOwnOrUsers(by, userId);
  const user = await requireUser(ports, userId);
  requireManages(by, await ports.roles.all(), user);
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

function record(ports: PeopleDeps, by: Caller, kind: string, data: Record<string, unknown>): Promise<void> {
  return ports.users.record(kind, { ...data, by: by.principal });
}
