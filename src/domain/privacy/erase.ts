import type { Uuid } from "#lib/ids";

import type { Erasure, ErasureStore } from "./erasure-store.ts";
import type { PrivacyStore } from "./privacy-store.ts";
import type { Phone } from "../recipients/phone.ts";

export type EraseDeps = {
  readonly privacy: PrivacyStore;
  readonly erasures: ErasureStore;
  readonly newId: () => Uuid;
};

/**
 * Begins to erase everything that is held about a number, except that it said STOP: an erasure must not make somebody
 * reachable who asked not to be. Who asks again while it is under way is told of the same erasure.
 *
 * @returns `suppressed`: the number stays on the list of those that get nothing
 */
export async function erase(
  ports: EraseDeps,
  phone: Phone,
  by: string,
): Promise<{ readonly erasure: Erasure; readonly suppressed: boolean }> {
  const [kept] = await ports.privacy.read(phone, "suppression", null, 1);
  return { erasure: await ports.erasures.request(ports.newId(), phone, by), suppressed: kept !== undefined };
}
