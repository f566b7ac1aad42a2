import type { Membership, NewsletterChange, Subscriber } from "./newsletter-store.ts";

export type MembershipEvent = NonNullable<NewsletterChange["events"]>[number];

/** An event about memberships that have changed. */
export function membershipEvent(
  kind: "new_subscriber" | "subscriber.verified" | "subscriber.unsubscribed",
  { id, name, phone }: Pick<Subscriber, "id" | "name" | "phone">,
  changes: readonly Membership[],
  state: string,
): MembershipEvent {
  const groups = changes.map((one) => ({ id: one.groupId, name: one.groupName, state: one.state }));
  return { kind, data: { subscriber_id: id, name, mobile: phone, groups, state } };
}
