import type { Account } from "../users/application-password-store.ts";

export type SessionStore = {
  /** Opens a session if the user's password is still the one that was checked. Returns whether it did. */
  open(session: {
    readonly hash: Buffer;
    readonly userId: number;
    readonly passwordHash: string;
    readonly seconds: number;
  }): Promise<boolean>;
  find(hash: Buffer): Promise<Account | null>;
  end(hash: Buffer): Promise<void>;
  endAll(userId: number): Promise<void>;
};
