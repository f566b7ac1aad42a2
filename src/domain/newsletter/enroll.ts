import type { Evidence } from "../consent/consent-record.ts";
import { checkFields } from "../subscribers/check-fields.ts";
import type { FieldStore } from "../subscribers/field.ts";
import type { Phone } from "../recipients/phone.ts";
import type { LockedSubscriber, NewsletterStore, Profile } from "./newsletter-store.ts";

type EnrollDeps = { readonly newsletter: NewsletterStore; readonly fields: Pick<FieldStore, "all" | "lockForValues"> };

type Enrollment = Profile & {
  readonly phone: Phone;
  readonly evidence: Evidence;
  /**
   * The values were checked when the person entered them, and the person gets no response now: values that the
   * definitions have come to refuse since then are left out.
   */
  readonly fieldsWereChecked?: boolean | undefined;
};

/**
 * Creates or changes a subscriber with checked custom fields: the only way in for them.
 *
 * @throws DomainError invalid_parameter
 */
export async function enroll(
  { newsletter, fields }: EnrollDeps,
  { phone, evidence, fieldsWereChecked = false, ...profile }: Enrollment,
): Promise<LockedSubscriber> {
  if (profile.customFields !== null) await fields.lockForValues();
  const defined = await fields.all();
  if (defined.length === 0) return newsletter.enroll(phone, profile);
  const known = await newsletter.lock(phone);
  const customFields = checkFields(defined, {
    given: profile.customFields,
    stored: known?.customFields ?? null,
    incomplete: evidence.source === "sms" || fieldsWereChecked,
    omitRefused: fieldsWereChecked,
  });
  return newsletter.enroll(phone, { ...profile, customFields });
}
