import { t } from "./translate.ts";

/** The kinds of a message, as they are chosen: short, because a field and a rule show them on one line. */
export const categoryNames = {
  marketing: t`Marketing`,
  transactional: t`Transactional`,
  otp: t`One-time passwords`,
} as const;

/** What the choice means, for below the field. */
export const categoryHints: Readonly<Record<string, string>> = {
  marketing: t`With opt-out, within quiet hours.`,
  transactional: t`About something they asked for, such as an order.`,
};
