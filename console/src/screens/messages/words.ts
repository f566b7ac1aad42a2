import { t } from "../../lib/translate.ts";

type Words = Readonly<Record<string, string>>;

const endings: Words = {
  no_recipients: t`no recipients`,
  missing_values: t`missing values`,
  too_long: t`too long`,
  consent_required: t`nobody has agreed to marketing`,
  audience_not_resolved: t`audience not resolved`,
  expired: t`expired`,
};
const holds: Words = {
  quiet_hours: t`quiet hours`,
  frequency_cap: t`frequency cap`,
  spending: t`spending`,
  low_credit: t`low credit`,
};

// A newer service may know more than this page does.
const wordOf = (words: Words, value: string): string => words[value] ?? value.replaceAll("_", " ");

/** Why a message ended. */
export const endingWord = (reason: string): string => wordOf(endings, reason);

/** Why texts are held. */
export const holdWord = (reason: string): string => wordOf(holds, reason);
