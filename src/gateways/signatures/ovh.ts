import { createHash } from "node:crypto";

/**
 * OVHcloud's signature of our own call: `$1$` and the hexadecimal SHA-1 of the parts joined by plus signs.
 *
 * @param at seconds, by OVHcloud's clock
 */
export function signForOvh(
  keys: { readonly secret: string; readonly consumer: string },
  call: { readonly method: string; readonly url: string; readonly body: string; readonly at: number },
): string {
  const parts = [keys.secret, keys.consumer, call.method, call.url, call.body, String(call.at)];
  return `$1$${createHash("sha1").update(parts.join("+")).digest("hex")}`;
}
