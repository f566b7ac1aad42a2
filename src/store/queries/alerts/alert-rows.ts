import type { Alert, AlertData, AlertKind, OpenAlert } from "#domain/alerts/alert";
import type { Uuid } from "#lib/ids";

/** Of the table `alerts`, by its name or the alias `a`. */
export const ALERT_COLUMNS =
  "a.id, a.kind, a.subject, a.level, a.data, a.first_seen_at, a.opened_at, a.cleared_at, a.closed_at, a.acknowledged_at, a.acknowledged_by";

export type AlertRow = {
  id: Uuid;
  kind: AlertKind;
  subject: string;
  level: number;
  data: AlertData;
  first_seen_at: Date;
  opened_at: Date | null;
  cleared_at: Date | null;
  closed_at: Date | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
};

const millis = (at: Date | null): number | null => at && at.getTime();

const common = ({ id, kind, subject, level, data, first_seen_at: first }: AlertRow) => ({
  id,
  kind,
  subject,
  level,
  data,
  firstSeenAt: first.getTime(),
});

/** A row that was reported. */
export const alertOf = (row: AlertRow): Alert => ({
  ...common(row),
  openedAt: (row.opened_at ?? row.first_seen_at).getTime(),
  closedAt: millis(row.closed_at),
  acknowledgedAt: millis(row.acknowledged_at),
  acknowledgedBy: row.acknowledged_by,
});

/** A row that has not ended, reported or not. */
export const openAlertOf = (row: AlertRow): OpenAlert => ({
  ...common(row),
  openedAt: millis(row.opened_at),
  clearedAt: millis(row.cleared_at),
});
