import { everySpelling } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import type { NewsletterStore } from "./newsletter-store.ts";

/**
 * Locks the subscribers under both numbers of a phone, in the order of numbers. Everything that changes both locks them
 * before it changes either.
 */
export async function lockPhone(newsletter: Pick<NewsletterStore, "lock">, phone: Phone): Promise<void> {
  for (const one of everySpelling([phone])) await newsletter.lock(one);
}

/**
 * The same for whoever suppresses a phone: a subscription that is not committed yet would not see the entry, and the
 * entry's transaction would not see the member, whom a START would then text again.
 */
export async function lockPlace(newsletter: Pick<NewsletterStore, "lock" | "lockPlaces">, phone: Phone): Promise<void> {
  // One after the other: whoever places the first number while they hold the second one may deadlock.
  for (const one of everySpelling([phone])) if (!(await newsletter.lock(one))) await newsletter.lockPlaces([one]);
}
