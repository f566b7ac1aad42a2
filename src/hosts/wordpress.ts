import { createSecretKey } from "node:crypto";

import { DomainError } from "#domain/error";
import type { Capability } from "#domain/access/capability";
import type { Host } from "#domain/access/host";
import { second } from "#lib/time";

import { createCache } from "./shared/cache.ts";
import { passThrough } from "./wordpress/authenticate.ts";
import { siteDirectory } from "./wordpress/directory.ts";
import type { WordPressSettings } from "./wordpress/dsn.ts";
import { proxiedCalls } from "./wordpress/proxied-calls.ts";
import { reachability } from "./wordpress/reachability.ts";
import { roleList } from "./wordpress/role-list.ts";
import { siteSignIn } from "./wordpress/sign-in.ts";
import { siteOf } from "./wordpress/site.ts";
import type { HostDeps } from "./wordpress/tools.ts";
import { nameOf, rightsOf } from "./wordpress/user-now.ts";

/** How long what the site says about a user is cached, unless it reports a change. */
const RIGHTS_MS = 30 * second;
const NOT_NOW = "The site that manages the users cannot be queried at the moment. The service's log says why.";

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
  const { clock } = tools;
  const site = siteOf({ url: settings.site, fetch: tools.fetch, timeoutMs, clock });
  const people = passThrough(site, granting, tools);
  const directory = service && siteDirectory(site, service);
  const unlessDown = reachability(site.url, tools);

  function lookUps() {
    if (directory) return directory;
    throw new DomainError(
      "host_unavailable",
      "No service account of the site is set up to look up recipients: run tidings connect.",
    );
  }

  const roles = roleList({
    load: async (wanted) => lookUps().roles(wanted),
    isListed: directory !== null,
    clock,
    unlessDown,
  });

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
    roles.forget();
  }

  return {
    name: "wordpress",
    authenticate: (user, password, ip) => unlessDown(people.authenticate(user, password, ip), NOT_NOW),
    users: async (ids) => (ids.length === 0 ? [] : unlessDown(lookUps().users([...new Set(ids)]))),

    roles: roles.roles,
    listRoles: roles.listRoles,

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
