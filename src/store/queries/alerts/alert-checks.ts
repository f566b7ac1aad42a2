import { MAX_PER_HOUR, QUIET_MS, type AlertCheck, type AlertStore, type Recipient } from "#domain/alerts/alert-store";
import { shownSubject, type OpenAlert } from "#domain/alerts/alert";
import type { AlertChange } from "#domain/alerts/plan";
import { uuidv7, type Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { ALERT_CHECKS, dueIn, heldRow, leaseQueries } from "../../leases.ts";
import { appendEvents } from "../webhooks/events.ts";
import { OPEN_ALERT } from "./alert-rows.ts";

const LOCK = `select id from alert_checks where ${heldRow(ALERT_CHECKS)} for update`;
const NEXT = `update alert_checks set ${dueIn("$3")} where ${heldRow(ALERT_CHECKS)}`;
const OPEN = `select ${OPEN_ALERT} from alerts a where closed_at is null order by id`;

const START = `
insert into alerts (id, kind, subject, level, data, opened_at)
values ($1, $2, $3, $4, $5::jsonb, case when $6 then now() end)`;
const CONTINUE = `
update alerts set level = $2, data = $3::jsonb, cleared_at = null, opened_at = case when $4 then now() else opened_at end
where id = $1`;
const CLEAR = "update alerts set cleared_at = coalesce(cleared_at, now()) where id = $1";
const CLOSE = "update alerts set cleared_at = coalesce(cleared_at, now()), closed_at = now() where id = $1";

/**
 * Due once the quiet time since the last end of the same alert is over; a recipient has a limit for each hour.
 * Notifications of a lower level that still wait are skipped.
 */
const NOTIFY = `
with replaced as (
  update alert_notifications set state = 'skipped', reason = 'It grew worse before it was sent.', settled_at = now(),
    token = token + 1
  where alert_id = $1 and event = 'opened' and level < $2 and state = 'waiting'
)
insert into alert_notifications (id, alert_id, event, level, channel, recipient, state, reason, settled_at, due)
select r.id, a.id, 'opened', $2, r.channel, r.recipient,
  case when full_up then 'skipped' else 'waiting' end,
  case when full_up then 'Too many alerts in an hour: the console shows the rest.' end,
  case when full_up then now() end,
  greatest(now(), coalesce((
    select max(b.closed_at) from alerts b
    where b.kind = a.kind and b.subject = a.subject and b.closed_at is not null and b.opened_at is not null
  ) + make_interval(secs => $4 / 1000.0), now()))
from alerts a cross join json_to_recordset($3::json) as r(id uuid, channel text, recipient text)
cross join lateral (
  select count(*) >= $5 as full_up from alert_notifications n
  where n.recipient = r.recipient and n.created_at > now() - interval '1 hour'
    and n.event = 'opened' and n.state <> 'skipped') sent
where a.id = $1
on conflict do nothing`;

/**
 * Everyone who may know of the beginning is notified of the end. Waiting notifications of the beginning are skipped.
 */
const NOTIFY_END = `
with skipped as (
  update alert_notifications set state = 'skipped', reason = 'It ended before it was sent.', settled_at = now(), token = token + 1
  where alert_id = $1 and state = 'waiting' and attempts = 0
)
insert into alert_notifications (id, alert_id, event, level, channel, recipient)
select gen_random_uuid(), alert_id, 'closed', max(level), channel, recipient from alert_notifications
where alert_id = $1 and event = 'opened' and state in ('sending', 'sent', 'unknown')
group by alert_id, channel, recipient
on conflict do nothing`;

const OLD = "delete from alerts where closed_at < now() - interval '1 year'";

/** @param notifications `hooked`: webhooks have work; `waiting`: there is something to send */
export function alertCheckQueries(
  db: Db,
  notifications: { readonly hooked: () => void; readonly waiting: () => void },
): AlertStore["checks"] {
  async function notify(id: Uuid, level: number, recipients: readonly Recipient[]): Promise<void> {
    if (recipients.length === 0) return;
    const rows = recipients.map(({ channel, address }) => ({ id: uuidv7(db.now()), channel, recipient: address }));
    await db.query("notify of alert", NOTIFY, [id, level, JSON.stringify(rows), QUIET_MS, MAX_PER_HOUR]);
    db.afterCommit(notifications.waiting);
  }

  async function write(change: AlertChange, { recipients, titleOf }: Options): Promise<void> {
    const event = async (kind: "alert.opened" | "alert.closed", id: Uuid): Promise<void> => {
      const { kind: about, level } = change.alert;
      const data = { id, kind: about, subject: shownSubject(change.alert), level, title: titleOf(change.alert) };
      await appendEvents(db, [{ kind, data }], notifications.hooked);
    };
    switch (change.kind) {
      case "start": {
        const { kind, subject, level, data } = change.alert;
        const id = uuidv7(db.now());
        await db.query("start alert", START, [id, kind, subject, level, JSON.stringify(data), change.opens]);
        if (change.opens) {
          await notify(id, level, recipients(change.alert));
          await event("alert.opened", id);
        }
        return;
      }
      case "continue": {
        const { id, level, data } = change.alert;
        await db.query("continue alert", CONTINUE, [id, level, JSON.stringify(data), change.opens]);
        if (change.opens || change.rises) {
          await notify(id, level, recipients(change.alert));
          await event("alert.opened", id);
        }
        return;
      }
      case "clear":
        await db.query("clear alert", CLEAR, [change.alert.id]);
        return;
      case "close":
        await db.query("close alert", CLOSE, [change.alert.id]);
        await db.query("notify of end", NOTIFY_END, [change.alert.id]);
        db.afterCommit(notifications.waiting);
        await event("alert.closed", change.alert.id);
        return;
      case "forget":
        await db.query("forget alert", "delete from alerts where id = $1", [change.alert.id]);
    }
  }

  return {
    ...leaseQueries<AlertCheck>(db, ALERT_CHECKS, {
      name: "alert check",
      read: "select id, token from job",
      keyOf: ({ id }) => id,
    }),
    record: (check, plan, options) =>
      db.transaction(async () => {
        const held = [check.id, check.token];
        if ((await db.query("lock alert check", LOCK, held)).length === 0) return false;
        const open = await db.query<OpenAlert>("open alerts", OPEN, []);
        for (const change of plan(open)) await write(change, options);
        await db.query("delete old alerts", OLD, []);
        await db.query("next alert check", NEXT, [...held, options.nextMs]);
        return true;
      }),
  };
}

type Options = Parameters<AlertStore["checks"]["record"]>[2];
