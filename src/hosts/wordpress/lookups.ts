import type { Contact, ContactPage, FoundUser, NamedRole } from "#domain/access/host";

import { SiteDown, type SiteReply } from "./site-reply.ts";
import type { Site } from "./site.ts";

/** `all`: every role of the site; null: it does not list them, and may have others. */
export type RoleNames = { readonly names: readonly string[]; readonly all: readonly NamedRole[] | null };

/** Looks up users of the site, for messages to them. */
export type Directory = {
  users(ids: readonly number[]): Promise<readonly Contact[]>;
  /** Names of roles; `among` lists the ones of interest. */
  roles(among: readonly string[]): Promise<RoleNames>;
  usersInRoles(roles: readonly string[], cursor: string | null, limit: number): Promise<ContactPage>;
  /** null: `caller` may not see the site's users, or the site cannot search for this service. */
  search(text: string, limit: number, caller: number): Promise<readonly FoundUser[] | null>;
};

/** Why the service account was refused, for the site's administrator. */
export function refusal(site: Site, { status, code }: SiteReply): SiteDown {
  if (status === 401) {
    return new SiteDown("refused", `WordPress at ${site.url} refuses the service account's application password.`);
  }
  if (status === 403) {
    return new SiteDown("refused", `The service account may not look up recipients on ${site.url}.`);
  }
  return new SiteDown("failing", `${site.url} answers a lookup with status ${status}${code && ` (${code})`}.`);
}
