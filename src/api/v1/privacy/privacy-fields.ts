import type { Detail } from "#domain/error";
import { noSubscriber } from "#domain/newsletter/edit-subscriber";
import type { SubscriberRepository } from "#domain/newsletter/subscriber-repository";
import { readPhone } from "#domain/recipients/numbers";
import { isCountry, type Country, type Phone } from "#domain/recipients/phone";

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
    issues.push({ field: "country", code: "not_in_list", message: "is not a country", value: country });
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
