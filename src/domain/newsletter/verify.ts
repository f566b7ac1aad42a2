import { typedCode } from "#lib/typed-digits";

import { DomainError } from "../error.ts";
import type { Evidence } from "../consent/consent-record.ts";
import { wrongCode } from "../guard/refuse-code.ts";
import { membershipEvent } from "./membership-event.ts";
import type { Subscriber } from "./newsletter-store.ts";
import type { Phone } from "../recipients/phone.ts";
import { CODE_TRIES, matchesCode } from "./activation-code.ts";
import type { NewsletterDeps } from "./subscribe.ts";
import { welcome, type WelcomeDeps } from "./welcome.ts";
import { withMemberships } from "./with-memberships.ts";

export type VerifyCommand = {
  readonly phone: Phone;
  readonly code: string;
  /** null: every group that the code was sent for. */
  readonly groups: readonly number[] | null;
  readonly evidence: Evidence;
};

export type VerifyDeps = WelcomeDeps &
  Pick<NewsletterDeps, "newsletter" | "unitOfWork" | "codeKey" | "guard" | "newsletterSettings">;

/**
 * Confirms the memberships that are waiting for the number's code: only those that it was sent for. A group that was
 * requested when no further code could be sent is not in any text that the person got.
 *
 * Every failure is the same error after the same work: wrong code, unknown number, expired code, too many attempts,
 * nothing pending. It is thrown after a transaction of its own has committed: rolled back with the caller's
 * transaction, a wrong attempt would not count.
 *
 * @param kept runs inside the transaction that confirms
 * @throws DomainError verification_failed, not_in_this_state (STOP)
 */
export async function verify(
  ports: VerifyDeps,
  command: VerifyCommand,
  kept: (subscriber: Subscriber) => Promise<void> = async () => undefined,
): Promise<Subscriber> {
  const subscriber = await ports.unitOfWork.ownTransaction(async () => {
    const confirmed = await confirm(ports, command);
    if (confirmed) await kept(confirmed);
    return confirmed;
  });
  if (!subscriber) throw wrongCode();
  return subscriber;
}

async function confirm(
  ports: VerifyDeps,
  { phone, code, groups, evidence }: VerifyCommand,
): Promise<Subscriber | null> {
  const { newsletter: store, codeKey, guard } = ports;
  // The attempt is counted before the code is compared: fifty concurrent guesses still get only five.
  const stored = await store.takeTry(phone, CODE_TRIES);
  if (!matchesCode(codeKey, phone, typedCode(code), stored?.hash ?? null)) return null;
  const person = await store.lock(phone);
  const named = stored!.groups;
  const pending =
    person?.memberships.filter((one) => one.state === "pending" && (named === null || named.includes(one.groupId))) ??
    [];
  const confirmed = groups === null ? pending : pending.filter((one) => groups.includes(one.groupId));
  if (!person || confirmed.length === 0) return null;
  if (person.suppressed) {
    throw new DomainError(
      "not_in_this_state",
      "This number has opted out of all messages since the code was sent.",
      [],
      {
        suppressed: true,
      },
    );
  }
  const changes = confirmed.map((one) => ({ ...one, state: "active" as const }));
  const ids = changes.map(({ groupId }) => groupId);
  const settings = await ports.newsletterSettings();
  // Read before the consents, because a transaction writes those last.
  const welcoming = await store.groupTexts(ids);
  await welcome(ports, settings, { person, groups: welcoming, locale: person.locale, mayName: true, evidence });
  await store.save({
    subscriber: person,
    memberships: changes,
    // Other groups may be waiting for the same code, so it stays valid until none is.
    code: confirmed.length === pending.length ? "spent" : "narrowed",
    consents: changes.map(({ groupId }) => ({ groupId, kind: "confirmed" })),
    evidence,
    events: [membershipEvent("subscriber.verified", person, changes, "active")],
  });
  await guard.verified(phone);
  return withMemberships(person, changes);
}
