/** Creates and checks secrets. Nothing is stored in a form that reveals the secret. */
export type Credentials = {
  /** 24 letters and digits (142 bits). */
  newApplicationPassword(): string;
  /** 32 bytes, keyed with the installation's secret. Only letters and digits of the input count. */
  applicationPasswordHash(typed: string): Buffer;
  /** Identifies a typed password in the memory of this process only: fast, and useless to anyone who reads it. */
  memoryKey(typed: string): string;
  /** A random web password for a first sign-in. */
  newWebPassword(): string;
  /** Deliberately slow (argon2id). */
  hashWebPassword(password: string): Promise<string>;
  /**
   * Without a hash (unknown user) it takes just as long and returns false.
   *
   * @param by.isKnown whether the caller has signed in from this network before; the passwords of all others are checked
   *   apart from theirs, and few of them wait
   * @throws DomainError `too_many_requests`: too many wait already
   */
  verifyWebPassword(hash: string | null, password: string, by: { readonly isKnown: boolean }): Promise<boolean>;
  newSessionToken(): string;
  sessionHash(token: string): Buffer;
  /** For tokens other than a session's: the hash of one kind is never valid as another. */
  tokenHash(
    kind: "setup-link" | "challenge" | "recovery-code" | "passkey-challenge" | "passkey-user",
    token: string,
  ): Buffer;
};
