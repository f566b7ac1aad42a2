import type { PublicKey } from "../access/webauthn.ts";

export type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly credentialId: Buffer;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** A passkey with its user, as a sign-in needs it. */
export type KnownPasskey = PublicKey & { readonly id: string; readonly userId: number; readonly username: string };

export type PasskeyStore = {
  list(userId: number): Promise<readonly Passkey[]>;
  /** null: a passkey of this or another user has the credential. The name must be free. */
  add(passkey: PublicKey & { readonly userId: number; readonly name: string }): Promise<Passkey | null>;
  rename(userId: number, id: string, name: string): Promise<Passkey | null>;
  /**
   * Removes one, and ends the sessions that it opened.
   *
   * @param session hash of one that goes on all the same
   */
  remove(userId: number, id: string, session: Buffer): Promise<Passkey | null>;
  /** Removes all, and ends the sessions that they opened. Returns how many there were. */
  removeAll(userId: number): Promise<number>;
  findCredential(credentialId: Buffer): Promise<KnownPasskey | null>;

  /** @param challenge.userId who adds a passkey; null: a sign-in */
  addChallenge(challenge: {
    readonly hash: Buffer;
    readonly userId: number | null;
    readonly seconds: number;
  }): Promise<void>;
  /** Uses it up. false: it is unknown, was used, has expired, or is for something else. */
  takeChallenge(hash: Buffer, userId: number | null): Promise<boolean>;
};
