import { deletedPassword, passwordData, passwordPath, passwordsPath } from "#contract/application-passwords";
import { DomainError } from "#domain/error";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { idOf, shownPassword, type PasswordEndpointDeps } from "./application-passwords.ts";

const PATH = "/users/{id}/application-passwords";

/** One of them: `/introspect` by the password itself, DELETE of `/{uuid}`, and its undo. */
export function applicationPasswordEndpoints({ people }: PasswordEndpointDeps): Endpoint[] {
  return [
    endpoint({
      operationId: "introspectApplicationPassword",
      method: "GET",
      path: `${PATH}/introspect`,
      access: "user",
      tag: "Users",
      summary: "Show the application password that this call was made with",
      input: passwordsPath,
      data: passwordData,
      errors: ["not_found"],
      async handle({ id }, { caller }) {
        if (idOf(id, caller) !== caller.userId)
          throw new DomainError("forbidden", "You can only view your own application password here.");
        const used = caller.passwordId === undefined ? null : await people.applicationPassword(caller.passwordId);
        if (!used) throw new DomainError("not_found", "This call was not made with an application password.");
        return { message: `Application password ${used.name}.`, data: shownPassword(used) };
      },
    }),
    endpoint({
      operationId: "revokeApplicationPassword",
      method: "DELETE",
      path: `${PATH}/{uuid}`,
      access: "session_or_svc_users",
      tag: "Users",
      summary: "Revoke an application password",
      description:
        "It is refused immediately, and on other nodes of the same installation within a second. For ten minutes it can be restored.",
      input: passwordPath,
      data: deletedPassword,
      errors: ["not_found"],
      async handle({ id, uuid }, { caller }) {
        const previous = await people.revokeApplicationPassword(caller, idOf(id, caller), uuid);
        const data = { deleted: true, previous: shownPassword(previous) };
        return { message: `Application password ${previous.name} revoked.`, data };
      },
    }),
    endpoint({
      operationId: "restoreApplicationPassword",
      method: "POST",
      path: `${PATH}/{uuid}/restore`,
      access: "session_or_svc_users",
      tag: "Users",
      summary: "Restore an application password that was revoked by mistake",
      description:
        "Within ten minutes. It works again as it was, with its id, name and history. 404 after that, and while another one has its name.",
      input: passwordPath,
      data: passwordData,
      errors: ["not_found"],
      async handle({ id, uuid }, { caller }) {
        const restored = await people.restoreApplicationPassword(caller, idOf(id, caller), uuid);
        return { message: `Application password ${restored.name} works again.`, data: shownPassword(restored) };
      },
    }),
  ];
}
