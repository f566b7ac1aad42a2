import type { Phone } from "../recipients/phone.ts";

export type HelpReplies = {
  /** Uses up the number's answer of this hour. false: it was used before. */
  take(phone: Phone): Promise<boolean>;
};
