import type { Caller } from "../access/capability.ts";
import type { Commerce, FoundUser, Host, NamedRole } from "../access/host.ts";
import { phoneOfContact } from "./contact.ts";
import type { Country, Phone } from "./phone.ts";

/** What the host platform and the shop keep, and a message can name. */
export const recipientKinds = ["roles", "users", "customers"] as const;
export type RecipientKind = (typeof recipientKinds)[number];

/** Rows of each kind in a reply. */
export const MAX_RECIPIENTS = 20;

export type RecipientSources = {
  readonly host: Host;
  readonly commerce: Commerce | null;
  readonly country: Country | null;
};

type FoundCustomer = { readonly id: number; readonly name: string; readonly phone: Phone | null };
type List<Item> = {
  readonly items: readonly Item[];
  /** There are more than these. */
  readonly more: boolean;
};

/** null: there is no such source, or the caller may not see it. */
export type FoundRecipients = {
  readonly roles: List<NamedRole> | null;
  readonly users: List<Pick<FoundUser, "id" | "name" | "username"> & { readonly reachable: boolean }> | null;
  readonly customers: List<FoundCustomer> | null;
};

/** The sources that a caller may look through. */
export function kindsFor(
  { capabilities }: Pick<Caller, "capabilities">,
  { host, commerce }: Pick<RecipientSources, "host" | "commerce">,
): readonly RecipientKind[] {
  if (!capabilities.has("svc_sendsms")) return [];
  const seesPeople = capabilities.has("svc_users");
  const open: Readonly<Record<RecipientKind, boolean>> = {
    // Callers who may send may name any role.
    roles: host.listRoles !== undefined,
    // Another platform decides by its own capabilities who sees its users.
    users: host.search !== undefined && (host.managedBy !== undefined || seesPeople),
    customers: commerce?.search !== undefined && seesPeople,
  };
  return recipientKinds.filter((kind) => open[kind]);
}

/** @param query.search null: only roles are listed */
export async function findRecipients(
  sources: RecipientSources,
  query: { readonly kinds: readonly RecipientKind[]; readonly search: string | null },
  caller: Caller,
): Promise<FoundRecipients> {
  const { host, commerce, country } = sources;
  const { search } = query;
  const hostBlocked = caller.hostBlocked === true;
  const open = kindsFor(caller, sources).filter((kind) => query.kinds.includes(kind));
  const searched = (kind: RecipientKind): string | null => (open.includes(kind) && !hostBlocked ? search : null);
  const [roles, users, customers] = await Promise.all([
    open.includes("roles") ? host.listRoles!({ hostBlocked }) : null,
    searched("users") === null ? null : host.search!(search!, MAX_RECIPIENTS + 1, caller),
    // The shop may be on the platform that is waiting for this call.
    searched("customers") === null ? null : commerce!.search!(search!, MAX_RECIPIENTS + 1),
  ]);
  return {
    roles: roles && listOf(roles.filter((role) => search === null || isNamed(role, search))),
    users:
      users &&
      listOf(
        users.map(({ id, name, username, ...contact }) => ({
          id,
          name,
          username,
          reachable: phoneOfContact(contact, country) !== null,
        })),
      ),
    customers:
      customers &&
      listOf(
        customers.map(({ id, name, ...contact }) => ({
          id,
          name: name ?? "",
          phone: phoneOfContact(contact, country),
        })),
      ),
  };
}

function isNamed({ name, label }: NamedRole, search: string): boolean {
  return [name, label].some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

function listOf<Item>(found: readonly Item[]): List<Item> {
  return { items: found.slice(0, MAX_RECIPIENTS), more: found.length > MAX_RECIPIENTS };
}
