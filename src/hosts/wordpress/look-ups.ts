import type { Contact, ContactPage } from "#domain/access/host";

import { SiteDown, type Site, type SiteReply } from "./site.ts";

/** `all`: no others are known to the site, whatever was asked for. */
export type RoleNames = { readonly names: readonly string[]; readonly all: boolean };

/** Who the site's people are, for messages to them. */
export type Directory = {
  users(ids: readonly number[]): Promise<readonly Contact[]>;
  /** Names of roles; `among` are the ones that matter. */
  roles(among: readonly string[]): Promise<RoleNames>;
  usersInRoles(roles: readonly string[], cursor: string | null, limit: number): Promise<ContactPage>;
};

/** Why the service account gets no answer, for whoever keeps the site. */
export function refusal(site: Site, { status, code }: SiteReply): SiteDown {
  if (status === 401) {
    return new SiteDown("refused", `WordPress at ${site.url} refuses the service account's application password.`);
  }
  if (status === 403) {
    return new SiteDown("refused", `The service account may not look up recipients on ${site.url}.`);
  }
  return new SiteDown("failing", `${site.url} answers a look-up with status ${status}${code && ` (${code})`}.`);
}
