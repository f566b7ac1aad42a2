export type SecondFactorState = "absent" | "pending" | "on";

/** `secondFactor`: one is on. `passkeys`: how many. */
export type SignInMethods = { readonly secondFactor: boolean; readonly passkeys: number };

/** A sign-in whose password was right and whose code is still missing. */
export type Challenge = { readonly userId: number; readonly username: string; readonly passwordHash: string };

/** `seconds`: how long the user must wait, after too many wrong codes. */
export type CodeAttempt = { readonly secret: Buffer } | { readonly seconds: number };

export type SecondFactorStore = {
  state(userId: number): Promise<SecondFactorState>;
  /** How these users sign in besides the password. Users with neither are left out. */
  methodsOf(userIds: readonly number[]): Promise<ReadonlyMap<number, SignInMethods>>;
  /** Stores an unconfirmed secret in place of an earlier unconfirmed one. false: one is already on. */
  begin(userId: number, sealed: Buffer): Promise<boolean>;
  /** An unconfirmed secret of the last hour. */
  pending(userId: number): Promise<Buffer | null>;
  /** Turns the unconfirmed secret on. false: there is none, or it was replaced. */
  confirm(factor: {
    readonly userId: number;
    readonly secret: Buffer;
    readonly step: number;
    readonly recoveryHashes: readonly Buffer[];
  }): Promise<boolean>;
  /** false: there was none, confirmed or not. */
  remove(userId: number): Promise<boolean>;

  /**
   * Counts one wrong code in advance, so that of a thousand concurrent guesses only the permitted ones are checked.
   * Commits on its own: a refusal must not undo it. null: no second factor is on.
   */
  attempt(userId: number): Promise<CodeAttempt | null>;
  /** Records a right code. false: this step, or a later one, was accepted before. */
  accept(userId: number, step: number): Promise<boolean>;
  /** Uses up a recovery code. false: there is none with that hash. */
  useRecoveryCode(userId: number, hash: Buffer): Promise<boolean>;

  /** @param challenge.seconds until it expires */
  addChallenge(challenge: {
    readonly hash: Buffer;
    readonly userId: number;
    readonly passwordHash: string;
    readonly seconds: number;
  }): Promise<void>;
  findChallenge(hash: Buffer): Promise<Challenge | null>;
  /** Uses it up. false: another call did, or it has expired. */
  takeChallenge(hash: Buffer): Promise<boolean>;
};
