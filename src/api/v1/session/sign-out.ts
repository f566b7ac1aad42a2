import { z } from "zod";

import { endedSessionsData, signedOutData } from "#contract/session";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { sessionCookie } from "../../access/session-cookie.ts";
import type { SessionDeps } from "./session-view.ts";

export type SignOutDeps = Pick<SessionDeps, "people" | "platformSessions">;

/** `DELETE /session`, `DELETE /session/others`. */
export function signOutEndpoints({ people, platformSessions }: SignOutDeps): Endpoint[] {
  const common = { method: "DELETE", access: "session", tag: "Session", input: z.object({}) } as const;
  return [
    endpoint({
      ...common,
      operationId: "signOut",
      path: "/session",
      summary: "Sign out",
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
    }),
    endpoint({
      ...common,
      operationId: "signOutElsewhere",
      path: "/session/others",
      summary: "Sign out everywhere else",
      description: "Ends your sessions in other browsers. Application passwords stay.",
      data: endedSessionsData,
      async handle(_input, { caller, browser }) {
        const session = browser().session!;
        const ended = await (platformSessions
          ? platformSessions.endOthers(caller, session)
          : people.signOutElsewhere(caller, session));
        return { message: `${counted(ended, "other session")} ended.`, data: { ended } };
      },
    }),
  ];
}
