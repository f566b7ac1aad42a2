import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import { contentOf } from "../messages/content.ts";
import { sendToNumbers, type SendDeps } from "../messages/send.ts";
import { parsePhone } from "../recipients/phone.ts";
import { requireFunds, type FundsDeps } from "../spending/spend-rules.ts";
import type { OpenAlert } from "./alert.ts";
import { smsRoute, type SmsRouteDeps } from "./sms-route.ts";

export type AlertSmsDeps = SendDeps &
  SmsRouteDeps &
  FundsDeps & {
    /** The site's sender id. */
    readonly sender: string | null;
  };

/** Seconds: an alert that is hours old is no reason to wake a person. */
const VALID_FOR = 3_600;

/**
 * Accepts a text to an administrator, as any other: a number that is suppressed gets none, and nothing is accepted that
 * a cap would hold back.
 *
 * @returns the message, or why there is none
 */
export async function sendAlertSms(
  ports: AlertSmsDeps,
  to: string,
  text: string,
  alert: Pick<OpenAlert, "kind" | "subject"> | null,
): Promise<{ readonly messageId: Uuid } | { readonly reason: string }> {
  const phone = parsePhone(to, null);
  if (!phone.ok) return { reason: "It is not a phone number." };
  const route = smsRoute(ports, alert);
  if (route === null) return { reason: "No other gateway can send it." };
  try {
    const message = { content: contentOf({ text, sender: ports.sender }), category: "transactional", route } as const;
    await requireFunds(ports, { ...message, phones: [phone.value] });
    const { id } = await sendToNumbers(ports, [phone.value], {
      ...message,
      validFor: VALID_FOR,
      createdBy: "alerts",
    });
    return { messageId: id };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { reason: error.message };
  }
}
