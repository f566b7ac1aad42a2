import { t } from "./translate.ts";

/** The kinds of a message, as they are chosen: short, because a field and a rule show them on one line. */
export const categoryNames = {
  marketing: t`Marketing`,
  transactional: t`Transactional`,
  otp: t`One-time passwords`,
} as const;

export const categoryOptions = Object.entries(categoryNames).map(([value, label]) => ({ value, label }));

/** What the choice means, for below the field. */
export const categoryHints: Readonly<Record<string, string>> = {
  marketing: t`With opt-out, within quiet hours.`,
  transactional: t`About something they asked for, such as an order.`,
};

/** The same as words of a list of facts. */
export const categoryWords = {
  marketing: t`marketing`,
  transactional: t`transactional`,
  otp: t`one-time password`,
} as const;
