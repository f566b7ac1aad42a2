import type { CustomFields, Membership, Subscriber } from "#domain/newsletter/newsletter-store";
import type { Phone } from "#domain/recipients/phone";

/** A subscriber as the statements of this folder return it. */
export type SubscriberRow = {
  readonly id: number;
  readonly phone: Phone;
  readonly name: string;
  readonly custom_fields: CustomFields;
  readonly locale: string | null;
  readonly time_zone: string | null;
  readonly bounced_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly memberships: readonly Membership[];
};

export function subscriberOf(row: SubscriberRow): Subscriber {
  return {
    id: row.id,
    phone: row.phone,
    name: row.name,
    customFields: row.custom_fields,
    locale: row.locale,
    timeZone: row.time_zone,
    bouncedAt: row.bounced_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    memberships: row.memberships,
  };
}
