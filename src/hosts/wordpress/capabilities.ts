import { capabilities, type Capability } from "#domain/access/capability";

/**
 * What a user of the site may do here: our capabilities by their exact names, or everything if they hold one of
 * `granting`.
 *
 * WordPress lists the names of a user's roles among the capabilities. A role may have the same name as a capability,
 * and anyone who can name roles could then grant it: names of roles never count.
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
