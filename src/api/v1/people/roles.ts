import type { z } from "zod";

import { deletedRole, roleChanges, roleData, rolePath, roleRequest, rolesData, rolesQuery } from "#contract/roles";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readShortPage, shortPage } from "../../response/short-list.ts";
import { common, type UserDeps } from "./users.ts";

/** `/roles` and `/roles/{name}`: which capabilities a role grants. */
export function rolesEndpoints({ people, base }: Pick<UserDeps, "people" | "base">): Endpoint[] {
  const change = (method: "PUT" | "PATCH"): Endpoint =>
    endpoint({
      operationId: method === "PUT" ? "setRole" : "updateRole",
      ...(method === "PUT" && { needsBody: true as const }),
      method,
      path: "/roles/{name}",
      access: "svc_users",
      tag: "Users",
      summary: method === "PUT" ? "Set a role's capabilities" : "Change a role",
      description: "Affects every user with the role, so you must have the capabilities that you add or remove.",
      input: roleChanges,
      data: roleData,
      errors: ["not_found", "conflict"],
      read(fields, _context, issues) {
        if (method === "PUT" && !fields.capabilities && !issues.some((issue) => issue.field === "capabilities")) {
          issues.push({ field: "capabilities", code: "required", message: "is required" });
        }
        return fields as z.output<typeof roleChanges>;
      },
      async handle({ name, label, capabilities }, { caller }) {
        const changes = {
          ...(label !== undefined && { label }),
          ...(capabilities && { capabilities: [...new Set(capabilities)] }),
        };
        const data = await people.changeRole(caller, name, changes);
        return { message: `Role ${name} changed.`, data };
      },
    });

  return [
    endpoint({
      ...common,
      operationId: "listRoles",
      method: "GET",
      path: "/roles",
      summary: "List roles and their capabilities",
      errors: ["not_found"],
      input: rolesQuery,
      data: rolesData,
      read: (fields, _context, issues) => readShortPage("roles", fields, issues),
      async handle(page) {
        const data = shortPage(await people.roles(), ({ name }) => name, page);
        return { message: `${counted(data.items.length, "role")}.`, data };
      },
    }),
    endpoint({
      ...common,
      operationId: "createRole",
      method: "POST",
      path: "/roles",
      summary: "Create a role",
      input: roleRequest,
      data: roleData,
      status: 201,
      errors: ["not_found", "conflict"],
      async handle({ name, label = name, capabilities = [] }, { caller }) {
        const data = await people.createRole(caller, { name, label, capabilities: [...new Set(capabilities)] });
        return { status: 201, message: `Role ${name} created.`, data, headers: { Location: `${base}/roles/${name}` } };
      },
    }),
    change("PUT"),
    change("PATCH"),
    endpoint({
      ...common,
      operationId: "deleteRole",
      method: "DELETE",
      path: "/roles/{name}",
      summary: "Delete a role that no user has",
      input: rolePath,
      data: deletedRole,
      errors: ["not_found", "conflict"],
      async handle({ name }, { caller }) {
        const previous = await people.removeRole(caller, name);
        return { message: `Role ${name} deleted.`, data: { deleted: true, previous } };
      },
    }),
  ];
}
