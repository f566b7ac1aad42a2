import { counted } from "#lib/counted";

import type { ReadSettings } from "../settings/settings-store.ts";
import type { Locale } from "../texts/locales.ts";
import { alertSection } from "./alert-settings.ts";
import type { Channel } from "./alert-store.ts";
import { testAlertMail, testAlertSms } from "./alert-messages.ts";
import { MailUnavailable, type Mailer } from "./mailer.ts";
import { sendAlertSms, type AlertSmsDeps } from "./send-sms.ts";

export type TestAlertsDeps = AlertSmsDeps & {
  readonly readSettings: ReadSettings;
  /** null: no mail server is configured. */
  readonly mailer: Mailer | null;
  readonly publicUrl: string | null;
};

export type TestedRecipient = {
  readonly channel: Channel;
  readonly recipient: string;
  readonly ok: boolean;
  /** What happened, as a sentence. */
  readonly text: string;
};

/**
 * Sends a test to every address in the settings, whether alerts are quiet or not. A mail server may take its time: not
 * in a transaction.
 *
 * @param id distinguishes the mails of two tests
 */
export async function testMails(ports: TestAlertsDeps, id: string): Promise<readonly TestedRecipient[]> {
  const { emails, locale } = await ports.readSettings(alertSection);
  return Promise.all(emails.map((recipient) => testMail(ports, { to: recipient, id, locale })));
}

/** Accepts a test to every number in the settings, as {@link testMails}; in the surrounding transaction, if any. */
export async function testTexts(ports: TestAlertsDeps): Promise<readonly TestedRecipient[]> {
  const { numbers, locale } = await ports.readSettings(alertSection);
  const results: TestedRecipient[] = [];
  for (const recipient of numbers) results.push(await testSms(ports, recipient, locale));
  return results;
}

type TestMail = { readonly to: string; readonly id: string; readonly locale: Locale };

async function testMail({ mailer, publicUrl }: TestAlertsDeps, { to, id, locale }: TestMail): Promise<TestedRecipient> {
  const result = (ok: boolean, text: string): TestedRecipient => ({ channel: "email", recipient: to, ok, text });
  if (mailer === null) return result(false, "No mail server is configured: set TIDINGS_SMTP and TIDINGS_MAIL_FROM.");
  try {
    const session = await mailer.connect();
    try {
      const outcome = await session.send(testAlertMail(id, to, { publicUrl, locale }));
      return outcome.kind === "sent" ? result(true, "The mail server accepted it.") : result(false, outcome.reason);
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof MailUnavailable)) throw error;
    return result(false, error.message);
  }
}

async function testSms(ports: TestAlertsDeps, to: string, locale: Locale): Promise<TestedRecipient> {
  const sent = await sendAlertSms(ports, to, testAlertSms(locale), null);
  const ok = "messageId" in sent;
  return {
    channel: "sms",
    recipient: to,
    ok,
    text: ok ? "It was accepted. The log shows whether it is delivered." : sent.reason,
  };
}

/** A summary of the results, as a sentence. */
export function testSummary(results: readonly TestedRecipient[]): string {
  if (results.length === 0) return "There are no recipients in the settings.";
  const reached = results.filter(({ ok }) => ok).length;
  return `${reached} of ${counted(results.length, "recipient")} accepted.`;
}
