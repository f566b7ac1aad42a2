import type { GuardHashes } from "#domain/guard/guard-hashes";
import { otpSection, type OtpSettings } from "#domain/otp/otp-settings";

import type { Storage } from "./storage.ts";

/** What one-time passwords need besides the guard. */
export type OpenCodes = {
  readonly hashes: GuardHashes;
  /** Computes one-time passwords. */
  readonly otpKey: Buffer;
  readonly otpSettings: () => Promise<OtpSettings>;
};

export function openCodes({ key, queries, hashes }: Pick<Storage, "key" | "queries" | "hashes">): OpenCodes {
  return {
    hashes,
    otpKey: key.derive("one-time-password"),
    otpSettings: () => queries.settings.read(otpSection),
  };
}
