import { MailUnavailable } from "#domain/alerts/mailer";

import type { Config } from "../config/config.ts";
import { smtpMailer } from "../mail/smtp-mailer.ts";
import { ok, warning, type CheckResult } from "./check-result.ts";

/** Connects to the mail server and signs in, if there is one. Sends nothing. */
export async function checkMail({ mail }: Pick<Config, "mail">): Promise<readonly CheckResult[]> {
  if (mail === null) return [];
  const about = "mail";
  try {
    const session = await smtpMailer(mail.server, mail.from).connect();
    session.close();
    const { host, port } = mail.server;
    return [ok(about, `${host}:${port} responds; alerts are sent from ${mail.from}.`)];
  } catch (error) {
    if (!(error instanceof MailUnavailable)) throw error;
    return [warning(about, `Alerts cannot be sent by e-mail: ${error.message}. See TIDINGS_SMTP.`)];
  }
}
