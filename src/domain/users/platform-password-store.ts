import type { ApplicationPassword, ApplicationPasswordStore } from "./application-password-store.ts";

export type KnownPlatformPassword = Pick<ApplicationPassword, "uuid" | "userId"> & {
  /** `createdAt` of the user to whom it was given; "": not stated. */
  readonly userSince: string;
  readonly hash: Buffer;
  /** Its last use was recorded more than a minute ago, or never. */
  readonly stale: boolean;
};

/** Application passwords of the users of one platform. */
export type PlatformPasswordStore = Omit<ApplicationPasswordStore, "byHashes" | "add"> & {
  add(
    password: Parameters<ApplicationPasswordStore["add"]>[0] & { readonly userSince: string },
  ): ReturnType<ApplicationPasswordStore["add"]>;
  /** Deletes those of earlier users who had this id. */
  forgetEarlier(userId: number, userSince: string): Promise<void>;
  /** Those that exist, in no order. */
  byHashes(hashes: readonly Buffer[]): Promise<readonly KnownPlatformPassword[]>;
};
