import { heldKinds, type HeldItem, type HeldKind, type PrivacyStore } from "./privacy-store.ts";
import type { Phone } from "../recipients/phone.ts";

/** Where a page begins: after `after` among the records of `kind`. */
export type HeldPlace = { readonly kind: HeldKind; readonly after: string | null };

export type HeldPage = { readonly items: readonly HeldItem[]; readonly next: HeldPlace | null };

/** One page of everything held about a number, kind by kind. */
export async function readHeld(
  store: PrivacyStore,
  phone: Phone,
  from: HeldPlace | null,
  limit: number,
): Promise<HeldPage> {
  const items: HeldItem[] = [];
  let after = from?.after ?? null;
  for (const kind of heldKinds.slice(from === null ? 0 : heldKinds.indexOf(from.kind))) {
    const left = limit - items.length;
    if (left === 0) return { items, next: { kind, after } };
    const found = await store.read(phone, kind, after, left + 1);
    items.push(...found.slice(0, left));
    if (found.length > left) return { items, next: { kind, after: items.at(-1)!.key } };
    after = null;
  }
  return { items, next: null };
}
