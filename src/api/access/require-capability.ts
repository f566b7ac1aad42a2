import type { Caller } from "#domain/access/capability";
import { DomainError } from "#domain/error";

/**
 * For data that any caller with at least one capability may read. @throws DomainError forbidden: the platform granted
 * nothing
 */
export function requireCapability(caller: Caller): void {
  if (caller.capabilities.size === 0) throw new DomainError("forbidden", "This needs at least one capability.");
}
