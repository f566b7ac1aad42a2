import type { Host } from "#domain/access/host";
import { DomainError } from "#domain/error";
import { second, type Clock } from "#lib/time";

import { createCache } from "../shared/cache.ts";
import type { RoleNames } from "./lookups.ts";
import type { UnlessDown } from "./reachability.ts";

/** How long the list of the site's roles is cached. */
const ROLES_MS = 30 * second;
/** How long a name that is not in the list is assumed not to be a role. */
const NO_ROLE_MS = 3 * second;

/** The roles of a site, cached. */
export type RoleList = Pick<Host, "roles"> & Required<Pick<Host, "listRoles">> & { forget(): void };

/**
 * @param options.load queries the site for its roles: {@link Directory.roles}
 * @param options.isListed whether the site can list its roles at all
 */
export function roleList(options: {
  readonly load: (names: readonly string[]) => Promise<RoleNames>;
  readonly isListed: boolean;
  readonly clock: Clock;
  readonly unlessDown: UnlessDown;
}): RoleList {
  const { clock, unlessDown } = options;
  let latest: RoleNames | null = null;
  let latestAt = -Infinity;

  const cache = createCache<RoleNames, readonly string[]>({
    ms: ROLES_MS,
    max: 100,
    clock,
    // With a companion, every query has the same answer; without one, only the names that were queried are known.
    keyOf: (names) => (latest?.all ? "" : names.toSorted().join(" ")),
    async load(names) {
      latestAt = clock.now();
      return (latest = await options.load(names));
    },
  });

  const cached = async (names: readonly string[]): Promise<readonly string[]> =>
    (await unlessDown(Promise.resolve(cache.get(names))))?.names ?? [];

  async function namesNow(names: readonly string[]): Promise<readonly string[]> {
    const found = await cached(names);
    const known = new Set(found.map((name) => name.toLowerCase()));
    if (names.every((name) => known.has(name.toLowerCase())) || clock.now() - latestAt < NO_ROLE_MS) return found;
    // It may have been created since.
    cache.forget();
    return cached(names);
  }

  return {
    async roles(names, { hostBlocked = false } = {}) {
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      if (!hostBlocked) return (await namesNow(names)).filter((name) => wanted.has(name.toLowerCase()));
      // In the background, so that the next call knows what has changed since.
      void namesNow(names).catch(() => undefined);
      // Without a complete list every name is accepted: members are looked up later, and a role that does not exist has
      // none.
      return latest?.all ? latest.names.filter((name) => wanted.has(name.toLowerCase())) : [...names];
    },

    async listRoles({ hostBlocked = false } = {}) {
      if (!options.isListed) return null;
      const refreshed = namesNow([]);
      if (hostBlocked) void refreshed.catch(() => undefined);
      else await refreshed.catch(unlessNoNumbers);
      return latest?.all ?? null;
    },

    forget: cache.forget,
  };
}

/** Without a companion, a site that shows no numbers refuses every lookup; it lists no roles in any case. */
function unlessNoNumbers(error: unknown): void {
  if (!(error instanceof DomainError && error.code === "no_phone_numbers")) throw error;
}
