import type { z } from "zod";

import type { alertData } from "#contract/alerts";
import { shownSubject, type Alert } from "#domain/alerts/alert";
import type { AlertStore, Notification } from "#domain/alerts/alert-store";
import { wordsOf } from "#domain/alerts/texts";
import { withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

export const ALERT_PREFIX = "alt";

type Shown = z.output<typeof alertData>;

/** Alerts in API form, with what was sent about each. */
export async function shownAlerts(
  store: Pick<AlertStore, "notificationsOf">,
  alerts: readonly Alert[],
): Promise<Shown[]> {
  const sent = await store.notificationsOf(alerts.map(({ id }) => id));
  return alerts.map((alert) => shownAlert(alert, sent.get(alert.id) ?? []));
}

function shownAlert(alert: Alert, notifications: readonly Notification[]): Shown {
  const { title, meaning, step, screen } = wordsOf(alert);
  return {
    id: withPrefix(ALERT_PREFIX, alert.id),
    kind: alert.kind,
    subject: shownSubject(alert),
    level: alert.level,
    title,
    meaning,
    next_step: step,
    screen,
    opened_at: isoTime(alert.openedAt),
    ended_at: isoTime(alert.closedAt),
    acknowledged_at: isoTime(alert.acknowledgedAt),
    acknowledged_by: alert.acknowledgedBy,
    notifications: notifications.map(({ event, channel, recipient, state, reason, settledAt }) => ({
      event,
      channel,
      recipient,
      state,
      reason,
      settled_at: isoTime(settledAt),
    })),
  };
}
