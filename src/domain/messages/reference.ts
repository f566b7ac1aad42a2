import type { Uuid } from "#lib/ids";

import type { DeliveryKey } from "../deliveries/queue.ts";
import type { Phone } from "../recipients/phone.ts";

const REFERENCE = /^([A-Za-z0-9_-]{22})\.([0-9a-z]{1,11})$/;

/**
 * Our reference for one delivery: message id in base64url, a dot, the number in base 36. It has at most 33 characters,
 * so that it fits where providers allow 40, and it identifies its row without a lookup.
 */
export function referenceOf({ messageId, phone }: DeliveryKey): string {
  const id = Buffer.from(messageId.replaceAll("-", ""), "hex").toString("base64url");
  return `${id}.${BigInt(phone.slice(1)).toString(36)}`;
}

/** The delivery that a reference identifies, or null if it is not one of ours. */
export function deliveryOf(reference: string): DeliveryKey | null {
  const match = REFERENCE.exec(reference);
  if (!match) return null;
  const hex = Buffer.from(match[1]!, "base64url").toString("hex");
  // Only a UUIDv7 can be a message id; the time bits of any other would select a partition that does not exist.
  if (!/^.{12}7.{3}[89ab]/.test(hex)) return null;
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  const digits = [...match[2]!].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  return { messageId: id as Uuid, phone: `+${digits}` as Phone };
}
