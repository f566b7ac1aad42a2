import { z } from "zod";

import { DomainError } from "#domain/error";
import type { Host } from "#domain/access/host";

import type { Endpoint } from "../../endpoint.ts";

/**
 * Routes about what another platform manages: they say where to find it, to any user of the platform, and about signing
 * in to everyone. Parameters are not validated: a valid one would not help.
 */
export function managedElsewhere(routes: readonly Endpoint[], managedBy: NonNullable<Host["managedBy"]>): Endpoint[] {
  return routes.map((route) => {
    const refuse = (): never => {
      const [what, url] = placeOf(route.path, managedBy);
      throw new DomainError("not_found", `${what} are managed by the platform: ${url}`, [], { kept_at: url });
    };
    return {
      ...route,
      access: route.access === "public" ? "public" : "user",
      input: z.looseObject({}),
      read: refuse,
      handle: refuse,
    };
  });
}

function placeOf(path: string, managedBy: NonNullable<Host["managedBy"]>): readonly [string, string] {
  if (path.includes("/application-passwords")) return ["Application passwords", managedBy.applicationPasswords];
  if (path.startsWith("/session") || path.includes("/passkeys"))
    return ["Sign-in and passwords", managedBy.applicationPasswords];
  return path.startsWith("/roles") ? ["Roles", managedBy.roles] : ["Users", managedBy.users];
}
