import { millis } from "../millis.ts";

const COMMON = `a.id, a.kind, a.subject, a.level, a.data, ${millis("a.first_seen_at")} as "firstSeenAt"`;

/** The columns of an `Alert`, of the table alerts `a`: one that was reported. */
export const ALERT = `${COMMON}, ${millis("coalesce(a.opened_at, a.first_seen_at)")} as "openedAt",
  ${millis("a.closed_at")} as "closedAt", ${millis("a.acknowledged_at")} as "acknowledgedAt",
  a.acknowledged_by as "acknowledgedBy"`;

/** The columns of an `OpenAlert`: one that has not ended, reported or not. */
export const OPEN_ALERT = `${COMMON}, ${millis("a.opened_at")} as "openedAt", ${millis("a.cleared_at")} as "clearedAt"`;
