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
