import { changedPasswordData, ownPasswordRequest } from "#contract/session";
import { SESSION_SECONDS } from "#domain/users/open-session";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { sessionCookie } from "../../access/session-cookie.ts";
import { SMALL_BODY, type SessionDeps } from "./session-view.ts";

/** `POST /session/password`. */
export function ownPasswordEndpoint({ people }: Pick<SessionDeps, "people">): Endpoint {
  return endpoint({
    operationId: "changeOwnPassword",
    method: "POST",
    path: "/session/password",
    access: "session",
    tag: "Session",
    summary: "Change your web password",
    description: "Ends all your sessions; this one continues with a new cookie.",
    input: ownPasswordRequest,
    bodyBytes: SMALL_BODY,
    data: changedPasswordData,
    idempotency: "own",
    async handle(given, { caller, ip, browser }) {
      const { token } = await people.changeOwnPassword(caller, { ...given, ip });
      return {
        message: "Your password is changed. All other sessions have ended.",
        data: { changed: true },
        headers: { "Set-Cookie": sessionCookie(token, SESSION_SECONDS, browser().client) },
      };
    },
  });
}
