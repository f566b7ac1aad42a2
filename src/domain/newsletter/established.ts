import type { ConsentPast } from "../consent/consent-ledger.ts";
import type { LockedSubscriber } from "./newsletter-store.ts";

/**
 * Whether somebody is or was more than a request from a public page. Anyone can enter anyone's number there, and a code
 * confirms the number, not what else was entered: such people keep their name, fields and language.
 */
export function isEstablished(
  person: Pick<LockedSubscriber, "memberships"> | null,
  { onlyPages }: Pick<ConsentPast, "onlyPages">,
): boolean {
  return person !== null && (!onlyPages || person.memberships.some(({ state }) => state !== "pending"));
}
