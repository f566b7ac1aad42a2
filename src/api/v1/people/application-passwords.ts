import {
  deletedPasswords,
  newPasswordData,
  passwordRequest,
  passwordsData,
  passwordsPath,
  passwordsQuery,
  type PasswordData,
} from "#contract/application-passwords";
import type { Caller } from "#domain/access/capability";
import type { ApplicationPassword } from "#domain/users/application-password-store";
import { inGroups, type ApplicationPasswords } from "#domain/users/application-passwords";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readShortPage, shortPage } from "../../response/short-list.ts";
import type { UserDeps } from "./users.ts";

export type PasswordEndpointDeps = Pick<UserDeps, "base"> & { readonly people: ApplicationPasswords };

const PATH = "/users/{id}/application-passwords";

const common = { access: "session_or_svc_users", tag: "Users" } as const;

/** The collection: list, create, revoke all. */
export function applicationPasswordsEndpoints({ people, base }: PasswordEndpointDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "listApplicationPasswords",
      method: "GET",
      path: PATH,
      summary: "List application passwords",
      description:
        "Your own with a web session; those of others with svc_users. The passwords themselves are not stored.",
      input: passwordsQuery,
      data: passwordsData,
      errors: ["not_found"],
      read: (fields, { caller }, issues) => {
        const owner = fields.id === undefined ? null : idOf(fields.id, caller);
        return { owner, page: readShortPage(`application-passwords ${owner}`, fields, issues) };
      },
      async handle({ owner, page }, { caller }) {
        const all = await people.applicationPasswords(caller, owner!);
        const { items, pagination } = shortPage(
          all,
          ({ createdAt, uuid }) => `${createdAt.toISOString()} ${uuid}`,
          page,
        );
        return {
          message: `${counted(items.length, "application password")}.`,
          data: { items: items.map(shownPassword), pagination },
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "createApplicationPassword",
      method: "POST",
      path: PATH,
      summary: "Create an application password",
      description: "The password is shown only in this response.",
      input: passwordRequest,
      data: newPasswordData,
      status: 201,
      errors: ["not_found", "conflict", "already_created"],
      idempotency: "secret",
      async handle({ id, name, app_id: appId = null }, { caller }) {
        const userId = idOf(id, caller);
        const made = await people.createApplicationPassword(caller, userId, { name: name.trim(), appId });
        return {
          status: 201,
          message: "Application password created. It is shown only once; copy it now.",
          data: { ...shownPassword(made), password: inGroups(made.password) },
          headers: { Location: `${base}/users/${userId}/application-passwords/${made.uuid}` },
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "revokeAllApplicationPasswords",
      method: "DELETE",
      path: PATH,
      summary: "Revoke all application passwords",
      input: passwordsPath,
      data: deletedPasswords,
      errors: ["not_found"],
      async handle({ id }, { caller }) {
        const count = await people.revokeApplicationPasswords(caller, idOf(id, caller));
        return { message: `${counted(count, "application password")} revoked.`, data: { deleted: true, count } };
      },
    }),
  ];
}

export function idOf(id: number | "me", caller: Caller): number {
  return id === "me" ? caller.userId : id;
}

export function shownPassword(password: ApplicationPassword): PasswordData {
  return {
    uuid: password.uuid,
    app_id: password.appId ?? "",
    name: password.name,
    created: password.createdAt.toISOString(),
    last_used: password.lastUsedAt?.toISOString() ?? null,
    last_ip: password.lastIp,
  };
}
