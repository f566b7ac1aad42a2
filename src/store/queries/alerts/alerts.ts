import type { Alert } from "#domain/alerts/alert";
import { MAX_PER_HOUR, type AlertStore, type Notification } from "#domain/alerts/alert-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { appendEvents } from "../webhooks/events.ts";
import { alertCheckQueries } from "./alert-checks.ts";
import { alertNotificationQueries } from "./alert-notifications.ts";
import { millis } from "../millis.ts";
import { ALERT } from "./alert-rows.ts";

const LIST = `
select ${ALERT} from alerts a
where opened_at is not null and ($1::boolean is null or (closed_at is null) = $1)
  and ($2::boolean is null or ((closed_at is null), id) < ($2, $3::uuid))
order by (closed_at is null) desc, id desc limit $4`;

const FIND = `select ${ALERT} from alerts a where id = $1 and opened_at is not null`;

const ACKNOWLEDGE = `
update alerts set acknowledged_at = now(), acknowledged_by = $2
where id = $1 and opened_at is not null and acknowledged_at is null returning id`;

const NOTIFICATIONS = `
select alert_id as "alertId", event, level, channel, recipient, state, reason, ${millis("settled_at")} as "settledAt"
from alert_notifications where alert_id = any($1::uuid[]) order by created_at, id`;

/** The times of recent tests are in the row that nodes lease, so concurrent tests wait for each other. */
const TAKE_TEST = `
with tests as (
  select a.id, array(select at from unnest(a.tests) as at where at > now() - interval '1 hour' order by at) as recent
  from alert_checks a for update
),
taken as (
  update alert_checks a set tests = recent || now() from tests
  where a.id = tests.id and cardinality(recent) < ${MAX_PER_HOUR} returning a.id
)
select case when exists (select from taken) then 0
  else ceil(extract(epoch from recent[1] + interval '1 hour' - now())) end::int as wait
from tests`;

type NotificationRow = Notification & { readonly alertId: Uuid };

function notificationOf(row: NotificationRow): Notification {
  const { alertId: _, ...notification } = row;
  return notification;
}

/** @param notifications `hooked`: webhooks have work; `waiting`: there is something to send */
export function alertQueries(
  db: Db,
  notifications: { readonly hooked: () => void; readonly waiting: () => void },
): AlertStore {
  async function find(id: Uuid) {
    const [row] = await db.query<Alert>("alert", FIND, [id]);
    return row ?? null;
  }
  return {
    checks: alertCheckQueries(db, notifications),
    notifications: alertNotificationQueries(db),
    find,
    async list({ state, before, limit }) {
      const isOpen = state === null ? null : state === "open";
      return db.query<Alert>("alerts", LIST, [isOpen, before?.isOpen, before?.id, limit]);
    },
    async notificationsOf(ids) {
      const rows = await db.query<NotificationRow>("notifications of alerts", NOTIFICATIONS, [ids]);
      const found = Map.groupBy(rows, ({ alertId }) => alertId);
      return new Map([...found].map(([id, all]) => [id, all.map(notificationOf)]));
    },
    async takeTest() {
      return (await db.query<{ wait: number }>("take alert test", TAKE_TEST, []))[0]!.wait;
    },
    acknowledge: (id, by) =>
      db.transaction(async () => {
        const changed = await db.query("acknowledge alert", ACKNOWLEDGE, [id, by]);
        if (changed.length > 0) {
          await appendEvents(db, [{ kind: "alert.acknowledged", data: { id, by } }], notifications.hooked);
        }
        return find(id);
      }),
  };
}
