import { userData, userRequest, usersData, usersQuery, type UserData } from "#contract/users";
import type { Detail } from "#domain/error";
import type { User } from "#domain/users/user-store";
import { readPhone } from "#domain/recipients/numbers";
import type { Country, Phone } from "#domain/recipients/phone";
import type { CreateUser } from "#domain/users/users";
import type { People } from "#domain/users/people";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { PER_PAGE, type Pagination } from "../../response/paged-list.ts";

export type UserDeps = {
  readonly people: People;
  /** The site's country, for numbers without a plus. */
  readonly country: Country | null;
  /** Prefix of the paths in `Location`: "/svc/v1" after the mount prefix. */
  readonly base: string;
};

export const common = { access: "svc_users", tag: "Users" } as const;

/** `GET /users`, `POST /users`. */
export function usersEndpoints(services: UserDeps): Endpoint[] {
  const { people } = services;
  return [
    endpoint({
      ...common,
      operationId: "listUsers",
      method: "GET",
      path: "/users",
      summary: "List users",
      errors: ["not_found"],
      input: usersQuery,
      data: usersData,
      async handle({ cursor, per_page: limit = PER_PAGE, ...filter }) {
        const users = await people.users({ ...filter, after: cursor ?? 0, limit });
        const items = await shownUsers(people, users);
        return { message: `${counted(items.length, "user")}.`, data: { items, pagination: pageOf(users, limit) } };
      },
    }),
    endpoint<typeof userRequest, CreateUser>({
      ...common,
      operationId: "createUser",
      method: "POST",
      path: "/users",
      summary: "Create a user",
      description: "You cannot grant a role with a capability that you lack.",
      input: userRequest,
      data: userData,
      status: 201,
      errors: ["not_found", "conflict"],
      async read(fields, _context, issues) {
        const phone = readUserPhone(fields.phone, services.country, issues);
        issues.push(...(await people.unknownRoles(fields.roles ?? [])));
        return {
          username: fields.username!,
          email: fields.email!,
          name: fields.name!,
          phone: phone ?? null,
          roles: [...new Set(fields.roles ?? [])],
          locale: fields.locale ?? "en",
          ...(fields.password !== undefined && { password: fields.password }),
        };
      },
      async handle(command, { caller }) {
        const user = await people.createUser(caller, command);
        const [data] = await shownUsers(people, [user]);
        const headers = { Location: `${services.base}/users/${user.id}` };
        return { status: 201, message: `User ${user.username} created.`, data, headers };
      },
    }),
  ];
}

/** undefined: not in the call; null: remove it. */
export function readUserPhone(
  text: string | undefined,
  country: Country | null,
  issues: Detail[],
): Phone | null | undefined {
  if (text === undefined) return undefined;
  if (text === "") return null;
  const read = readPhone("phone", text, country);
  if (typeof read === "string") return read;
  issues.push(read);
  return undefined;
}

export async function shownUsers(people: People, users: readonly User[]): Promise<UserData[]> {
  const capabilitiesOf = await people.capabilitiesOf();
  const methods = await people.signInMethods(users.map(({ id }) => id));
  return users.map(({ createdAt, updatedAt, ...user }) => ({
    id: user.id,
    username: user.username,
    email: user.email,
    name: user.name,
    phone: user.phone,
    roles: [...user.roles],
    capabilities: capabilitiesOf(user.roles),
    locale: user.locale,
    two_factor: methods.get(user.id)?.secondFactor ?? false,
    passkeys: methods.get(user.id)?.passkeys ?? 0,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }));
}

/** A page that is not full is the last one. */
export function pageOf(items: readonly { readonly id: number }[], limit: number): Pagination {
  return { per_page: limit, next_cursor: items.length < limit ? null : String(items.at(-1)!.id) };
}
