import { secondFactorRequest, sessionData } from "#contract/session";

import { requireOwnPage } from "../../access/browser.ts";
import { endpoint, type Endpoint } from "../../endpoint.ts";
import { HttpError } from "../../response/http-error.ts";
import { admitted, SMALL_BODY, type SessionDeps } from "./session-view.ts";

/** `POST /session/second-factor`. */
export function secondFactorEndpoint(services: SessionDeps): Endpoint {
  return endpoint({
    operationId: "confirmSecondFactor",
    method: "POST",
    path: "/session/second-factor",
    access: "public",
    tag: "Session",
    summary: "Complete a sign-in with a code",
    description:
      "A code is accepted once. An unknown challenge, an expired one, a wrong code and a used one get the same response. After five wrong codes the user must wait after each.",
    input: secondFactorRequest,
    bodyBytes: SMALL_BODY,
    data: sessionData,
    errors: ["unauthorized", "foreign_origin", "https_required", "too_many_requests"],
    // In the pipeline's transaction, a refusal would roll back the count of wrong codes.
    idempotency: "own",
    async handle({ challenge, code }, { ip, browser }) {
      const own = requireOwnPage(browser());
      const opened = await services.people.passSecondFactor({ challenge, code, ip, earlier: own.session });
      if (!opened) throw new HttpError("unauthorized", "The code is wrong, or the sign-in took too long.");
      return admitted(services, opened, own);
    },
  });
}
