import { z } from "zod";

import { setupLinkData, userId } from "#contract/users";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import type { UserDeps } from "./users.ts";

/** `POST /users/{id}/setup-link`. */
export function userSetupLinkEndpoint({ people }: Pick<UserDeps, "people">): Endpoint {
  return endpoint({
    operationId: "createSetupLink",
    method: "POST",
    path: "/users/{id}/setup-link",
    access: "svc_users",
    tag: "Users",
    summary: "Create a setup link",
    description:
      "With it the user chooses a web password, once and within 24 hours; their password is valid until then. It replaces the link before. You cannot create one for yourself, or for a user who has capabilities that you lack.",
    input: z.object({ id: userId }),
    data: setupLinkData,
    status: 201,
    errors: ["not_found"],
    // A repeated call makes a new link, so that the token is not stored.
    idempotency: "own",
    async handle({ id }, { caller }) {
      const token = await people.createSetupLink(caller, id);
      return {
        status: 201,
        message: "Setup link created. It is shown only once; send it to the user.",
        data: { token },
      };
    },
  });
}
