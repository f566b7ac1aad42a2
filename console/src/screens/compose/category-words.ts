import { t } from "../../lib/translate.ts";

/** The kinds of a message, as words of a list of facts. */
export const categoryWords = {
  marketing: t`marketing`,
  transactional: t`transactional`,
  otp: t`one-time password`,
} as const;
