import type { WithoutConsent } from "#domain/consent/without-consent";
import type { FanOutJob } from "#domain/messages/fan-out-store";
import type { Phone } from "#domain/recipients/phone";

/** Users of a schedule that was accepted because they had agreed: without those who have not any more. */
export async function withConsent(
  { byConsent }: Pick<FanOutJob, "byConsent">,
  phones: readonly Phone[],
  withoutConsent: WithoutConsent,
): Promise<readonly Phone[]> {
  if (byConsent === null) return phones;
  const without = await withoutConsent(phones, byConsent.sender);
  return phones.filter((phone) => !without.has(phone));
}
