import { textOf } from "./parameters.ts";
import { succeeded } from "./replies.ts";
import type { CompatRoute } from "./route.ts";

export type FoundUser = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
};

export type UserSearchServices = {
  /** Users by a part of name, e-mail or number, or by id. */
  readonly searchUsers: (text: string, limit: number) => Promise<readonly FoundUser[]>;
};

/**
 * `GET /users/search`, for the form in which a sender picks people. Addresses and numbers are for those who may see
 * users; who may only send learns names, and whom a text would reach.
 */
export function userSearchRoute({ searchUsers }: UserSearchServices): CompatRoute {
  return {
    method: "GET",
    path: "/users/search",
    access: "svc_sendsms",
    parameters: { search: { type: "string" }, per_page: { type: "integer" } },
    async handle({ fields, caller }) {
      const limit = Math.min(100, Math.max(1, Number(textOf(fields, "per_page") || "20")));
      const found = await searchUsers(textOf(fields, "search").trim(), limit);
      const sees = caller.capabilities.has("svc_users");
      const users = found.map(({ id, name, email, phone }) => ({
        id,
        name,
        email: sees ? email : "",
        mobile: sees ? phone : null,
        hasMobile: phone !== null && phone !== "",
      }));
      return succeeded("", { users });
    },
  };
}
