import type { AlertData, AlertKind, Condition, CheckedKind, OpenAlert } from "./alert.ts";

/** How a check changes what is stored. */
export type AlertChange =
  | {
      readonly kind: "start";
      readonly alert: {
        readonly kind: AlertKind;
        readonly subject: string;
        readonly level: number;
        readonly data: AlertData;
      };
      readonly opens: boolean;
    }
  | {
      readonly kind: "continue";
      readonly alert: OpenAlert;
      readonly opens: boolean;
      /** It is worse than when it was last reported. */
      readonly rises: boolean;
    }
  | { readonly kind: "clear"; readonly alert: OpenAlert }
  | { readonly kind: "close"; readonly alert: OpenAlert }
  /** It passed before it was reported. */
  | { readonly kind: "forget"; readonly alert: OpenAlert };

/**
 * Compares what was found with what is open. A condition that comes and goes keeps its alert open: the alert ends only
 * when the condition was not met for the whole settling time, or has become better, for the kinds that end then. Kinds
 * that were not checked stay unchanged.
 *
 * @param now milliseconds since 1970, database time
 */
export function planChanges(
  open: readonly OpenAlert[],
  checked: readonly CheckedKind[],
  now: number,
): readonly AlertChange[] {
  return checked.flatMap((one) => {
    const known = new Map(open.filter(({ kind }) => kind === one.kind).map((alert) => [alert.subject, alert]));
    const found = new Map(one.conditions.map((condition) => [condition.subject, condition]));
    const continued = [...found.values()].flatMap((condition) =>
      "unjudged" in condition ? [] : continuation(known.get(condition.subject), one, condition, now),
    );
    const missing = [...known.values()].filter(({ subject }) => !found.has(subject));
    return [...continued, ...missing.map((alert) => ending(alert, one, now))];
  });
}

function continuation(
  alert: OpenAlert | undefined,
  checked: CheckedKind,
  { subject, level, data, delayMs }: Condition,
  now: number,
): AlertChange {
  const { kind, endsOnFall = false } = checked;
  if (!alert) return { kind: "start", alert: { kind, subject, level, data }, opens: delayMs <= 0 };
  // The next check opens another one.
  if (endsOnFall && level < alert.level) return ending(alert, checked, now);
  const opens = alert.openedAt === null && now - alert.firstSeenAt >= delayMs;
  const rises = alert.openedAt !== null && level > alert.level;
  return { kind: "continue", alert: { ...alert, data, level: Math.max(level, alert.level) }, opens, rises };
}

function ending(alert: OpenAlert, { settleMs }: CheckedKind, now: number): AlertChange {
  // The clock may be set back.
  const clearMs = Math.abs(now - (alert.clearedAt ?? now));
  if (clearMs < (typeof settleMs === "number" ? settleMs : settleMs(alert.subject))) return { kind: "clear", alert };
  return { kind: alert.openedAt === null ? "forget" : "close", alert };
}
