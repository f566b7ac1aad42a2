import { z } from "zod";

import { Fault } from "#domain/fault";
import type { Host } from "#domain/ports/host";

import type { Endpoint } from "../endpoint.ts";

/**
 * Routes about what another platform keeps: they answer where it is to be found, to anybody whom the platform knows.
 * A wrong parameter is not looked for: no right one would help.
 */
export function keptElsewhere(routes: readonly Endpoint[], keptAt: NonNullable<Host["keptAt"]>): Endpoint[] {
  return routes.map((route) => {
    const refuse = (): never => {
      const [what, url] = placeOf(route.path, keptAt);
      throw new Fault("not_found", `${what} are kept by the platform: ${url}`, [], { kept_at: url });
    };
    return { ...route, access: "user", input: z.looseObject({}), read: refuse, handle: refuse };
  });
}

function placeOf(path: string, keptAt: NonNullable<Host["keptAt"]>): readonly [string, string] {
  if (path.includes("/application-passwords")) return ["Application passwords", keptAt.applicationPasswords];
  return path.startsWith("/roles") ? ["Roles", keptAt.roles] : ["Users", keptAt.users];
}
