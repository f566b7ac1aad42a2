import { endedTotpData, recoveryData, totpCode, totpData, totpRequest } from "#contract/session";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { SMALL_BODY, type SessionDeps } from "./session-view.ts";

const common = { access: "session", tag: "Session" } as const;

/** `POST /session/totp`, its confirmation, and `DELETE /session/totp`. */
export function totpEndpoints({ people }: Pick<SessionDeps, "people">): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "startTotp",
      method: "POST",
      path: "/session/totp",
      summary: "Set up a second factor",
      description:
        "For an authenticator app (TOTP, RFC 6238). Signing in requires no code before /session/totp/confirm was called with one.",
      input: totpRequest,
      bodyBytes: SMALL_BODY,
      data: totpData,
      errors: ["conflict"],
      idempotency: "own",
      async handle({ password }, { caller, ip }) {
        const { secret, url } = await people.startSecondFactor(caller, { password, ip });
        return {
          message: "Enter the secret into an authenticator app, then confirm with a code.",
          data: { secret, otpauth_url: url },
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "confirmTotp",
      method: "POST",
      path: "/session/totp/confirm",
      summary: "Turn the second factor on",
      description: "Within an hour after its setup. Your other sessions end. Ten recovery codes are shown once.",
      input: totpCode,
      bodyBytes: SMALL_BODY,
      data: recoveryData,
      idempotency: "own",
      async handle({ code }, { caller, browser }) {
        const codes = await people.confirmSecondFactor(caller, { code, session: browser().session! });
        return {
          message: "The second factor is on. Store the recovery codes: they are shown only once.",
          data: { recovery_codes: codes },
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "disableTotp",
      method: "DELETE",
      path: "/session/totp",
      summary: "Turn the second factor off",
      input: totpRequest,
      bodyBytes: SMALL_BODY,
      data: endedTotpData,
      async handle({ password }, { caller, ip }) {
        const deleted = await people.endOwnSecondFactor(caller, { password, ip });
        return { message: deleted ? "The second factor is off." : "There was no second factor.", data: { deleted } };
      },
    }),
  ];
}
