import type { Phone } from "../recipients/phone.ts";

/** Whether it is the log's placeholder for the number of an erased person: "+0" and the entry's own id. */
export function isErasedNumber(text: string): text is Phone {
  return /^\+0\d{1,18}$/.test(text);
}
