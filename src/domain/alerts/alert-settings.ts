import { defineSection } from "../settings/section.ts";
import { locales, type Locale } from "../texts/locales.ts";
import { alertKinds, type AlertKind } from "./alert.ts";

/** Who is notified, and of what. */
export type AlertSettings = {
  readonly emails: readonly string[];
  /** E.164. */
  readonly numbers: readonly string[];
  /** Kinds that are sent; the console shows all of them. */
  readonly kinds: readonly AlertKind[];
  /** Nothing is sent: alerts are only shown in the console. */
  readonly quiet: boolean;
  /** The language of mails and texts. */
  readonly locale: Locale;
  /** Minutes after which a delivery that may leave is late. */
  readonly queueMinutes: number;
  /** Days for which the credit must last; 0: not checked. */
  readonly creditDays: number;
};

/** Recipients of each channel. */
export const MAX_RECIPIENTS = 10;

const areTexts = (list: readonly unknown[]): boolean =>
  list.length <= MAX_RECIPIENTS && list.every((one) => typeof one === "string" && !/[\p{Cc}\s,]/u.test(one));

export const alertSection = defineSection<AlertSettings>({
  name: "alerts",
  defaults: {
    emails: [],
    numbers: [],
    kinds: [...alertKinds],
    quiet: false,
    locale: "en",
    queueMinutes: 15,
    creditDays: 3,
  },
  usable: {
    emails: areTexts,
    numbers: areTexts,
    kinds: (list) => list.every((one) => alertKinds.includes(one)),
    locale: (locale) => locales.includes(locale),
    queueMinutes: (minutes) => minutes >= 1,
    creditDays: (days) => days >= 0,
  },
});
