import type { Locale } from "../texts/locales.ts";
import type { AlertKind } from "./alert.ts";
import { codesUnverifiedText } from "./kinds/codes-unverified.ts";
import { creditLowText } from "./kinds/credit-low.ts";
import { gatewayIdleText } from "./kinds/gateway-idle.ts";
import { gatewayRefusesText } from "./kinds/gateway-refuses.ts";
import { gatewayStoppedText } from "./kinds/gateway-stopped.ts";
import { licenseEndingText } from "./kinds/license-ending.ts";
import { queueLateText } from "./kinds/queue-late.ts";
import { roleGoneText } from "./kinds/role-gone.ts";
import { runFailedText } from "./kinds/run-failed.ts";
import { schedulePausedText } from "./kinds/schedule-paused.ts";
import { spendCapReachedText } from "./kinds/spend-cap-reached.ts";
import { webhookDisabledText } from "./kinds/webhook-disabled.ts";
import { de } from "./languages/de.ts";
import { englishFrame } from "./languages/en.ts";
import { fa } from "./languages/fa.ts";
import type { AlertFrame, AlertLanguage, AlertText, AlertWords, Described } from "./rule.ts";

const texts: Readonly<Record<AlertKind, AlertText>> = {
  gateway_stopped: gatewayStoppedText,
  gateway_idle: gatewayIdleText,
  credit_low: creditLowText,
  webhook_disabled: webhookDisabledText,
  license_ending: licenseEndingText,
  codes_unverified: codesUnverifiedText,
  queue_late: queueLateText,
  spend_cap_reached: spendCapReachedText,
  run_failed: runFailedText,
  schedule_paused: schedulePausedText,
  role_gone: roleGoneText,
  gateway_refuses: gatewayRefusesText,
};

const en: AlertLanguage = {
  kinds: texts,
  newer: (kind) => ({
    title: `Alert: ${kind}`,
    meaning: "A newer release of the service reported this.",
    step: "View it on a node of that release.",
  }),
  frame: englishFrame,
};

const languages: Readonly<Record<Locale, AlertLanguage>> = { en, de, fa };

/** The fixed text around the words of an alert. */
export function frameIn(locale: Locale): AlertFrame {
  return languages[locale].frame;
}

/**
 * What people read about an alert; the API has it in English. A kind of a newer release, for which this release has no
 * text, is named by its code.
 */
export function wordsOf(alert: Described & { readonly kind: AlertKind }, locale: Locale = "en"): AlertWords {
  const { kinds, newer } = languages[locale];
  const text = (texts as Partial<typeof texts>)[alert.kind];
  if (!text) return { ...newer(alert.kind), screen: "/overview" };
  return { ...kinds[alert.kind](alert), screen: text(alert).screen };
}
