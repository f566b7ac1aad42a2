import type { Uuid } from "#lib/ids";

import type { OtpIdentity } from "./otp-code.ts";

/** Whose one-time password it is: no caller can use another's, and codes for different purposes are different. */
export type OtpOwner = { readonly owner: string; readonly purpose: string };

export type NewOtp = OtpOwner &
  OtpIdentity & {
    /** Seconds. */
    readonly validFor: number;
  };

export type StoredOtp = OtpIdentity & {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The code that was sent before is sent again. */
  readonly again: boolean;
};

/** The one-time password that a check refers to. */
export type OtpSelector = OtpOwner &
  ({ readonly id: Uuid; readonly numberHash?: never } | { readonly numberHash: Buffer; readonly id?: never });

export type OtpStore = {
  /**
   * Stores a new one, or continues the present one: in its first period, with attempts left and as many digits, its
   * code is sent again and valid for another period. Attempts that were used stay used.
   */
  put(otp: NewOtp, maxTries: number): Promise<StoredOtp>;
  /**
   * Uses up one of the attempts. null: none, expired, or out of attempts. Writes and flushes in every case, so that the
   * response takes as long for an unknown number. The row is locked until the transaction ends.
   */
  takeTry(selector: OtpSelector, maxTries: number): Promise<OtpIdentity | null>;
  /** Ends it, because its code was entered. @returns the time, in milliseconds since 1970 */
  end(id: Uuid): Promise<number>;
};
