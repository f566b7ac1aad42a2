import type { Phone } from "./phone.ts";

/** Area code and number have ten digits together, and area codes begin with 1, 2 or 3. */
const ARGENTINE = /^\+54(9?)([123]\d{9})$/;

/**
 * The spelling of a number that {@link parsePhone} does not return, for the same phone; null: there is none. Earlier
 * releases stored it as a number of its own: what they queued or suppressed may have it still.
 */
export function otherSpelling(phone: Phone): Phone | null {
  const [, nine, rest] = ARGENTINE.exec(phone) ?? [];
  return rest === undefined ? null : (`+54${nine === "" ? "9" : ""}${rest}` as Phone);
}
