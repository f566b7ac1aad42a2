/** One-time codes of an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). */
export type Totp = {
  /** 160 random bits, in base32 as apps expect them. */
  newSecret(): string;
  /** The `otpauth://` address that a QR code contains. */
  url(secret: string, username: string): string;
  /** For the database: bound to the user, unreadable without the installation's key. */
  seal(secret: string, userId: number): Buffer;
  /**
   * Time step of a correct code: the current one, or its neighbor on either side. null: the code is wrong.
   *
   * @param now milliseconds since 1970
   */
  stepOf(code: string, sealed: Uint8Array, userId: number, now: number): number | null;
  /** Ten letters and digits (50 bits) in two groups. */
  newRecoveryCode(): string;
};
