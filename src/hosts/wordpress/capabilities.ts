import type { Capability } from "#domain/access/capability";

/** The list of `domain/access/capability`, which gives this room its types only. */
const OURS = {
  svc_sendsms: true,
  svc_subscribers: true,
  svc_outbox: true,
  svc_inbox: true,
  svc_setting: true,
  svc_users: true,
} as const satisfies Record<Capability, true>;

const all = Object.keys(OURS) as Capability[];

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
  if (granting.some((name) => real.has(name))) return new Set(all);
  return new Set(all.filter((name) => real.has(name)));
}
