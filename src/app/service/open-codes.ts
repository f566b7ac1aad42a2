import type { KeyObject } from "node:crypto";

import type { GuardHashes } from "#domain/guard/guard-hashes";

import type { Storage } from "./storage.ts";

/** What one-time passwords need besides the guard. */
export type OpenCodes = {
  readonly hashes: GuardHashes;
  /** Computes one-time passwords. */
  readonly otpKey: KeyObject;
};

export function openCodes({ key, hashes }: Pick<Storage, "key" | "hashes">): OpenCodes {
  return { hashes, otpKey: key.derive("one-time-password") };
}
