import type { AlertKind } from "./alert.ts";
import { codesUnverifiedText } from "./kinds/codes-unverified.ts";
import { creditLowText } from "./kinds/credit-low.ts";
import { gatewayIdleText } from "./kinds/gateway-idle.ts";
import { gatewayStoppedText } from "./kinds/gateway-stopped.ts";
import { licenseEndingText } from "./kinds/license-ending.ts";
import { queueLateText } from "./kinds/queue-late.ts";
import { spendCapReachedText } from "./kinds/spend-cap-reached.ts";
import { webhookDisabledText } from "./kinds/webhook-disabled.ts";
import type { AlertText, AlertWords, Described } from "./rule.ts";

const texts: Readonly<Record<AlertKind, AlertText>> = {
  gateway_stopped: gatewayStoppedText,
  gateway_idle: gatewayIdleText,
  credit_low: creditLowText,
  webhook_disabled: webhookDisabledText,
  license_ending: licenseEndingText,
  codes_unverified: codesUnverifiedText,
  queue_late: queueLateText,
  spend_cap_reached: spendCapReachedText,
};

/** What people read about an alert. A kind of a newer release, whose text this one does not have, is named by its code. */
export function wordsOf(alert: Described & { readonly kind: AlertKind }): AlertWords {
  const text = (texts as Partial<typeof texts>)[alert.kind];
  if (text) return text(alert);
  return {
    title: `Alert: ${alert.kind}`,
    meaning: "A newer release of the service reported this.",
    step: "Look at it with a node of that release.",
    screen: "/overview",
  };
}
