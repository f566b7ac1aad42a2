import { userName, userNamePath } from "#contract/users";
import type { Caller, Capability } from "#domain/access/capability";
import type { Host } from "#domain/access/host";
import { DomainError } from "#domain/error";
import type { People } from "#domain/users/people";

import { endpoint, type Endpoint } from "../../endpoint.ts";

export type UserNameDeps = {
  readonly people: Pick<People, "user">;
  readonly host: Pick<Host, "nameOf">;
  readonly managedBy?: Host["managedBy"] | undefined;
};

/** Who did something is in the log, in the settings and among the users: any of these rights shows a name. */
const READERS: readonly Capability[] = ["svc_outbox", "svc_setting", "svc_users"];

/** `GET /users/{id}/name`: also of the users whom another platform manages. */
export function userNameEndpoint({ people, host, managedBy }: UserNameDeps): Endpoint {
  async function nameOf(id: number, { hostBlocked }: Caller): Promise<string | null> {
    if (!managedBy) return (await people.user(id)).name;
    if (hostBlocked) {
      throw new DomainError("host_unavailable", "The platform waits for this response: call the service itself.");
    }
    return (await host.nameOf?.(id)) ?? null;
  }

  return endpoint({
    operationId: "getUserName",
    method: "GET",
    path: "/users/{id}/name",
    access: "user",
    tag: "Users",
    summary: "Show the name of a user",
    description:
      "Of the user whom `owner` and `created_by` name by their id, also if another platform manages the users: then only of those who have a capability here. Requires svc_outbox, svc_setting or svc_users.",
    input: userNamePath,
    data: userName,
    errors: ["not_found", "forbidden", "host_unavailable"],
    async handle({ id }, { caller }) {
      if (!READERS.some((capability) => caller.capabilities.has(capability))) {
        throw new DomainError("forbidden", `This needs one of the capabilities ${READERS.join(", ")}.`);
      }
      const name = await nameOf(id, caller);
      if (name === null) throw new DomainError("not_found", `The name of user ${id} is not known.`);
      return { message: `User ${id}.`, data: { id, name } };
    },
  });
}
