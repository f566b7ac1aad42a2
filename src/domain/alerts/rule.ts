import type { AlertData, AlertKind, Condition, Unjudged } from "./alert.ts";

/** What people read about an alert, in plain text and one language. */
export type AlertSentences = {
  /** One line, at most 60 characters. */
  readonly title: string;
  /** What it means for messages. */
  readonly meaning: string;
  /** What to do. */
  readonly step: string;
};

export type AlertWords = AlertSentences & {
  /** Path of the console's screen for it. */
  readonly screen: string;
};

export type Described = { readonly subject: string; readonly level: number; readonly data: AlertData };

/** One kind of alert: when it is open, and what it says. */
export type AlertRule = {
  readonly kind: AlertKind;
  /** Milliseconds for which the condition must not be met before the alert ends. */
  readonly settleMs: number | ((subject: string) => number);
  /** A lower level is about something else, such as another license: the alert ends, and a new one opens. */
  readonly endsOnFall?: true;
  /** Contacts no provider. If it throws, alerts of this kind stay as they are. */
  check(): Promise<readonly (Condition | Unjudged)[]>;
};

/** The words of one kind, in English. */
export type AlertText = (alert: Described) => AlertWords;

/** A language that alerts are sent in. */
export type AlertLanguage = {
  readonly kinds: Readonly<Record<AlertKind, (alert: Described) => AlertSentences>>;
  /** A kind of a newer release, for which this release has no text. */
  readonly newer: (kind: string) => AlertSentences;
  /** The sentences around an alert's own text; instants are formatted by `instant`. */
  readonly frame: AlertFrame;
};

export type AlertFrame = {
  /** The subject of a mail, and the beginning of a text message. */
  readonly ended: (title: string) => string;
  readonly hasEnded: (title: string) => string;
  readonly lasted: (from: string, to: string) => string;
  readonly endedMeanwhile: (from: string, to: string) => string;
  readonly since: (from: string) => string;
  /** A text message. */
  readonly titleSince: (title: string, from: string) => string;
  readonly whatToDo: (step: string) => string;
  readonly settings: string;
  readonly testSubject: string;
  readonly testMail: string;
  readonly testSms: string;
};

const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const NAME_LENGTH = 24;

/** A name from settings as one short piece of a line: without line breaks, and without marks that reorder text. */
export function safeName(name: string | number | null | undefined, longest = NAME_LENGTH): string {
  const line = String(name ?? "")
    .toWellFormed()
    .replaceAll(UNSAFE, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join("")}…`;
}

/** Words of a provider as a sentence. */
export function sentence(text: string, otherwise: string): string {
  return text === "" ? otherwise : /[.!?…]$/.test(text) ? text : `${text}.`;
}

type Stored = string | number | null | undefined;

/** An instant as people read it in a line of text; to the minute. */
export function instant(millis: Stored): string {
  return `${isoOf(millis).slice(0, -8).replace("T", " ")} UTC`;
}

/** The day of an instant, in UTC. */
export function dayOf(millis: Stored): string {
  return isoOf(millis).replace(/T.*/, "");
}

/** Data stored by another release must not make a list unreadable. */
function isoOf(millis: Stored): string {
  const date = new Date(Number(millis ?? 0));
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}
