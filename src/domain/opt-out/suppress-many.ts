import type { ConsentLedger } from "../consent/consent-ledger.ts";
import type { Evidence } from "../consent/consent-record.ts";
import type { NewsletterStore } from "../newsletter/newsletter-store.ts";
import type { SubscriberRepository } from "../newsletter/subscriber-repository.ts";
import { everySpelling } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { leaveGroups } from "./leave-groups.ts";
import { recordChanges } from "./record-changes.ts";
import { ALL_SENDERS, type Suppression, type SuppressionKind, type SuppressionStore } from "./suppression-store.ts";

export type SuppressDeps = {
  readonly suppressions: SuppressionStore;
  readonly newsletter: NewsletterStore;
  readonly consentLedger: ConsentLedger;
  readonly subscriberRepository: Pick<SubscriberRepository, "known">;
  readonly unitOfWork: UnitOfWork;
};

export type SuppressCommand = {
  readonly phones: readonly Phone[];
  /** `block`: regardless of the person's wishes. */
  readonly kind: Exclude<SuppressionKind, "maybe_opt_out">;
  /** As {@link senderKey} writes it; {@link ALL_SENDERS}: all. */
  readonly sender: string;
  readonly reason: string;
  readonly evidence: Evidence;
};

/** Numbers per transaction: the subscribers among them stay locked until it ends. */
const AT_ONCE = 500;

/**
 * Puts numbers on the list. A number that is listed already keeps its entry with its reason. An opt-out ends
 * memberships, as STOP does, and decides what a doubtful reply meant. A phone with two numbers gets nothing under
 * either.
 *
 * @returns the new entries of these numbers
 */
export async function suppressMany(ports: SuppressDeps, command: SuppressCommand): Promise<readonly Suppression[]> {
  const added: Suppression[] = [];
  // Always in the same order, so that two calls cannot deadlock.
  const named = new Set(command.phones);
  const phones = everySpelling(command.phones);
  for (let start = 0; start < phones.length; start += AT_ONCE) {
    const part = phones.slice(start, start + AT_ONCE);
    added.push(...(await ports.unitOfWork.transaction(() => suppressPart(ports, command, part))));
  }
  return added.filter(({ phone }) => named.has(phone));
}

async function suppressPart(
  ports: SuppressDeps,
  { kind, sender, reason, evidence }: SuppressCommand,
  phones: readonly Phone[],
): Promise<readonly Suppression[]> {
  const isWish = kind === "opt_out";
  if (isWish && sender === ALL_SENDERS) {
    await ports.newsletter.lockPlaces(phones);
    const known = await ports.subscriberRepository.known(phones);
    for (const phone of known.toSorted()) await leaveGroups(ports, phone, evidence);
  }
  const { source, actor: addedBy } = evidence;
  const added = await ports.suppressions.add(phones.map((phone) => ({ phone, sender, kind, reason, source, addedBy })));
  if (isWish)
    await ports.suppressions.settleDoubts(phones, sender, { reason, liftedBy: addedBy, source, consent: null });
  await recordChanges(ports.consentLedger, "blocked", added, { evidence, text: reason });
  return added;
}
