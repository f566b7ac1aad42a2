import type { Contact, Platform, PlatformAccount } from "tidings";

import type { TidingsOptions } from "./options.ts";
import { textAt, valueAt, type Document, type Field, type Payload, type Where } from "./payload.ts";

/** SQLite refuses one list of 40,000 ids. */
const IDS_AT_ONCE = 1_000;

export type UserFields = {
  readonly collection: string;
  readonly phone: string;
  readonly name: string;
  /** Path of the field with the roles, and its values; null: users have none. */
  readonly role: { readonly path: string; readonly field: Field } | null;
};

/**
 * Reads the users of a collection by Payload's Local API, which asks no access control: the service decides who may
 * write to whom. Only the search does, on behalf of the person who searches.
 *
 * @param payload the instance of the moment: a development server replaces it
 */
export function usersOf(
  payload: () => Payload,
  fields: UserFields,
  capabilities: TidingsOptions["capabilities"],
): Pick<Platform, "account" | "users" | "roles" | "usersInRoles" | "search"> {
  const { collection, role } = fields;
  const options = (role?.field.options ?? []).map((one) =>
    typeof one === "string" ? { name: one, label: one } : { name: one.value, label: labelOf(one) },
  );

  async function find(where: Where, limit: number, as?: Document): Promise<readonly Document[]> {
    const common = { collection, where, limit, sort: "id", depth: 0, pagination: false } as const;
    const access = as ? { overrideAccess: false, user: as } : { overrideAccess: true };
    return (await payload().find({ ...common, ...access })).docs;
  }

  async function userWith(id: number): Promise<Document | null> {
    const [user = null] = await find({ id: { equals: id } }, 1);
    // Users who have not confirmed their address or are in the trash cannot sign in to Payload either.
    const isOut = user?.["_verified"] === false || (user?.["deletedAt"] ?? null) !== null;
    return isOut ? null : user;
  }

  function rolesOf(user: Document): readonly string[] {
    const value = role && valueAt(user, role.path);
    return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string");
  }

  function capabilitiesOf(user: Document): PlatformAccount["capabilities"] {
    if (typeof capabilities === "function") return capabilities(user);
    return [
      ...new Set(rolesOf(user).flatMap((name) => (Object.hasOwn(capabilities, name) ? capabilities[name]! : []))),
    ];
  }

  const namesOf = (user: Document) => {
    const email = textAt(user, "email");
    const username = textAt(user, "username") ?? email ?? String(user.id);
    return { username, email, name: textAt(user, fields.name) ?? username };
  };
  const contactOf = (user: Document): Contact => {
    const { name } = namesOf(user);
    return { id: user.id as number, phone: textAt(user, fields.phone), name };
  };

  return {
    async account(id) {
      const user = await userWith(id);
      if (!user) return null;
      // SQLite gives the id of a deleted user to the next one.
      const createdAt = textAt(user, "createdAt") ?? "";
      return { id, createdAt, ...namesOf(user), roles: rolesOf(user), capabilities: capabilitiesOf(user) };
    },

    async users(ids) {
      const found: Contact[] = [];
      for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
        const some = ids.slice(from, from + IDS_AT_ONCE);
        found.push(...(await find({ id: { in: some } }, some.length)).map(contactOf));
      }
      return found;
    },

    roles: async () => options,

    async usersInRoles(roles, cursor, limit) {
      // PostgreSQL stores options as an enumeration: another value in a query is an error there.
      const known = roles.filter((name) => options.some((option) => option.name === name));
      if (!role || known.length === 0) return { contacts: [], next: null };
      const after = { id: { greater_than: Number(cursor ?? 0) } };
      const page = await find({ and: [after, { [role.path]: { in: known } }] }, limit);
      return { contacts: page.map(contactOf), next: page.length < limit ? null : String(page.at(-1)!.id) };
    },

    async search(text, limit, caller) {
      const as = await userWith(caller);
      if (!as) return null;
      const contains = ["email", fields.name].map((path) => ({ [path]: { like: text } }));
      try {
        const page = await find({ or: contains }, limit, as);
        return page.map((user) => ({ ...contactOf(user), ...namesOf(user) }));
      } catch (error) {
        // Payload's access control says no with an error.
        if ((error as { status?: unknown }).status === 403) return null;
        throw error;
      }
    },
  };
}

function labelOf({ label, value }: { readonly label?: unknown; readonly value: string }): string {
  if (typeof label === "string") return label;
  const [first] = typeof label === "object" && label !== null ? Object.values(label) : [];
  return typeof first === "string" ? first : value;
}
