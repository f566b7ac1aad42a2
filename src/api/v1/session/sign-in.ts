import { signedInData, signInRequest } from "#contract/session";

import { requireOwnPage } from "../../access/browser.ts";
import { endpoint, type Endpoint } from "../../endpoint.ts";
import { HttpError } from "../../response/http-error.ts";
import { admitted, SMALL_BODY, type SessionDeps } from "./session-view.ts";

/** `POST /session`. The response is the same for a wrong password and an unknown user. */
export function signInEndpoint(services: SessionDeps): Endpoint {
  return endpoint({
    operationId: "signIn",
    method: "POST",
    path: "/session",
    access: "public",
    tag: "Session",
    summary: "Sign in with a web password",
    description:
      "For pages of this service's own origin: the session is a cookie that scripts cannot read. Programs use application passwords instead. If the user has a second factor, no cookie is set, and `data` has a challenge for /session/second-factor.",
    input: signInRequest,
    bodyBytes: SMALL_BODY,
    data: signedInData,
    errors: ["unauthorized", "foreign_origin", "https_required", "too_many_requests"],
    // In the pipeline's transaction, a refusal would roll back the count of wrong attempts.
    idempotency: "own",
    async handle({ login, password }, { ip, browser }) {
      const own = requireOwnPage(browser());
      const admission = await services.people.signIn({ login: login.trim(), password, ip, earlier: own.session });
      if (!admission) throw new HttpError("unauthorized", "User name or password is wrong.");
      return admitted(services, admission, own);
    },
  });
}
