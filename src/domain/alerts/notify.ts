import { backoff } from "#lib/backoff";
import { day, minute, second, type Clock } from "#lib/time";

import type { ReadSettings } from "../settings/settings-store.ts";
import type { Locale } from "../texts/locales.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { alertSection, type AlertSettings } from "./alert-settings.ts";
import type { AlertStore, NotificationJob, Settled } from "./alert-store.ts";
import { alertMail, alertSms, type ComposeDeps } from "./alert-messages.ts";
import { MailUnavailable, type Mailer, type MailSession } from "./mailer.ts";
import { sendAlertSms, type AlertSmsDeps } from "./send-sms.ts";

export type NotifyDeps = AlertSmsDeps &
  Pick<ComposeDeps, "publicUrl"> & {
    readonly alerts: Pick<AlertStore, "notifications">;
    readonly unitOfWork: UnitOfWork;
    readonly readSettings: ReadSettings;
    /** null: no mail server is configured. */
    readonly mailer: Mailer | null;
    /** Database time. */
    readonly clock: Clock;
    readonly random: () => number;
  };

type Turn = { readonly leaseMs: number; readonly stop: AbortSignal };

/** A mail server that is down for longer than this is not tried again. */
const GIVEN_UP_MS = day;
const FIRST_RETRY_MS = 15 * second;
const LONGEST_RETRY_MS = 15 * minute;

/**
 * Sends one notification, at most once, if its recipient is still in the settings. A mail is marked before its text
 * leaves; a text message is accepted in the transaction that settles it.
 *
 * @param turn.leaseMs of the mark, which must outlast the sending
 * @param turn.stop on which a mail server is no longer waited for
 */
export async function notify(ports: NotifyDeps, job: NotificationJob, { leaseMs, stop }: Turn): Promise<void> {
  const { notifications } = ports.alerts;
  if (job.state === "sending") {
    await notifications.settle(job, { state: "unknown", reason: "The process that was sending it ended." });
    return;
  }
  const settings = await ports.readSettings(alertSection);
  const refusal = refusalOf(settings, job);
  if (refusal !== null) {
    await notifications.settle(job, { state: "skipped", reason: refusal });
  } else if (job.channel === "sms") {
    await ports.unitOfWork.transaction(async () => {
      const sent = await sendAlertSms(ports, job.recipient, alertSms(job, settings.locale), job.alert);
      const result: Settled =
        "messageId" in sent ? { state: "sent", messageId: sent.messageId } : { state: "skipped", reason: sent.reason };
      // If the lease was lost, the message is rolled back with it.
      if (!(await notifications.settle(job, result))) throw new Error("the lease of a notification was lost");
    });
  } else {
    await sendMail(ports, job, settings.locale, { leaseMs, stop });
  }
}

/** Settings may have changed since it was stored, or since its alert began. */
function refusalOf(
  { quiet, kinds, emails, numbers }: AlertSettings,
  { alert, channel, recipient }: NotificationJob,
): string | null {
  if (quiet) return "Alerts are quiet.";
  if (!kinds.includes(alert.kind)) return "Alerts of this kind are not sent.";
  return (channel === "email" ? emails : numbers).includes(recipient) ? null : "It is no longer a recipient.";
}

async function sendMail(
  ports: NotifyDeps,
  job: NotificationJob,
  locale: Locale,
  { leaseMs, stop }: Turn,
): Promise<void> {
  const { notifications } = ports.alerts;
  if (ports.mailer === null) {
    await notifications.settle(job, { state: "skipped", reason: "No mail server is configured (TIDINGS_SMTP)." });
    return;
  }
  let session: MailSession;
  try {
    session = await ports.mailer.connect(stop);
  } catch (error) {
    if (!(error instanceof MailUnavailable)) throw error;
    await notifications.settle(job, later(ports, job, error.message));
    return;
  }
  try {
    if (!(await notifications.mark(job, leaseMs))) return;
    const outcome = await session.send(alertMail(job, job.recipient, { publicUrl: ports.publicUrl, locale }));
    if (outcome.kind === "sent") await notifications.settle(job, { state: "sent" });
    else if (outcome.kind === "again") await notifications.settle(job, later(ports, job, outcome.reason));
    else {
      const state = outcome.kind === "refused" ? "failed" : "unknown";
      await notifications.settle(job, { state, reason: outcome.reason });
    }
  } finally {
    session.close();
  }
}

function later({ clock, random }: NotifyDeps, job: NotificationJob, reason: string): Settled {
  if (clock.now() - job.createdAt >= GIVEN_UP_MS) return { state: "failed", reason };
  const afterMs = backoff(job.attempts + 1, FIRST_RETRY_MS, LONGEST_RETRY_MS, random());
  return { state: "waiting", reason, afterMs };
}
