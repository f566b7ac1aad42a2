import { DomainError } from "../error.ts";
import type { Evidence } from "../consent/consent-record.ts";
import { unsubscribe, type UnsubscribeDeps } from "../newsletter/unsubscribe.ts";
import type { Phone } from "../recipients/phone.ts";

/** Ends all memberships of a number, if it has any: a person who never subscribed may opt out, too. */
export async function leaveGroups(ports: UnsubscribeDeps, phone: Phone, evidence: Evidence): Promise<void> {
  try {
    await unsubscribe(ports, { phone, groups: null, evidence });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
  }
}
