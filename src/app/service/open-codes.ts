import { guard, type Guard } from "#domain/guard/guard";
import type { GuardHashes } from "#domain/guard/guard-hashes";
import { guardSection } from "#domain/guard/guard-settings";
import { otpSection, type OtpSettings } from "#domain/otp/otp-settings";

import type { Node } from "./node.ts";
import type { Storage } from "./storage.ts";

/** What everything that sends codes to numbers needs. */
export type OpenCodes = {
  readonly guard: Guard;
  readonly hashes: GuardHashes;
  /** Hashes opt-in codes. */
  readonly codeKey: Buffer;
  /** Computes one-time passwords. */
  readonly otpKey: Buffer;
  readonly otpSettings: () => Promise<OtpSettings>;
};

export function openCodes(
  { country, clock, log }: Pick<Node, "country" | "clock" | "log">,
  { db, key, queries, hashes }: Pick<Storage, "db" | "key" | "queries" | "hashes">,
): OpenCodes {
  return {
    guard: guard({
      store: queries.guardStore,
      unitOfWork: db,
      settings: () => queries.settings.read(guardSection),
      hashes,
      country,
      clock,
      log,
    }),
    hashes,
    codeKey: key.derive("opt-in-code"),
    otpKey: key.derive("one-time-password"),
    otpSettings: () => queries.settings.read(otpSection),
  };
}
