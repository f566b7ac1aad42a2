import { DomainError } from "../error.ts";
import type { Evidence } from "../consent/consent-record.ts";
import { membershipEvent } from "./membership-event.ts";
import type { Membership, NewsletterStore } from "./newsletter-store.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { Phone } from "../recipients/phone.ts";
import { stateOf, withMemberships } from "./with-memberships.ts";

export type UnsubscribeDeps = { readonly newsletter: NewsletterStore; readonly unitOfWork: UnitOfWork };

export type UnsubscribeCommand = {
  readonly phone: Phone;
  /** null: all groups. */
  readonly groups: readonly number[] | null;
  readonly evidence: Evidence;
};

/**
 * Removes a number from groups. If it has already left, nothing changes and no error is raised: an opt-out never fails
 * because it was repeated.
 *
 * @returns the memberships that ended
 * @throws DomainError not_found if the number was never subscribed
 */
export async function unsubscribe(
  { newsletter: store, unitOfWork }: UnsubscribeDeps,
  command: UnsubscribeCommand,
): Promise<readonly Membership[]> {
  return unitOfWork.transaction(async () => {
    const person = await store.lock(command.phone);
    if (!person) throw new DomainError("not_found", "This number is not on the list.");
    const { groups } = command;
    // Also if their only group was deleted, so that they have no membership to end.
    if (groups === null) await store.leaveStoredAudiences(person.phone);
    const present = person.memberships.filter((one) => one.state !== "left");
    const leaving = groups === null ? present : present.filter((one) => groups.includes(one.groupId));
    if (leaving.length === 0) return [];
    const left = leaving.map((one) => ({ ...one, state: "left" as const }));
    // Also after a STOP by text, although it is a suppression, too: a START lifts that, and joins no group again.
    await store.endQueued(
      person,
      left.map(({ groupId }) => groupId),
    );
    await store.save({
      subscriber: person,
      memberships: left,
      code: "narrowed",
      consents: left.map(({ groupId }) => ({ groupId, kind: "left" })),
      evidence: command.evidence,
      events: [membershipEvent("subscriber.unsubscribed", person, left, stateOf(withMemberships(person, left)))],
    });
    return left;
  });
}
