import { nearest } from "#lib/edit-distance";

/** Those that every shop has. Plugins make more. */
const OWN = ["pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed"] as const;

/** Orders that nobody has placed: no notice is ever looked for. */
const NEVER = new Set(["auto-draft", "checkout-draft", "draft", "new", "trash"]);

/**
 * What is doubtful about the status of a notice: a misspelt one would wait for ever without a word.
 *
 * @returns a sentence; null where nothing is
 */
export function doubtAboutStatus(status: string): string | null {
  if (NEVER.has(status)) return `A notice for ${status} never goes out: nobody has placed such an order.`;
  if ((OWN as readonly string[]).includes(status)) return null;
  const meant = nearest(status, OWN);
  const hint = meant ? ` Did you mean ${meant}?` : "";
  return `${status} is no status of WooCommerce itself: the notice goes out only if a plugin of the shop has made it.${hint}`;
}
