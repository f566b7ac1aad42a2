import type { Caller, Capability } from "../access/capability.ts";
import { DomainError } from "../error.ts";
import type { Role } from "./role-store.ts";
import { withAccountsLock } from "./accounts-lock.ts";
import { requireHolds } from "./granting.ts";
import type { PeopleDeps } from "./people-deps.ts";
import { keepingGrantable } from "./users.ts";

export type RoleChanges = { readonly label?: string; readonly capabilities?: readonly Capability[] };

export async function createRole(ports: PeopleDeps, by: Caller, role: Role): Promise<Role> {
  return withAccountsLock(ports, by, async () => {
    if (await roleOf(ports, role.name)) throw new DomainError("conflict", `There is already a role ${role.name}.`);
    requireHolds(by, role.capabilities, "create this role");
    return save(ports, by, "role.created", role);
  });
}

/**
 * A change affects every user with the role, so the caller must have every capability that is added or removed. A label
 * decides who is given the role: another one needs all of the role's capabilities, as deleting it does.
 */
export async function changeRole(ports: PeopleDeps, by: Caller, name: string, changes: RoleChanges): Promise<Role> {
  return withAccountsLock(ports, by, async () => {
    const before = await requireRole(ports, name);
    const after: Role = { ...before, ...changes };
    const moved = new Set(before.capabilities).symmetricDifference(new Set(after.capabilities));
    const isRenamed = after.label !== before.label;
    requireHolds(by, isRenamed ? moved.union(new Set(before.capabilities)) : moved, "change this role");
    return keepingGrantable(ports, () => save(ports, by, "role.updated", after));
  });
}

export async function removeRole(ports: PeopleDeps, by: Caller, name: string): Promise<Role> {
  return withAccountsLock(ports, by, async () => {
    const role = await requireRole(ports, name);
    if (await ports.roles.inUse(name)) throw new DomainError("conflict", `Some users have the role ${name}.`);
    requireHolds(by, role.capabilities, "delete this role");
    await ports.roles.remove(name);
    await ports.users.record("role.deleted", { role: name, by: by.principal });
    return role;
  });
}

async function save(ports: PeopleDeps, by: Caller, kind: string, role: Role): Promise<Role> {
  await ports.roles.save(role);
  await ports.users.record(kind, { role: role.name, capabilities: role.capabilities, by: by.principal });
  return role;
}

async function roleOf(ports: PeopleDeps, name: string): Promise<Role | null> {
  return (await ports.roles.all()).find((role) => role.name === name) ?? null;
}

async function requireRole(ports: PeopleDeps, name: string): Promise<Role> {
  const role = await roleOf(ports, name);
  if (!role) throw new DomainError("not_found", `There is no role ${name.slice(0, 100)}.`);
  return role;
}
