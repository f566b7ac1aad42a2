import { createSecretKey } from "node:crypto";

import { DomainError } from "#domain/error";
import type { Capability } from "#domain/access/capability";
import type { Host } from "#domain/access/host";
import { second } from "#lib/time";

import { createCache } from "./shared/cache.ts";
import { passThrough } from "./wordpress/authenticate.ts";
import { siteDirectory } from "./wordpress/directory.ts";
import type { WordPressSettings } from "./wordpress/dsn.ts";
import type { RoleNames } from "./wordpress/lookups.ts";
import { proxiedCalls } from "./wordpress/proxied-calls.ts";
import { siteSignIn } from "./wordpress/sign-in.ts";
import { SiteDown } from "./wordpress/site-reply.ts";
import { siteOf } from "./wordpress/site.ts";
import type { HostDeps } from "./wordpress/tools.ts";
import { nameOf, rightsOf } from "./wordpress/user-now.ts";

/** How long the list of the site's roles is cached. */
const ROLES_MS = 30 * second;
/** How long what the site says about a user is cached, unless it reports a change. */
const RIGHTS_MS = 30 * second;
/** How long a name that is not in the list is assumed not to be a role. */
const NO_ROLE_MS = 3 * second;

const NOT_NOW = "The site that manages the users cannot be queried at the moment. The service's log says why.";

/** Without a companion, a site that shows no numbers refuses every lookup; it lists no roles in any case. */
function unlessNoNumbers(error: unknown): void {
  if (!(error instanceof DomainError && error.code === "no_phone_numbers")) throw error;
}

type Rights = { readonly now: ReadonlySet<Capability> | null | undefined };

export type WordPressHost = Host & {
  /**
   * Permissions or passwords have changed, here or on another node: every cached answer is discarded, and the site is
   * queried again.
   */
  forget(): void;
};

/**
 * A WordPress site as the platform: its users with their application passwords, its roles, and, through the companion
 * plugin, their phone numbers and the calls that it proxies.
 *
 * @param options.prefix  path of TIDINGS_PUBLIC_URL, which the site includes in its signatures
 * @param options.revoked called with the users whose rights or passwords the site reports as changed (none: those of
 *   any user), to notify the other nodes
 */
export function wordpressHost(
  settings: WordPressSettings,
  options: { readonly prefix: string; readonly revoked: (users: readonly number[]) => Promise<void> },
  tools: HostDeps,
): WordPressHost {
  const { service, secret, granting, timeoutMs } = settings;
  const { clock, log } = tools;
  const site = siteOf({ url: settings.site, fetch: tools.fetch, timeoutMs, clock });
  const people = passThrough(site, granting, tools);
  const directory = service && siteDirectory(site, service);
  let down = false;
  let latest: RoleNames | null = null;
  let latestAt = -Infinity;

  /**
   * A site that cannot be reached is an error of its own, logged once and not for every call.
   *
   * @param words the message for unauthenticated callers, who must not learn internal addresses or why those fail
   */
  async function unlessDown<T>(work: Promise<T>, words?: string): Promise<T> {
    try {
      const answer = await work;
      if (down) log("info", "the platform responds again", { site: site.url });
      down = false;
      return answer;
    } catch (error) {
      if (!(error instanceof SiteDown)) throw error;
      if (!down) log("warn", "the platform cannot be queried", { site: site.url, reason: error.message });
      down = true;
      throw new DomainError("host_unavailable", words ?? error.message, [], {}, { cause: error });
    }
  }

  function lookUps() {
    if (directory) return directory;
    throw new DomainError(
      "host_unavailable",
      "No service account of the site is set up to look up recipients: run tidings connect.",
    );
  }

  const roleNames = createCache<RoleNames, readonly string[]>({
    ms: ROLES_MS,
    max: 100,
    clock,
    // With a companion, every query has the same answer; without one, only the names that were queried are known.
    keyOf: (names) => (latest?.all ? "" : names.toSorted().join(" ")),
    async load(names) {
      latestAt = clock.now();
      return (latest = await lookUps().roles(names));
    },
  });

  async function rolesNow(names: readonly string[]): Promise<readonly string[]> {
    const found = await unlessDown(Promise.resolve(roleNames.get(names)));
    const known = new Set(found?.names.map((name) => name.toLowerCase()));
    if (names.every((name) => known.has(name.toLowerCase())) || clock.now() - latestAt < NO_ROLE_MS) {
      return found?.names ?? [];
    }
    // It may have been created since.
    roleNames.forget();
    return unlessDown(Promise.resolve(roleNames.get(names))).then((again) => again?.names ?? []);
  }

  const rights = createCache<Rights, number>({
    ms: RIGHTS_MS,
    max: 10_000,
    clock,
    keyOf: String,
    load: async (id) => ({ now: service ? await rightsOf(site, service, granting, id) : undefined }),
  });

  const names = createCache<{ readonly name: string | null }, number>({
    ms: RIGHTS_MS,
    max: 10_000,
    clock,
    keyOf: String,
    load: async (id) => ({ name: service ? await nameOf(site, service, granting, id) : null }),
  });

  function forget(): void {
    people.forget();
    rights.forget();
    names.forget();
    roleNames.forget();
  }

  return {
    name: "wordpress",
    authenticate: (user, password, ip) => unlessDown(people.authenticate(user, password, ip), NOT_NOW),
    users: async (ids) => (ids.length === 0 ? [] : unlessDown(lookUps().users([...new Set(ids)]))),

    async roles(names, { hostBlocked = false } = {}) {
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      if (!hostBlocked) return (await rolesNow(names)).filter((name) => wanted.has(name.toLowerCase()));
      // In the background, so that the next call knows what has changed since.
      void rolesNow(names).catch(() => undefined);
      // Without a complete list every name is accepted: members are looked up later, and a role that does not exist has
      // none.
      return latest?.all ? latest.names.filter((name) => wanted.has(name.toLowerCase())) : [...names];
    },

    async listRoles({ hostBlocked = false } = {}) {
      if (!directory) return null;
      const refreshed = rolesNow([]);
      if (hostBlocked) void refreshed.catch(() => undefined);
      else await refreshed.catch(unlessNoNumbers);
      return latest?.all ?? null;
    },

    search: async (text, limit, { userId }) => (directory ? unlessDown(directory.search(text, limit, userId)) : null),

    rightsOf: async (id) => (await unlessDown(Promise.resolve(rights.get(id))))?.now,

    nameOf: async (id) => (await unlessDown(Promise.resolve(names.get(id))))?.name ?? null,

    usersInRoles: async (roles, cursor, limit) => unlessDown(lookUps().usersInRoles(roles, cursor, limit)),

    proxied: proxiedCalls(
      {
        // Without a secret, a random key: every call that claims to be proxied is refused. Checking its credentials
        // instead would query the very site that is waiting for this reply.
        secret: secret ?? createSecretKey(tools.randomBytes(32)),
        granting,
        prefix: options.prefix,
        async revoked(users) {
          forget();
          await options.revoked(users);
        },
      },
      tools,
    ),
    ...(service && secret && { signIn: siteSignIn(site, { service, secret, granting }, { ...tools, unlessDown }) }),
    managedBy: {
      users: `${site.url}/wp-admin/users.php`,
      roles: `${site.url}/wp-admin/users.php`,
      applicationPasswords: `${site.url}/wp-admin/profile.php#application-passwords-section`,
    },
    forget,
  };
}
