import { z } from "zod";

import { DomainError } from "#domain/error";
import type { Host } from "#domain/access/host";

import type { Endpoint } from "../../endpoint.ts";

/**
 * Routes about what another platform keeps: they answer where it is to be found, to anybody whom the platform knows.
 * A wrong parameter is not looked for: no right one would help.
 */
export function managedElsewhere(routes: readonly Endpoint[], managedBy: NonNullable<Host["managedBy"]>): Endpoint[] {
  return routes.map((route) => {
    const refuse = (): never => {
      const [what, url] = placeOf(route.path, managedBy);
      throw new DomainError("not_found", `${what} are kept by the platform: ${url}`, [], { kept_at: url });
    };
    return { ...route, access: "user", input: z.looseObject({}), read: refuse, handle: refuse };
  });
}

function placeOf(path: string, managedBy: NonNullable<Host["managedBy"]>): readonly [string, string] {
  if (path.includes("/application-passwords")) return ["Application passwords", managedBy.applicationPasswords];
  return path.startsWith("/roles") ? ["Roles", managedBy.roles] : ["Users", managedBy.users];
}
