import type { ApplicationPassword, ApplicationPasswordStore } from "./application-password-store.ts";

export type KnownPlatformPassword = Pick<ApplicationPassword, "uuid" | "userId"> & {
  readonly hash: Buffer;
  /** Its last use was recorded more than a minute ago, or never. */
  readonly stale: boolean;
};

/** Application passwords of the users of one platform. */
export type PlatformPasswordStore = Omit<ApplicationPasswordStore, "byHashes"> & {
  /** Those that exist, in no order. */
  byHashes(hashes: readonly Buffer[]): Promise<readonly KnownPlatformPassword[]>;
};
