import { everySpelling } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import type { NewsletterStore } from "./newsletter-store.ts";

/**
 * Locks whoever is listed under either number of a phone, in the order of numbers, as everything that changes both does
 * before it changes either.
 */
export async function lockPhone(newsletter: Pick<NewsletterStore, "lock">, phone: Phone): Promise<void> {
  for (const one of everySpelling([phone])) await newsletter.lock(one);
}
