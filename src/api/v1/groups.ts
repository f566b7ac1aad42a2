import type { z } from "zod";

import { groupData, groupRequest, groupsData, groupsQuery } from "#contract/groups";
import { Fault } from "#domain/fault";
import type { Group, GroupStore } from "#domain/ports/newsletter-store";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../endpoint.ts";

export type GroupServices = {
  readonly groups: GroupStore;
  /** What stands before a path in `Location`: "/svc/v1" behind the mount prefix. */
  readonly base: string;
};

const PER_PAGE = 20;

/** `GET /groups`, `POST /groups`. */
export function groupsEndpoints({ groups, base }: GroupServices): Endpoint[] {
  return [
    endpoint({
      method: "GET",
      path: "/groups",
      access: "svc_subscribers",
      tag: "Groups",
      summary: "List groups",
      input: groupsQuery,
      data: groupsData,
      async handle({ search, page = 1, per_page: limit = PER_PAGE }) {
        const found = await groups.list({ search: search ?? null, offset: (page - 1) * limit, limit });
        return {
          message: `${counted(found.total, "group")}.`,
          data: {
            items: found.groups.map(shownGroup),
            pagination: {
              total: found.total,
              total_pages: Math.ceil(found.total / limit),
              current_page: page,
              per_page: limit,
            },
          },
        };
      },
    }),
    endpoint({
      method: "POST",
      path: "/groups",
      access: "svc_subscribers",
      tag: "Groups",
      summary: "Create a group",
      input: groupRequest,
      data: groupData,
      status: 201,
      errors: ["conflict"],
      async handle({ name, double_opt_in: doubleOptIn = null }) {
        const group = await groups.create(name.trim(), doubleOptIn);
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

export function nameTaken(name: string): Fault {
  return new Fault("conflict", `There is a group of the name ${name.trim()} already.`, [
    { field: "name", code: "taken", message: "is the name of another group", value: name },
  ]);
}

export function shownGroup(group: Group): z.output<typeof groupData> {
  return {
    id: group.id,
    name: group.name,
    double_opt_in: group.doubleOptIn,
    subscriber_count: group.members,
    active_count: group.active,
    created_at: new Date(group.createdAt).toISOString(),
  };
}
