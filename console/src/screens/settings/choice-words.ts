import { t } from "../../lib/translate.ts";

/** The values of a choice as its form has them, in their order; by the setting. */
export const choiceWords = {
  "consent.require_record": {
    enforce: t`Is refused`,
    warn: t`Is sent, with a warning`,
    off: t`Is sent`,
  },
} as const;
