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
 * Starts to erase everything held about a number, except its STOP: an erasure must not make a person reachable again
 * who opted out. A repeated request during an erasure returns the same erasure.
 *
 * @returns `suppressed`: the number stays on the suppression list
 */
export async function erase(
  ports: EraseDeps,
  phone: Phone,
  by: string,
): Promise<{ readonly erasure: Erasure; readonly suppressed: boolean }> {
  const [kept] = await ports.privacy.read(phone, "suppression", null, 1);
  return { erasure: await ports.erasures.request(ports.newId(), phone, by), suppressed: kept !== undefined };
}
