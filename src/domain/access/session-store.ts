import type { Account } from "../users/application-password-store.ts";

export type SessionTimes = {
  readonly signedInAt: Date;
  readonly expiresAt: Date;
  /** Name of the passkey that opened it; null: a password did, or a passkey that was removed in this session. */
  readonly passkey: string | null;
};

export type SessionStore = {
  /**
   * Opens a session if the user's password is still the one that was checked, and no second factor is on that was not
   * checked. Returns whether it did.
   */
  open(session: {
    readonly hash: Buffer;
    readonly userId: number;
    readonly passwordHash: string;
    readonly seconds: number;
    /** A code was checked too, or was not needed: the user is signed in already. */
    readonly secondFactor: boolean;
  }): Promise<boolean>;
  /**
   * Opens a session for a passkey whose signature was checked, and records the use. false: the passkey was removed, or
   * its counter does not rise.
   */
  openWithPasskey(session: {
    readonly hash: Buffer;
    readonly passkeyId: string;
    readonly counter: number;
    readonly seconds: number;
  }): Promise<boolean>;
  /**
   * Records the use. null: there is none, or it has expired.
   *
   * @param idleSeconds time without use after which a session ends
   */
  find(hash: Buffer, idleSeconds: number): Promise<Account | null>;
  times(hash: Buffer): Promise<SessionTimes | null>;
  end(hash: Buffer): Promise<void>;
  /** @param except hash of the session that goes on @returns how many there were */
  endAll(userId: number, except?: Buffer): Promise<number>;
};
