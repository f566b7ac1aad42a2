import { ownChanges } from "#contract/session";
import { userData } from "#contract/users";
import type { ChangeUser } from "#domain/users/users";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readUserPhone, shownUsers, type UserDeps } from "./users.ts";

type Changes = Pick<ChangeUser, "name" | "phone" | "email" | "locale">;

/** `PATCH /users/me`. */
export function ownUserEndpoint({ people, country }: UserDeps): Endpoint {
  return endpoint<typeof ownChanges, Changes>({
    operationId: "updateCurrentUser",
    method: "PATCH",
    path: "/users/me",
    access: "session",
    tag: "Users",
    summary: "Change your own profile",
    description: "Only the parameters given are changed; an empty phone removes the number.",
    input: ownChanges,
    data: userData,
    errors: ["not_found", "conflict"],
    read(fields, _context, issues) {
      const { phone: text, ...rest } = fields;
      const phone = readUserPhone(text, country, issues);
      return { ...(rest as Changes), ...(phone !== undefined && { phone }) };
    },
    async handle(changes, { caller }) {
      const [data] = await shownUsers(people, [await people.changeOwnProfile(caller, changes)]);
      return { message: "Your profile is changed.", data };
    },
  });
}
