import type { z } from "zod";

import { groupData, groupRequest, groupsData, groupsQuery } from "#contract/groups";
import { nameTaken } from "#domain/error";
import type { Group, GroupStore } from "#domain/newsletter/newsletter-store";
import { counted } from "#lib/counted";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { numberIn, pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";

export type GroupDeps = {
  readonly groups: GroupStore;
  /** Prefix of the paths in `Location`: "/svc/v1" after the mount prefix. */
  readonly base: string;
};

const placeOf = numberIn("grp");

export const common = { access: "svc_subscribers", tag: "Groups" } as const;

/** `GET /groups`, `POST /groups`. */
export function groupsEndpoints({ groups, base }: GroupDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "listGroups",
      method: "GET",
      path: "/groups",
      summary: "List groups",
      input: groupsQuery,
      data: groupsData,
      read({ search, cursor, per_page: limit = PER_PAGE }, _context, issues) {
        return { search: search ?? null, after: readCursor(cursor, placeOf, issues) ?? 0, limit };
      },
      async handle(page) {
        const { groups: found, total } = await groups.list({ ...page, limit: page.limit + 1 });
        const { items, pagination } = pageOf(found, page.limit, ({ id }) => `grp_${id}`);
        return {
          message: `${counted(total, "group")}.`,
          data: { items: items.map(shownGroup), pagination: { total, ...pagination } },
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "createGroup",
      method: "POST",
      path: "/groups",
      summary: "Create a group",
      input: groupRequest,
      data: groupData,
      status: 201,
      errors: ["conflict"],
      async handle({ name, double_opt_in: doubleOptIn, code_texts: codeTexts, welcome_texts: welcomeTexts }) {
        const group = await groups.create(name.trim(), { doubleOptIn, codeTexts, welcomeTexts });
        if (!group) throw nameTaken(name);
        return {
          status: 201,
          message: `Group ${group.name} created.`,
          data: shownGroup(group),
          headers: { Location: `${base}/groups/${group.id}` },
        };
      },
    }),
  ];
}

export function shownGroup(group: Group): z.output<typeof groupData> {
  return {
    id: group.id,
    name: group.name,
    double_opt_in: group.doubleOptIn,
    code_texts: group.codeTexts,
    welcome_texts: group.welcomeTexts,
    subscriber_count: group.members,
    active_count: group.active,
    created_at: isoTime(group.createdAt),
  };
}
