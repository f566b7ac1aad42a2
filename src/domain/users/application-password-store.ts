import type { Capability } from "../access/capability.ts";

export type ApplicationPassword = {
  readonly uuid: string;
  readonly userId: number;
  readonly appId: string | null;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastIp: string | null;
};

/** The user of a credential, with everything needed to make a caller. */
export type Account = {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly capabilities: readonly Capability[];
};

export type KnownPassword = Account & {
  readonly uuid: string;
  readonly hash: Buffer;
  /** Its last use was recorded more than a minute ago, or never. */
  readonly stale: boolean;
};

export type ApplicationPasswordStore = {
  list(userId: number): Promise<readonly ApplicationPassword[]>;
  find(uuid: string): Promise<ApplicationPassword | null>;
  /** null: the user already has one with that name. */
  add(password: {
    readonly userId: number;
    readonly name: string;
    readonly appId: string | null;
    readonly hash: Buffer;
  }): Promise<ApplicationPassword | null>;
  /** Revokes one; it can be restored for some minutes. null: the user has no such password. */
  revoke(userId: number, uuid: string): Promise<ApplicationPassword | null>;
  /** Returns how many there were. */
  revokeAll(userId: number): Promise<number>;
  /** Restores one as it was; null: it was revoked too long ago, or its name is in use again. */
  restore(userId: number, uuid: string): Promise<ApplicationPassword | null>;
  /** Those that exist, in no order. */
  byHashes(hashes: readonly Buffer[]): Promise<readonly KnownPassword[]>;
  /** Records the last use of each, if the stored one is older than a minute. */
  used(uses: readonly { readonly uuid: string; readonly ip: string }[]): Promise<void>;
};
