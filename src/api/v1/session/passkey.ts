import { z } from "zod";

import { passkeySignIn, requestOptions } from "#contract/passkeys";
import { sessionData } from "#contract/session";

import { requireOwnPage } from "../../access/browser.ts";
import { endpoint, type Endpoint } from "../../endpoint.ts";
import { HttpError } from "../../response/http-error.ts";
import { admitted, SMALL_BODY, type SessionDeps } from "./session-view.ts";

const errors = ["foreign_origin", "https_required", "passkeys_unavailable", "too_many_requests"] as const;

/** `POST /session/passkey/options` and `POST /session/passkey`. */
export function passkeySignInEndpoints(services: SessionDeps): Endpoint[] {
  return [
    endpoint({
      operationId: "startPasskeySignIn",
      method: "POST",
      path: "/session/passkey/options",
      access: "public",
      tag: "Session",
      summary: "Begin to sign in with a passkey",
      description: "Returns what the browser needs; nothing in it depends on who signs in.",
      input: z.object({}),
      bodyBytes: SMALL_BODY,
      data: requestOptions,
      errors,
      idempotency: "own",
      async handle(_input, { ip, browser }) {
        const { origin } = requireOwnPage(browser());
        const data = await services.people.startPasskeySignIn({ origin, ip });
        return { message: "Sign the challenge with a passkey within five minutes.", data };
      },
    }),
    endpoint({
      operationId: "signInWithPasskey",
      method: "POST",
      path: "/session/passkey",
      access: "public",
      tag: "Session",
      summary: "Sign in with a passkey",
      description:
        "A passkey with user verification is two factors: neither the password nor a code is required. An unknown passkey, a wrong signature, an unknown, used or expired challenge and a counter that went back get the same response.",
      input: passkeySignIn,
      bodyBytes: SMALL_BODY,
      data: sessionData,
      errors: ["unauthorized", ...errors],
      // A challenge is used up even if the call is refused.
      idempotency: "own",
      async handle({ credential: assertion }, { ip, browser }) {
        const own = requireOwnPage(browser());
        const { origin, session: earlier } = own;
        const opened = await services.people.signInWithPasskey({ assertion, origin, ip, earlier });
        if (!opened) throw new HttpError("unauthorized", "The passkey is not accepted, or the sign-in took too long.");
        return admitted(services, opened, own);
      },
    }),
  ];
}
