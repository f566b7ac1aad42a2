import type { MessageState } from "#domain/messages/message";
import type { Allowed, Controlled, MessageControl } from "#domain/messages/message-control-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { takenBack } from "../../leases.ts";
import { deliveriesTable } from "../../partitions.ts";
import { isTransient } from "../../pg-errors.ts";
import { appendEvents } from "../webhooks/events.ts";
import { complete } from "../queue/finish.ts";
import { closeChunks, lockMessage, openChunks, type LockedMessage } from "./message-lock.ts";

/**
 * Rows that a resume returns to the queue itself; the sweep returns the rest, so that the reply does not wait for a
 * million.
 */
const UNPARKED = 5_000;

const UNPARK = `
with parked as (
  select message_id, phone from retries where message_id = $1 and due = 'infinity'
  order by message_id, phone limit ${UNPARKED} for update
)
update retries r set due = now() from parked where r.message_id = parked.message_id and r.phone = parked.phone`;

const TRIES = 3;

/** Called after a commit: there is work for the dispatchers, for the cancellation worker, for the webhook sender. */
export type ControlNotifications = {
  readonly dispatch: () => void;
  readonly cancelDeliveries: () => void;
  readonly webhooks: () => void;
};

export function messageControlQueries(db: Db, notifications: ControlNotifications): MessageControl {
  /** Locks the message, and does the work if its state allows it. */
  async function control(
    id: Uuid,
    allowed: Allowed,
    work: (message: LockedMessage) => Promise<unknown>,
  ): Promise<Controlled> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction(async (): Promise<Controlled> => {
          const message = await lockMessage(db, id);
          if (!message) return { kind: "missing" };
          if (allowed.already.includes(message.state)) return { kind: "done", already: true };
          if (!allowed.from.includes(message.state)) return { kind: "refused", state: message.state };
          await work(message);
          return { kind: "done", already: false };
        });
      } catch (error) {
        // A lock that took too long, or a restarted database.
        if (db.inTransaction() || attempt === TRIES || !isTransient(error)) throw error;
      }
    }
  }

  const setState = (id: Uuid, state: MessageState): Promise<unknown> =>
    db.query("message state", "update messages set state = $2 where id = $1", [id, state]);
  const log = (kind: string, messageId: Uuid, data: Readonly<Record<string, unknown>>): Promise<void> =>
    appendEvents(db, [{ kind, messageId, data }], notifications.webhooks);

  return {
    pause: (id, by, allowed) =>
      control(id, allowed, async () => {
        await setState(id, "paused");
        await closeChunks(db, id);
        await log("message.paused", id, { by });
      }),
    resume: (id, by, allowed) =>
      control(id, allowed, async ({ resolving }) => {
        await setState(id, resolving ? "resolving" : "running");
        await openChunks(db, id);
        await db.query("unpark message", UNPARK, [id]);
        await log("message.resumed", id, { by });
        // The deliveries in flight at the pause may have been the last ones.
        await complete(db, deliveriesTable(id), [id]);
        db.afterCommit(notifications.dispatch);
      }),
    cancel: (id, by, allowed) =>
      control(id, allowed, async () => {
        await db.query("cancel", "update messages set state = 'canceled', finished_at = now() where id = $1", [id]);
        await db.query("cancel fan-out", "delete from fanouts where message_id = $1", [id]);
        await closeChunks(db, id);
        await db.query("queue cancellation", CANCEL, [id]);
        await log("message.canceled", id, { by });
        db.afterCommit(notifications.cancelDeliveries);
      }),
    setRate: (id, ratePerMinute, by, allowed) =>
      control(id, allowed, async (message) => {
        if (message.ratePerMinute === ratePerMinute) return;
        await db.query("message rate", "update messages set rate_per_minute = $2 where id = $1", [id, ratePerMinute]);
        await log("message.rate_changed", id, { by, from: message.ratePerMinute, to: ratePerMinute });
        db.afterCommit(notifications.dispatch);
      }),
  };
}

/** A cancellation that was under way because the message had expired starts again: what it already did stays. */
const CANCEL = `
insert into cancellations (message_id, verdict) values ($1, 'canceled')
on conflict (message_id) do update set verdict = 'canceled', cursor = null, ${takenBack("cancellations")}`;
