import { z } from "zod";

import { deletedUser, userChanges, userData, userId } from "#contract/users";
import type { ChangeUser } from "#domain/users/users";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { common, readUserPhone, shownUsers, type UserDeps } from "./users.ts";

const path = z.object({ id: userId });

/**
 * `GET /users/me`, and GET, PATCH, DELETE of `/users/{id}`. `me` comes first, because the first route that matches is
 * used.
 */
export function userEndpoints(services: UserDeps): Endpoint[] {
  const { people } = services;
  return [
    endpoint({
      operationId: "getCurrentUser",
      method: "GET",
      path: "/users/me",
      access: "user",
      tag: "Users",
      summary: "Show who you are and what you may do",
      input: z.object({}),
      data: userData,
      errors: ["not_found"],
      async handle(_input, { caller }) {
        const [data] = await shownUsers(people, [await people.user(caller.userId)]);
        return { message: `You are ${caller.username}.`, data };
      },
    }),
    endpoint({
      ...common,
      operationId: "getUser",
      method: "GET",
      path: "/users/{id}",
      summary: "Show a user",
      input: path,
      data: userData,
      errors: ["not_found"],
      async handle({ id }) {
        const user = await people.user(id);
        const [data] = await shownUsers(people, [user]);
        return { message: `User ${user.username}.`, data };
      },
    }),
    endpoint<typeof userChanges, { id: number; changes: ChangeUser }>({
      ...common,
      operationId: "updateUser",
      method: "PATCH",
      path: "/users/{id}",
      summary: "Change a user",
      description:
        "Only the parameters given are changed; an empty phone removes the number. A new password ends the user's sessions and setup link; `two_factor: false` also removes their passkeys. Your own password and second factor are changed by POST /session/password and DELETE /session/totp, which ask for the current password. You cannot change a user who has capabilities that you lack, nor leave the site without anyone who can manage users.",
      input: userChanges,
      data: userData,
      errors: ["not_found", "conflict"],
      async read(fields, _context, issues) {
        const { id, phone: text, roles, two_factor: factor, ...rest } = fields;
        const phone = readUserPhone(text, services.country, issues);
        if (roles) issues.push(...(await people.unknownRoles(roles)));
        const changes: ChangeUser = {
          ...(rest as ChangeUser),
          ...(phone !== undefined && { phone }),
          ...(roles && { roles: [...new Set(roles)] }),
          ...(factor === false && { endsSecondFactor: true }),
        };
        return { id: id!, changes };
      },
      async handle({ id, changes }, { caller }) {
        const user = await people.changeUser(caller, id, changes);
        const [data] = await shownUsers(people, [user]);
        return { message: `User ${user.username} changed.`, data };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteUser",
      method: "DELETE",
      path: "/users/{id}",
      summary: "Delete a user",
      description: "Their application passwords and sessions are deleted too. You cannot delete yourself.",
      input: path,
      data: deletedUser,
      errors: ["not_found", "conflict"],
      async handle({ id }, { caller }) {
        const user = await people.removeUser(caller, id);
        const [previous] = await shownUsers(people, [user]);
        return { message: `User ${user.username} deleted.`, data: { deleted: true, previous } };
      },
    }),
  ];
}
