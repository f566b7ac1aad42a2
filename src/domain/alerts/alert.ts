import { withPrefix, type Uuid } from "#lib/ids";

export const alertKinds = [
  "gateway_stopped",
  "gateway_idle",
  "credit_low",
  "webhook_disabled",
  "license_ending",
  "codes_unverified",
  "queue_late",
  "spend_cap_reached",
  "run_failed",
  "schedule_paused",
  "role_gone",
  "gateway_refuses",
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertEvents = ["opened", "closed"] as const;
export type AlertEvent = (typeof alertEvents)[number];

/** What a condition knows about a subject. Never a phone number, a secret or the text of a message. */
export type AlertData = Readonly<Record<string, string | number | null>>;

/** A condition that is met at this moment. */
export type Condition = {
  readonly subject: string;
  /** How bad it is, from 1. A level that rises is reported again. */
  readonly level: number;
  /** Milliseconds for which it must be met before it is reported. */
  readonly delayMs: number;
  readonly data: AlertData;
};

/** The condition of a subject cannot be determined at the moment: an alert about it stays as it is. */
export type Unjudged = { readonly subject: string; readonly unjudged: true };

/** The conditions of one kind that a check found. */
export type CheckedKind = {
  readonly kind: AlertKind;
  /** Milliseconds for which the condition must not be met before the alert ends. */
  readonly settleMs: number | ((subject: string) => number);
  /** A lower level is about something else, such as another license: the alert ends, and a new one opens. */
  readonly endsOnFall?: true;
  readonly conditions: readonly (Condition | Unjudged)[];
};

/** An alert that has not ended. Times in milliseconds since 1970, database time. */
export type OpenAlert = {
  readonly id: Uuid;
  readonly kind: AlertKind;
  readonly subject: string;
  readonly level: number;
  readonly data: AlertData;
  readonly firstSeenAt: number;
  /** null: it was not reported yet. */
  readonly openedAt: number | null;
  /** Since when the condition is not met; null: it is. */
  readonly clearedAt: number | null;
};

/** An alert that was reported. */
export type Alert = Omit<OpenAlert, "openedAt" | "clearedAt"> & {
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly acknowledgedAt: number | null;
  /** Principal of who acknowledged it. */
  readonly acknowledgedBy: string | null;
};

/** The subject as callers know it: the id of a webhook has its prefix. */
export function shownSubject({ kind, subject }: Pick<OpenAlert, "kind" | "subject">): string {
  return kind === "webhook_disabled" ? withPrefix("wh", subject as Uuid) : subject;
}
