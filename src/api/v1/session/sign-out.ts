import { z } from "zod";

import { signedOutData } from "#contract/session";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { sessionCookie } from "../../session-cookie.ts";
import type { SessionDeps } from "./session-view.ts";

/** `DELETE /session`. */
export function signOutEndpoint({ people }: Pick<SessionDeps, "people">): Endpoint {
  return endpoint({
    operationId: "signOut",
    method: "DELETE",
    path: "/session",
    access: "session",
    tag: "Session",
    summary: "Sign out",
    input: z.object({}),
    data: signedOutData,
    async handle(_input, context) {
      const { session, client } = context.browser();
      await people.signOut(session!);
      return {
        message: "You are signed out.",
        data: { signed_out: true },
        headers: { "Set-Cookie": sessionCookie("", 0, client) },
      };
    },
  });
}
