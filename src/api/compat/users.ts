import { textOf } from "./parameters.ts";
import { failed, refused, succeeded } from "./replies.ts";
import type { CompatRoute } from "./route.ts";

export type FoundUser = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
};

export type UserSearchDeps = {
  /** Users by a part of name, e-mail or number, or by id; null: they are managed elsewhere and cannot be searched. */
  readonly searchUsers: (text: string, limit: number) => Promise<readonly FoundUser[] | null>;
};

const MOST = 100;

/**
 * `GET /users/search`, for the form in which a sender selects people. Addresses and numbers are only for callers who
 * may see users; callers who may only send get names, and who has a number. They find people by name and id alone:
 * searching by part of a number would reveal the number, digit by digit.
 */
export function userSearchRoute({ searchUsers }: UserSearchDeps): CompatRoute {
  return {
    method: "GET",
    path: "/users/search",
    access: "svc_sendsms",
    parameters: { search: { type: "string" }, per_page: { type: "integer" } },
    async handle({ fields, caller }) {
      const limit = Math.min(MOST, Math.max(1, Number(textOf(fields, "per_page") || "20")));
      const text = textOf(fields, "search").replaceAll("\0", "").trim();
      if (caller.hostBlocked)
        return failed("rest_forbidden", "The site is waiting for this response: search there.", 403);
      const sees = caller.capabilities.has("svc_users");
      const all = await searchUsers(text, sees ? limit : MOST);
      if (all === null) return refused("Users are managed by the site: search there.", 404);
      const isNamed = ({ id, name }: FoundUser): boolean =>
        String(id) === text || name.toLowerCase().includes(text.toLowerCase());
      const found = sees ? all : all.filter(isNamed).slice(0, limit);
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
