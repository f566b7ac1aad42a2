import type { Uuid } from "#lib/ids";
import { typedCode } from "#lib/typed-digits";

import { wrongCode } from "../guard/refuse-code.ts";
import { DEFAULT_DIGITS, isCode, OTP_TRIES, type OtpIdentity } from "./otp-code.ts";
import type { OtpSelector } from "./otp-store.ts";
import type { OtpDeps } from "./send-otp.ts";

export type VerifiedOtp = {
  readonly id: Uuid;
  /** Milliseconds since 1970. */
  readonly verifiedAt: number;
};

/**
 * Stands in for a missing one-time password, so that the comparison takes the same time; its code is as unpredictable
 * as any other.
 */
const NOBODY: OtpIdentity = {
  id: "00000000-0000-7000-8000-000000000000" as Uuid,
  numberHash: Buffer.alloc(32),
  digits: DEFAULT_DIGITS,
};

/**
 * Checks a code. The right one is accepted once; of two at the same time, one.
 *
 * Every failure is the same error after the same work: unknown number, another caller's, wrong, expired, used, too many
 * attempts. It is thrown after a transaction of its own has committed: rolled back with the caller's transaction, a
 * wrong attempt would not count.
 *
 * @param kept runs inside the transaction that verifies
 * @throws DomainError verification_failed
 */
export async function checkOtp(
  { otps, guard, unitOfWork, otpKey }: OtpDeps,
  selector: OtpSelector,
  code: string,
  kept: (verified: VerifiedOtp) => Promise<void> = async () => undefined,
): Promise<VerifiedOtp> {
  const verified = await unitOfWork.ownTransaction(async () => {
    // The attempt is counted before the code is compared: fifty concurrent guesses still get only five.
    const otp = await otps.takeTry(selector, OTP_TRIES);
    const right = isCode(otpKey, typedCode(code), otp ?? NOBODY);
    if (!otp || !right) return null;
    const done = { id: otp.id, verifiedAt: await otps.end(otp.id) };
    await guard.verified(otp.numberHash);
    await kept(done);
    return done;
  });
  if (!verified) throw wrongCode();
  return verified;
}
