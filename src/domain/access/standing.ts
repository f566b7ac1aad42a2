import type { Caller, Capability } from "./capability.ts";

/**
 * What callers of the built-in host may do now, in the order given: for what goes on long after a call was let in. null:
 * their session, application password or account has ended. A caller of another host has what they came with, because
 * only their platform knows more, and only with their credentials.
 */
export type ReadStanding = (
  callers: readonly Pick<Caller, "principal" | "userId" | "capabilities" | "passwordId" | "sessionId">[],
) => Promise<readonly (ReadonlySet<Capability> | null)[]>;

/** Whether a caller still has every capability that they had when the call was accepted. */
export function isInStanding(
  { capabilities }: Pick<Caller, "capabilities">,
  now: ReadonlySet<Capability> | null,
): boolean {
  return now !== null && capabilities.isSubsetOf(now);
}
