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

/** The person behind a credential, with everything a caller needs. */
export type Account = {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly capabilities: readonly Capability[];
};

export type KnownPassword = Account & {
  readonly uuid: string;
  readonly hash: Buffer;
  /** Its last use was written more than a minute ago, or never. */
  readonly stale: boolean;
};

export type ApplicationPasswordStore = {
  list(userId: number): Promise<readonly ApplicationPassword[]>;
  find(uuid: string): Promise<ApplicationPassword | null>;
  /** null: the user has one of that name already. */
  add(password: {
    readonly userId: number;
    readonly name: string;
    readonly appId: string | null;
    readonly hash: Buffer;
  }): Promise<ApplicationPassword | null>;
  /** Takes one away; it can be put back for some minutes. null: the user has no such one. */
  revoke(userId: number, uuid: string): Promise<ApplicationPassword | null>;
  /** Returns how many there were. */
  revokeAll(userId: number): Promise<number>;
  /** Those that can be put back. */
  revoked(userId: number): Promise<readonly ApplicationPassword[]>;
  /** Puts one back as it was; null: it was revoked too long ago, or there is one of its name again. */
  restore(userId: number, uuid: string): Promise<ApplicationPassword | null>;
  /** Those that there are; no order. */
  byHashes(hashes: readonly Buffer[]): Promise<readonly KnownPassword[]>;
  /** Writes the last use of each, where the one that stands is older than a minute. */
  used(uses: readonly { readonly uuid: string; readonly ip: string }[]): Promise<void>;
};
