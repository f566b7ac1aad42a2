import { capabilities, type Caller, type Capability } from "../access/capability.ts";
import { DomainError } from "../error.ts";
import type { Role } from "./role-store.ts";

/** The caller for actions on the machine itself: the CLI and the first start. */
export const operator: Caller = {
  principal: "operator",
  userId: 0,
  username: "operator",
  capabilities: new Set(capabilities),
};

export function capabilitiesOf(roles: readonly Role[], names: readonly string[]): Set<Capability> {
  return new Set(roles.filter((role) => names.includes(role.name)).flatMap((role) => role.capabilities));
}

/** No one may grant or remove a capability that they lack. */
export function requireHolds(by: Caller, wanted: Iterable<Capability>, act: string): void {
  const missing = [...wanted].filter((capability) => !by.capabilities.has(capability));
  if (missing.length === 0) return;
  throw new DomainError("forbidden", `You may not ${act}: you lack ${missing.join(", ")} yourself.`, [], {
    capabilities: missing,
  });
}

/** Otherwise, callers could get more capabilities by setting the password of a user who has them. */
export function requireManages(by: Caller, roles: readonly Role[], of: { id: number; roles: readonly string[] }): void {
  if (of.id === by.userId) return;
  requireHolds(by, capabilitiesOf(roles, of.roles), "change this user");
}

/** Refuses unknown role names, each with its index in the list. */
export function requireKnownRoles(roles: readonly Role[], names: readonly string[]): void {
  const unknown = unknownRoles(roles, names);
  if (unknown.length > 0)
    throw new DomainError("invalid_parameter", `roles names a role that does not exist.`, unknown);
}

export function unknownRoles(roles: readonly Role[], names: readonly string[]) {
  const known = new Set(roles.map((role) => role.name));
  return names.flatMap((value, index) =>
    known.has(value)
      ? []
      : [{ field: `roles[${index}]`, code: "unknown_role" as const, message: "is not a role", value }],
  );
}
