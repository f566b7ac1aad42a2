import { otpCheckData, otpCheckRequest } from "#contract/otp";
import type { Detail } from "#domain/error";
import { wrongCode } from "#domain/guard/refuse-code";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";
import { checkOtp, type VerifiedOtp } from "#domain/otp/check-otp";
import type { OtpSelector } from "#domain/otp/otp-store";
import { withoutPrefix, withPrefix, type Uuid } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { bodyOf } from "../../pipeline.ts";
import { OTP_ID, readNumber } from "./otp-fields.ts";
import type { OtpEndpointDeps } from "./otp.ts";

type Deps = Pick<OtpEndpointDeps, "otps" | "guard" | "hashes" | "unitOfWork" | "otpKey" | "country"> & {
  readonly idempotency: IdempotencyStore;
};

type Check = { readonly selector: OtpSelector; readonly code: string };

/** `POST /otp/check`. */
export function otpCheckEndpoint(services: Deps): Endpoint {
  return endpoint<typeof otpCheckRequest, Check>({
    operationId: "checkOneTimePassword",
    method: "POST",
    path: "/otp/check",
    access: "svc_sendsms",
    tag: "One-time passwords",
    summary: "Check a code",
    description:
      "The right code is accepted once. A wrong code, an unknown number, another caller's code, an expired or used code and too many attempts get the same response.",
    input: otpCheckRequest,
    data: otpCheckData,
    errors: ["verification_failed"],
    // It refuses to run inside the pipeline's transaction: there, a wrong attempt would be rolled back with the
    // refusal, and any number of guesses, each under its own key, would be free.
    idempotency: "own",
    read(fields, { caller }, issues) {
      const owned = { owner: caller.principal, purpose: fields.purpose ?? "" };
      if (fields.id !== undefined && fields.number !== undefined) {
        issues.push({ field: "id", code: "not_together", message: "must not be used together with number" });
      }
      if (fields.id !== undefined) {
        return { selector: { ...owned, id: readId(fields.id, issues) }, code: fields.code ?? "" };
      }
      if (fields.number === undefined) {
        issues.push({ field: "number", code: "required", message: "is required, or id instead" });
        return { selector: { ...owned, numberHash: Buffer.alloc(0) }, code: "" };
      }
      const phone = readNumber(fields.number, services.country, issues);
      const numberHash = issues.length > 0 ? Buffer.alloc(0) : services.hashes.number(phone);
      return { selector: { ...owned, numberHash }, code: fields.code ?? "" };
    },
    async handle({ selector, code }, { idempotency, warnings }) {
      if (!idempotency) return replyOf(await checkOtp(services, selector, code));
      // The pipeline looks up the earlier response again and returns it, or reports that the key is in use.
      if (await services.idempotency.find(idempotency)) throw wrongCode();
      const keep = (verified: VerifiedOtp): Promise<void> =>
        services.idempotency.save(idempotency, { status: 200, body: bodyOf(replyOf(verified), warnings) });
      return replyOf(await checkOtp(services, selector, code, keep));
    },
  });
}

function readId(text: string, issues: Detail[]): Uuid {
  const id = withoutPrefix(OTP_ID, text);
  if (id === null) issues.push({ field: "id", code: "invalid_format", message: `must begin with ${OTP_ID}_` });
  return id as Uuid;
}

function replyOf({ id, verifiedAt }: VerifiedOtp): Reply {
  return {
    message: "The code is right.",
    data: { id: withPrefix(OTP_ID, id), verified: true, verified_at: isoTime(verifiedAt) },
  };
}
