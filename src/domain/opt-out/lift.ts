import type { ConsentLedger } from "../consent/consent-ledger.ts";
import type { Evidence } from "../consent/consent-record.ts";
import { DomainError } from "../error.ts";
import { lockPhone } from "../newsletter/lock-phone.ts";
import type { NewsletterStore } from "../newsletter/newsletter-store.ts";
import { everySpelling } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { recordChanges } from "./record-changes.ts";
import type { LiftConsent, Suppression, SuppressionStore } from "./suppression-store.ts";

export type LiftDeps = {
  readonly suppressions: SuppressionStore;
  readonly newsletter: NewsletterStore;
  readonly consentLedger: ConsentLedger;
  readonly unitOfWork: UnitOfWork;
};

export type LiftCommand = {
  readonly reason: string;
  /** Needed if the person had opted out. */
  readonly consent: LiftConsent | null;
  readonly evidence: Evidence;
};

/** One entry, or all entries of a number. */
export type LiftTarget = { readonly id: number } | { readonly phone: Phone };

/**
 * Lifts suppressions. An opt-out that the person requested ends only with a consent that they gave after it. No
 * membership is restored: people who left a group have to subscribe again.
 *
 * @throws DomainError not_found, not_in_this_state (an opt-out without a newer consent)
 */
export async function liftSuppressions(
  ports: LiftDeps,
  target: LiftTarget,
  { reason, consent, evidence }: LiftCommand,
): Promise<readonly Suppression[]> {
  return ports.unitOfWork.transaction(async () => {
    const entries = await lockEntries(ports, target);
    if (entries.length === 0) throw new DomainError("not_found", "This number is not on the suppression list.");
    for (const entry of entries) requireConsent(entry, consent);
    await ports.suppressions.lift(entries, { reason, consent, liftedBy: evidence.actor, source: evidence.source });
    await recordChanges(ports.consentLedger, "lifted", entries, { evidence, text: wordingOf(reason, consent) });
    return entries;
  });
}

/**
 * The subscriber's row is locked before the suppressions, as everywhere in the newsletter. With an entry goes the one
 * that was added beside it for the other number of the phone.
 */
async function lockEntries(
  { suppressions, newsletter }: LiftDeps,
  target: LiftTarget,
): Promise<readonly Suppression[]> {
  const phone = "phone" in target ? target.phone : (await suppressions.find(target.id))?.phone;
  if (phone === undefined) return [];
  const locked: Suppression[] = [];
  const phones = everySpelling([phone]);
  await lockPhone(newsletter, phone);
  for (const one of phones) locked.push(...(await suppressions.lock(one)));
  const own = locked.filter((entry) => entry.phone === phone);
  const entries = "id" in target ? own.filter(({ id }) => id === target.id) : own;
  const beside = locked.filter((entry) => entry.phone !== phone && entries.some((one) => isOfSameCall(entry, one)));
  return [...entries, ...beside];
}

const isOfSameCall = (one: Suppression, other: Suppression): boolean =>
  one.kind === other.kind && one.sender === other.sender && one.source === other.source && one.reason === other.reason;

function wordingOf(reason: string, consent: LiftConsent | null): string {
  if (consent === null) return reason;
  const { givenBy, givenAt, evidence } = consent;
  return `${reason}. Consent of ${givenBy}, ${new Date(givenAt).toISOString()}: ${evidence}`;
}

function requireConsent({ kind, at: addedAt, requestedAt }: Suppression, consent: LiftConsent | null): void {
  const at = Math.max(addedAt, requestedAt);
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
