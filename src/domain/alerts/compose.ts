import { cutText } from "#lib/plain-text";

import type { Alert, AlertEvent } from "./alert.ts";
import type { Mail } from "./mailer.ts";
import { instant } from "./rule.ts";
import { wordsOf } from "./texts.ts";

/** What is composed: an alert that opened, grew worse, or ended. */
export type Notice = { readonly alert: Alert; readonly event: AlertEvent; readonly level: number };

export type ComposeTools = {
  /** Where others reach the console; null: not known. */
  readonly publicUrl: string | null;
};

/** RFC 5322 §2.1.1: what every client shows. */
const SUBJECT_LENGTH = 78;
/** Two segments of UCS-2, or less than one of GSM 7-bit. */
const SMS_LENGTH = 134;

/** The mail to one recipient. A mail that was late, and is read after the end, says so. */
export function alertMail({ alert, event, level }: Notice, to: string, { publicUrl }: ComposeTools): Mail {
  const { title, meaning, step, screen } = wordsOf({ ...alert, level });
  const link = publicUrl === null ? [] : ["", `${publicUrl}${screen}`];
  const since = `Since ${instant(alert.openedAt)}.`;
  const lines =
    event === "closed"
      ? [`${title}: this has ended.`, "", `It lasted from ${instant(alert.openedAt)} to ${instant(alert.closedAt)}.`]
      : [
          `${title}.`,
          alert.closedAt === null
            ? since
            : `This has ended: it lasted from ${instant(alert.openedAt)} to ${instant(alert.closedAt)}.`,
          "",
          meaning,
          "",
          `What to do: ${step}`,
        ];
  const opened = `alert-${alert.id}`;
  return {
    to,
    subject: subjectLine(event === "closed" ? `Ended: ${title}` : title),
    text: [...lines, ...link, "", "Who receives this is in the console under Settings, Alerts.", ""].join("\n"),
    id: event === "closed" ? `${opened}-end` : `${opened}-${level}`,
    follows: event === "closed" ? `${opened}-${level}` : null,
  };
}

/** The text to one number. */
export function alertSms({ alert, event, level }: Notice): string {
  const { title } = wordsOf({ ...alert, level });
  const text = event === "closed" ? `Ended: ${title}` : `${title}, since ${instant(alert.openedAt)}`;
  return cutText(`Tidings: ${text}.`, SMS_LENGTH);
}

/** One line that no header can follow. */
function subjectLine(text: string): string {
  return cutText(`[Tidings] ${text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")}`, SUBJECT_LENGTH).trim();
}
