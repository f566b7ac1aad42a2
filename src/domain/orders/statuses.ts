import { nearest } from "#lib/edit-distance";

/** The statuses that every shop has. Plugins add more. */
const OWN = ["pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed"] as const;

/**
 * Orders that have not been placed: carts of a checkout in progress, and what an administrator started or discarded. No
 * notice is ever sent.
 */
export const NOT_PLACED: ReadonlySet<string> = new Set(["auto-draft", "checkout-draft", "draft", "new", "trash"]);

/**
 * A warning about the status of a notice: with a misspelled one, the notice would silently never be sent.
 *
 * @returns a sentence; null if there is no doubt
 */
export function doubtAboutStatus(status: string): string | null {
  if (NOT_PLACED.has(status))
    return `A notice for ${status} is never sent: an order with this status has not been placed.`;
  if ((OWN as readonly string[]).includes(status)) return null;
  const meant = nearest(status, OWN);
  const hint = meant ? ` Did you mean ${meant}?` : "";
  return `${status} is not a status of WooCommerce itself: the notice is sent only if a plugin of the shop has added it.${hint}`;
}

/**
 * Statuses that an order has after this one, never before it within the same second. Shops store the time of a change in
 * whole seconds, and a plugin may complete an order in the second in which it is paid.
 */
export function followersOf(status: string): readonly string[] {
  return ["pending", "on-hold", "processing"].includes(status) ? ["completed", "refunded"] : [];
}
