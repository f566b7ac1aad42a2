import { capabilities, type Capability } from "#domain/access/capability";

/**
 * What a person of the site may do here: ours by their exact names, everything for who holds one of `granting`.
 *
 * WordPress lists the names of a person's roles among the capabilities. A role may be called like one, and whoever may
 * name roles would then grant it: names of roles never count.
 */
export function capabilitiesOf(
  held: readonly string[],
  roles: readonly string[],
  granting: readonly string[],
): ReadonlySet<Capability> {
  const real = new Set(held.filter((name) => !roles.includes(name)));
  if (granting.some((name) => real.has(name))) return new Set(capabilities);
  return new Set(capabilities.filter((name) => real.has(name)));
}
