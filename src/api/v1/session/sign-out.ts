import { z } from "zod";

import { signedOutData } from "#contract/session";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { sessionCookie } from "../../access/session-cookie.ts";
import type { SessionDeps } from "./session-view.ts";

export type SignOutDeps = Pick<SessionDeps, "people" | "platformSessions">;

/** `DELETE /session`. */
export function signOutEndpoint({ people, platformSessions }: SignOutDeps): Endpoint {
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
      await (platformSessions ? platformSessions.end(session!) : people.signOut(session!));
      return {
        message: "You are signed out.",
        data: { signed_out: true },
        headers: { "Set-Cookie": sessionCookie("", 0, client) },
      };
    },
  });
}
