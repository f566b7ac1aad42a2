import { setupRequest, signedInData } from "#contract/session";

import { requireOwnPage } from "../../access/browser.ts";
import { endpoint, type Endpoint } from "../../endpoint.ts";
import { HttpError } from "../../response/http-error.ts";
import { admitted, SMALL_BODY, type SessionDeps } from "./session-view.ts";

/** `POST /session/setup`. */
export function setupEndpoint(services: SessionDeps): Endpoint {
  return endpoint({
    operationId: "completeSetup",
    method: "POST",
    path: "/session/setup",
    access: "public",
    tag: "Session",
    summary: "Choose a web password with a setup link",
    description:
      "Signs the user in as well, and ends their other sessions. A link is valid for 24 hours and works once; `tidings user setup-link` makes another.",
    input: setupRequest,
    bodyBytes: SMALL_BODY,
    data: signedInData,
    errors: ["not_found", "unauthorized", "foreign_origin", "https_required", "too_many_requests"],
    idempotency: "own",
    async handle({ token, password }, { ip, browser }) {
      const own = requireOwnPage(browser());
      const admission = await services.people.completeSetup({ token, password, ip, earlier: own.session });
      if (!admission) {
        throw new HttpError(
          "not_found",
          "This setup link was used, has expired or was replaced. Make another: npx tidings user setup-link",
        );
      }
      return admitted(services, admission, own);
    },
  });
}
