import { createHmac } from "node:crypto";

import { sameText } from "../shared/calls.ts";

/** Whether `given` is the hexadecimal HMAC-SHA256 of a text, in upper or lower case. */
export function isHexHmac(given: string | undefined, key: string, text: string): boolean {
  if (given === undefined || key === "") return false;
  return sameText(given.toLowerCase(), createHmac("sha256", key).update(text).digest("hex"));
}
