import type { Phone } from "../recipients/phone.ts";

/** Whether it is what stands in the log for the number of somebody who was erased: "+0" and the entry's own id. */
export function isErasedNumber(text: string): text is Phone {
  return /^\+0\d{1,18}$/.test(text);
}
