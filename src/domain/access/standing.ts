import type { Caller, Capability } from "./capability.ts";

/**
 * The present capabilities of callers, in the order given: for streams and exports, which run long after their call was
 * authorized. null: their session, application password or account has ended. For a session of a platform's user, what
 * the platform last reported counts. Callers with an application password of a connected site have what the site says of
 * their user; whether the password was revoked only the site knows, and answers only with their credentials.
 */
export type ReadStanding = (
  callers: readonly Pick<
    Caller,
    "principal" | "userId" | "capabilities" | "passwordId" | "sessionId" | "hostBlocked"
  >[],
) => Promise<readonly (ReadonlySet<Capability> | null)[]>;

/** Whether a caller still has every capability that they had when the call was accepted. */
export function isInStanding(
  { capabilities }: Pick<Caller, "capabilities">,
  now: ReadonlySet<Capability> | null,
): boolean {
  return now !== null && capabilities.isSubsetOf(now);
}
