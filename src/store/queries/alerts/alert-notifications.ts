import type { AlertStore, NotificationJob, Settled } from "#domain/alerts/alert-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { ALERT_NOTIFICATIONS, dueIn, heldRow, leaseQueries } from "../../leases.ts";
import { millis } from "../millis.ts";
import { ALERT } from "./alert-rows.ts";

const READ = `
select job.id, job.token, job.event, job.level, job.channel, job.recipient, job.state, job.attempts,
  ${millis("job.created_at")} as "createdAt", row_to_json(alert) as alert
from job cross join lateral (select ${ALERT} from alerts a where a.id = job.alert_id) alert`;

const MARK = `
update alert_notifications set state = 'sending', attempts = attempts + 1, ${dueIn("$3")}
where ${heldRow(ALERT_NOTIFICATIONS)} and state = 'waiting' returning id`;

/** An attempt counts whether the notification could not be sent at all or was temporarily refused. */
const SETTLE = `
update alert_notifications set state = $3, reason = $4, message_id = $5,
  attempts = attempts + case when $3 = 'waiting' and state = 'waiting' then 1 else 0 end,
  settled_at = case when $3 = 'waiting' then null else now() end,
  due = now() + make_interval(secs => $6 / 1000.0), token = token + 1
where ${heldRow(ALERT_NOTIFICATIONS)} and state in ('waiting', 'sending') returning id`;

const REASON_LENGTH = 300;

export function alertNotificationQueries(db: Db): AlertStore["notifications"] {
  return {
    ...leaseQueries<NotificationJob>(db, ALERT_NOTIFICATIONS, {
      name: "alert notification",
      read: READ,
      keyOf: ({ id }) => id,
    }),
    async mark({ id, token }, leaseMs) {
      return (await db.query("mark alert notification", MARK, [id, token, leaseMs])).length > 0;
    },
    async settle({ id, token }, result) {
      const values = [id, token, result.state, reasonOf(result), messageOf(result), waitOf(result)];
      return (await db.query("settle alert notification", SETTLE, values)).length > 0;
    },
  };
}

const reasonOf = (result: Settled): string | null =>
  "reason" in result ? result.reason.slice(0, REASON_LENGTH) : null;
const messageOf = (result: Settled): Uuid | null => (result.state === "sent" ? (result.messageId ?? null) : null);
const waitOf = (result: Settled): number => (result.state === "waiting" ? result.afterMs : 0);
