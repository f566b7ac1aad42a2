import { cutText } from "#lib/plain-text";

import type { Locale } from "../texts/locales.ts";
import type { Alert, AlertEvent } from "./alert.ts";
import type { Mail } from "./mailer.ts";
import { instant } from "./rule.ts";
import { frameIn, wordsOf } from "./texts.ts";

/** An alert that opened, got worse, or ended. */
export type Notice = { readonly alert: Alert; readonly event: AlertEvent; readonly level: number };

export type ComposeDeps = {
  /** Where others reach the console; null: not known. */
  readonly publicUrl: string | null;
  readonly locale: Locale;
};

/** RFC 5322 §2.1.1: what every client shows. */
const SUBJECT_LENGTH = 78;
/** Two segments of UCS-2, or less than one of GSM 7-bit. */
const SMS_LENGTH = 134;

/** The mail to one recipient. A mail that is sent after the alert has ended says so. */
export function alertMail({ alert, event, level }: Notice, to: string, { publicUrl, locale }: ComposeDeps): Mail {
  const { title, meaning, step, screen } = wordsOf({ ...alert, level }, locale);
  const frame = frameIn(locale);
  const link = publicUrl === null ? [] : ["", `${publicUrl}${screen}`];
  const from = instant(alert.openedAt);
  const until = instant(alert.closedAt);
  const lines =
    event === "closed"
      ? [frame.hasEnded(title), "", frame.lasted(from, until)]
      : [
          `${title}.`,
          alert.closedAt === null ? frame.since(from) : frame.endedMeanwhile(from, until),
          "",
          meaning,
          "",
          frame.whatToDo(step),
        ];
  const opened = `alert-${alert.id}`;
  return {
    to,
    subject: subjectLine(event === "closed" ? frame.ended(title) : title),
    text: [...lines, ...link, "", frame.settings, ""].join("\n"),
    id: event === "closed" ? `${opened}-end` : `${opened}-${level}`,
    follows: event === "closed" ? `${opened}-${level}` : null,
  };
}

/** The text to one number. */
export function alertSms({ alert, event, level }: Notice, locale: Locale): string {
  const { title } = wordsOf({ ...alert, level }, locale);
  const frame = frameIn(locale);
  return shortText(
    event === "closed" ? `${frame.ended(title)}.` : `${frame.titleSince(title, instant(alert.openedAt))}.`,
  );
}

/** A test, to one address. */
export function testAlertMail(id: string, to: string, { publicUrl, locale }: ComposeDeps): Mail {
  const { testSubject, testMail } = frameIn(locale);
  return {
    to,
    subject: subjectLine(testSubject),
    text: [testMail, ...(publicUrl === null ? [] : ["", publicUrl]), ""].join("\n"),
    id: `alert-test-${id}`,
    follows: null,
  };
}

/** A test, to a number. */
export function testAlertSms(locale: Locale): string {
  return shortText(frameIn(locale).testSms);
}

const shortText = (text: string): string => cutText(`Tidings: ${text}`, SMS_LENGTH);

/**
 * One line, so that no header can be injected. The zero-width non-joiner is part of Persian spelling; names have none.
 */
function subjectLine(text: string): string {
  return cutText(
    `[Tidings] ${text.replaceAll(/(?:[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200c)\p{Cf})+/gu, " ")}`,
    SUBJECT_LENGTH,
  ).trim();
}
