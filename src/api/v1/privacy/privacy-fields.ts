import { limits } from "#contract/limits";
import type { Detail } from "#domain/error";
import { noSubscriber } from "#domain/newsletter/edit-subscriber";
import type { SubscriberRepository } from "#domain/newsletter/subscriber-repository";
import { readPhone } from "#domain/recipients/numbers";
import { otherSpelling } from "#domain/recipients/other-spelling";
import type { HeldKind, PrivacyStore } from "#domain/privacy/privacy-store";
import { counted } from "#lib/counted";
import { isCountry, type Country, type Phone } from "#domain/recipients/phone";

import { notCountry } from "../read-country.ts";

/** The person whom a call concerns. */
export type Person = { readonly phone: Phone | null; readonly subscriber: number | null };

type Fields = {
  readonly mobile?: string | undefined;
  readonly country?: string | undefined;
  readonly subscriber_id?: number | undefined;
};

/** Either a number or a subscriber; errors are added to the issues. */
export function readPerson(fields: Fields, home: Country | null, issues: Detail[]): Person {
  const { mobile, subscriber_id: subscriber = null } = fields;
  if (mobile === undefined && subscriber === null) {
    issues.push({ field: "mobile", code: "required", message: "is required unless subscriber_id is given" });
  }
  if (mobile !== undefined && subscriber !== null) {
    issues.push({ field: "subscriber_id", code: "not_together", message: "must not be used together with mobile" });
  }
  const country = fields.country?.toUpperCase() ?? home;
  if (country !== null && !isCountry(country)) {
    // Read with the site's country, the number would be another person's.
    issues.push(notCountry(country));
    return { phone: null, subscriber };
  }
  const phone = mobile === undefined ? null : readPhone("mobile", mobile, country);
  if (phone !== null && typeof phone !== "string") issues.push(phone);
  return { phone: typeof phone === "string" ? phone : null, subscriber };
}

/** @throws DomainError not_found if there is no such subscriber */
export async function phoneOf(
  subscriberRepository: Pick<SubscriberRepository, "phoneOf">,
  { phone, subscriber }: Person,
): Promise<Phone> {
  const found = phone ?? (await subscriberRepository.phoneOf(subscriber!));
  if (found === null) throw noSubscriber(subscriber!);
  return found;
}

/**
 * The other number of the same phone, which is the same person's, with a warning; null: nothing is held under it.
 *
 * @param outlives the kind that a repeated call would not change
 */
export async function heldElsewhere(
  privacy: Pick<PrivacyStore, "count">,
  phone: Phone,
  outlives?: HeldKind,
): Promise<{ readonly mobile: Phone; readonly warning: string } | null> {
  const mobile = otherSpelling(phone);
  if (mobile === null) return null;
  const held = Object.entries(await privacy.count(mobile, limits.heldCounted));
  const total = held.reduce((sum, [kind, count]) => (kind === outlives ? sum : sum + count), 0);
  if (total === 0) return null;
  const records = `${counted(total, "record")} ${total === 1 ? "is" : "are"}`;
  return {
    mobile,
    warning: `This phone is also reached as ${mobile}, and under that number ${records} held, too: repeat the call for it.`,
  };
}

/** Adds the warning to those of the reply. @returns the field of its data */
export function namedOther(
  other: Awaited<ReturnType<typeof heldElsewhere>>,
  warnings: string[],
): { readonly other_mobile?: Phone } {
  if (other === null) return {};
  warnings.push(other.warning);
  return { other_mobile: other.mobile };
}
