import type { Caller } from "../access/capability.ts";
import { DomainError } from "../error.ts";
import type { NewUser, User, UserChanges } from "./user-store.ts";
import { withAccountsLock } from "./accounts-lock.ts";
import { requireFields } from "./fields.ts";
import { capabilitiesOf, requireHolds, requireKnownRoles, requireManages } from "./granting.ts";
import { endAccess } from "./end-access.ts";
import { endFactors } from "./end-factors.ts";
import type { PeopleDeps } from "./people-deps.ts";

export type CreateUser = Omit<NewUser, "passwordHash"> & { readonly password?: string };
export type ChangeUser = Omit<UserChanges, "passwordHash"> & {
  readonly password?: string;
  /** For a user who lost it; their passkeys end too. */
  readonly endsSecondFactor?: true;
};

/** @throws DomainError `conflict` (name or e-mail taken), `forbidden` (a role grants more than the caller has) */
export async function createUser(ports: PeopleDeps, by: Caller, command: CreateUser): Promise<User> {
  requireFields(command);
  const { password, ...rest } = command;
  // Before the lock: it takes tens of milliseconds.
  const passwordHash = password === undefined ? null : await ports.credentials.hashWebPassword(password);
  return withAccountsLock(ports, by, async () => {
    const roles = await ports.roles.all();
    requireKnownRoles(roles, command.roles);
    requireHolds(by, capabilitiesOf(roles, command.roles), "grant these roles");
    requireFree(await ports.users.taken(command.username, command.email));
    const user = await ports.users.insert({ ...rest, passwordHash });
    await ports.users.record("user.created", { user_id: user.id, roles: user.roles, by: by.principal });
    return user;
  });
}

/**
 * A new web password ends every session and the setup link of the user.
 *
 * @throws DomainError `not_found`, `conflict`, `forbidden` (also: the caller's own password or second factor, which
 *   must not be changed by anyone who finds their session open)
 */
export async function changeUser(ports: PeopleDeps, by: Caller, id: number, command: ChangeUser): Promise<User> {
  requireFields(command);
  const { password, endsSecondFactor, ...changes } = command;
  if (id === by.userId && password !== undefined) {
    throw new DomainError("forbidden", "Change your own password with POST /session/password, which asks for it.");
  }
  if (id === by.userId && endsSecondFactor) {
    throw new DomainError("forbidden", "Turn your own second factor off with DELETE /session/totp.");
  }
  const passwordHash = password === undefined ? undefined : await ports.credentials.hashWebPassword(password);
  return withAccountsLock(ports, by, async () => {
    const before = await requireUser(ports, id);
    const roles = await ports.roles.all();
    requireManages(by, roles, before);
    if (changes.roles) {
      const wanted = changes.roles;
      requireKnownRoles(roles, wanted);
      const had = capabilitiesOf(roles, before.roles);
      const gets = capabilitiesOf(roles, wanted);
      requireHolds(by, had.symmetricDifference(gets), "change these roles");
    }
    if (changes.email !== undefined) requireFree(await ports.users.taken(null, changes.email, id));
    const update = () => ports.users.update(id, { ...changes, ...(passwordHash !== undefined && { passwordHash }) });
    const user = await (changes.roles ? keepingGrantable(ports, update) : update());
    if (passwordHash !== undefined) await endAccess(ports, id);
    if (endsSecondFactor) await endFactors(ports, by, id);
    const fields = Object.keys({ ...changes, ...(password !== undefined && { password }) });
    if (fields.length > 0) await ports.users.record("user.updated", { user_id: id, fields, by: by.principal });
    return user!;
  });
}

export async function removeUser(ports: PeopleDeps, by: Caller, id: number): Promise<User> {
  return withAccountsLock(ports, by, async () => {
    const user = await requireUser(ports, id);
    if (id === by.userId) throw new DomainError("forbidden", "You cannot delete yourself.");
    requireManages(by, await ports.roles.all(), user);
    await keepingGrantable(ports, () => ports.users.remove(id));
    await ports.users.record("user.deleted", { user_id: id, by: by.principal });
    return user;
  });
}

export async function requireUser(ports: Pick<PeopleDeps, "users">, id: number): Promise<User> {
  const user = await ports.users.find(id);
  if (!user) throw new DomainError("not_found", `There is no user ${id}.`);
  return user;
}

/**
 * A change after which every capability that could be granted before can still be granted: users can only grant what
 * they hold, so a capability that its last manager gives up would be lost for good. If it throws, the change is rolled
 * back.
 */
export async function keepingGrantable<T>({ users }: Pick<PeopleDeps, "users">, change: () => Promise<T>): Promise<T> {
  const before = await users.grantable();
  const result = await change();
  const after = await users.grantable();
  const lost = before.filter((capability) => !after.includes(capability));
  if (lost.includes("svc_users")) {
    throw new DomainError("conflict", "That would leave no one who can manage users.");
  }
  if (lost.length > 0) {
    throw new DomainError("conflict", `That would leave no one who can grant ${lost.join(", ")} again.`);
  }
  return result;
}

function requireFree(taken: "username" | "email" | null): void {
  if (!taken) return;
  const what = taken === "username" ? "user name" : "e-mail address";
  throw new DomainError("conflict", `Another user has this ${what}.`, [
    { field: taken, code: "taken", message: "is taken" },
  ]);
}
