import { otpData, otpRequest } from "#contract/otp";
import { limits } from "#contract/limits";
import { routeWarningsOf, type RouteWarningsDeps } from "#domain/gateways/route-warnings";
import { DEFAULT_DIGITS } from "#domain/otp/otp-code";
import { sendOtp, type SendOtpCommand, type SendOtpDeps, type SentOtp } from "#domain/otp/send-otp";
import { doubtAbout } from "#domain/recipients/numbers";
import type { Country, Phone } from "#domain/recipients/phone";
import { withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { OTP_ID, readNumber } from "./otp-fields.ts";
import { readWording, type OtpWordingDeps } from "./otp-wording.ts";

export type OtpEndpointDeps = SendOtpDeps &
  OtpWordingDeps & {
    readonly country: Country | null;
    /** The site's sender id, for calls that set none. */
    readonly sender: string | null;
  };

/** `POST /otp`. */
export function otpEndpoint(services: OtpEndpointDeps & RouteWarningsDeps): Endpoint {
  return endpoint<typeof otpRequest, SendOtpCommand>({
    operationId: "sendOneTimePassword",
    method: "POST",
    path: "/otp",
    access: "svc_sendsms",
    tag: "One-time passwords",
    summary: "Send a code to a number",
    description:
      "Sends a code that, once it is submitted to `POST /otp/check`, proves that a person reads messages at the number. A repeated call within the first period of validity sends the same code again, valid for another period; used attempts stay used. No reply, event or log contains the code.",
    input: otpRequest,
    data: otpData,
    errors: ["not_in_this_state", "no_gateway", "gateway_cannot", "spend_cap_reached", "insufficient_credit"],
    async read(fields, { caller, warnings }, issues) {
      const phone = fields.number === undefined ? ("" as Phone) : readNumber(fields.number, services.country, issues);
      const doubt = phone.startsWith("+") ? doubtAbout("number", phone) : null;
      if (doubt !== null) warnings.push(doubt);
      const digits = fields.length ?? DEFAULT_DIGITS;
      const validFor = fields.expires_in ?? limits.otpSeconds;
      const sender = fields.sender ?? services.sender;
      return {
        phone,
        owner: caller.principal,
        purpose: fields.purpose ?? "",
        digits,
        validFor,
        wording: await readWording(services, fields, { phone, sender, digits, validFor }, issues),
        sender,
        ip: fields.client_ip ?? null,
      };
    },
    async handle(command) {
      const route = services.routes.byDefault();
      // Before the code is committed: a call that fails here has sent none.
      const { warnings } = route ? await routeWarningsOf(services, route, "otp", [command.phone]) : { warnings: [] };
      return replyOf(await sendOtp(services, command), warnings);
    },
  });
}

function replyOf({ id, expiresAt, resendAfter, again, sandbox }: SentOtp, warnings: readonly string[]): Reply {
  return {
    message: sandbox ? "The code went to the sandbox: nothing leaves this machine." : "The code is on its way.",
    data: {
      id: withPrefix(OTP_ID, id),
      expires_at: isoTime(expiresAt),
      resend_after: resendAfter,
      resent: again,
      sandbox,
      ...(warnings.length > 0 && { warnings }),
    },
  };
}
