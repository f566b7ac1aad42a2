import type { WithoutConsent } from "#domain/consent/without-consent";
import type { FanOutJob } from "#domain/messages/fan-out-store";
import type { Phone } from "#domain/recipients/phone";

/**
 * Leaves out users without a consent in effect if the message was accepted because its users had one. A schedule may
 * run long after that.
 */
export async function withConsent(
  { byConsent }: Pick<FanOutJob, "byConsent">,
  phones: readonly Phone[],
  withoutConsent: WithoutConsent,
): Promise<readonly Phone[]> {
  if (byConsent === null) return phones;
  const without = await withoutConsent(phones, byConsent.sender);
  return phones.filter((phone) => !without.has(phone));
}
