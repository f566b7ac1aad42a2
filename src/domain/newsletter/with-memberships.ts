import { membershipStates, type Membership, type MembershipState, type Subscriber } from "./newsletter-store.ts";

/** The subscriber as they will be once `changes` are written. */
export function withMemberships(person: Subscriber, changes: readonly Membership[]): Subscriber {
  const { id, phone, name, customFields, locale, timeZone, bouncedAt, createdAt, updatedAt } = person;
  const after = new Map(person.memberships.map((one) => [one.groupId, one]));
  for (const { groupId, groupName, state } of changes) after.set(groupId, { groupId, groupName, state });
  const memberships = [...after.values()].toSorted((a, b) => a.groupId - b.groupId);
  return { id, phone, name, customFields, locale, timeZone, bouncedAt, createdAt, updatedAt, memberships };
}

/** The person's state follows from the memberships: active in any group, otherwise pending in any, otherwise left. */
export function stateOf({ memberships }: Pick<Subscriber, "memberships">): MembershipState {
  const has = (state: MembershipState): boolean => memberships.some((one) => one.state === state);
  return has("active") ? "active" : has("pending") ? "pending" : "left";
}

export const personStates = [...membershipStates, "bounced"] as const;
export type PersonState = (typeof personStates)[number];

/** As {@link stateOf}, except that a member whose number cannot be reached is bounced. */
export function personState(subscriber: Pick<Subscriber, "memberships" | "bouncedAt">): PersonState {
  const state = stateOf(subscriber);
  return state === "active" && subscriber.bouncedAt !== null ? "bounced" : state;
}
