import { DomainError } from "../error.ts";
import type { NewsletterStore } from "../newsletter/newsletter-store.ts";
import type { Phone } from "../recipients/phone.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { Lift, Suppression, SuppressionStore } from "./suppression-store.ts";

export type LiftDeps = {
  readonly suppressions: SuppressionStore;
  readonly newsletter: NewsletterStore;
  readonly unitOfWork: UnitOfWork;
};

/** One entry, or all entries of a number. */
export type LiftTarget = { readonly id: number } | { readonly phone: Phone };

/**
 * Lifts suppressions. What the person asked for ends only with a consent that they gave after it. No membership comes
 * back: whoever left a group subscribes again.
 *
 * @throws DomainError not_found, not_in_this_state (an opt-out without a newer consent)
 */
export async function liftSuppressions(
  ports: LiftDeps,
  target: LiftTarget,
  lift: Lift,
): Promise<readonly Suppression[]> {
  return ports.unitOfWork.transaction(async () => {
    const entries = await lockEntries(ports, target);
    if (entries.length === 0) throw new DomainError("not_found", "This number is not on the suppression list.");
    for (const entry of entries) requireConsent(entry, lift);
    await ports.suppressions.lift(entries, lift);
    return entries;
  });
}

/** The subscriber's row is locked before the suppressions, as everywhere in the newsletter. */
async function lockEntries(
  { suppressions, newsletter }: LiftDeps,
  target: LiftTarget,
): Promise<readonly Suppression[]> {
  const phone = "phone" in target ? target.phone : await suppressions.phoneOf(target.id);
  if (phone === null) return [];
  await newsletter.lock(phone);
  const entries = await suppressions.lock(phone);
  return "id" in target ? entries.filter(({ id }) => id === target.id) : entries;
}

function requireConsent({ kind, at }: Suppression, { consent }: Lift): void {
  if (kind !== "opt_out" || (consent !== null && consent.givenAt > at)) return;
  const since = { opted_out_at: new Date(at).toISOString() };
  throw new DomainError(
    "not_in_this_state",
    consent === null
      ? "This person opted out. Lifting that takes a new consent: say who gave it, when, and how it can be proved."
      : "This person opted out after that consent. Lifting the opt-out takes a newer one.",
    [],
    since,
  );
}
