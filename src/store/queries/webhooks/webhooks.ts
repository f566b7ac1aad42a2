import type {
  NewWebhook,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookStore,
} from "#domain/webhooks/webhook-store";
import type { WebhookType } from "#domain/webhooks/types";
import type { Uuid } from "#lib/ids";

import { assignments, binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { isDuplicateKey } from "../../pg-errors.ts";
import { EVENT_COLUMNS, eventOf, readEvent, type EventRow } from "./webhook-event.ts";
import type { LoggedAttempt } from "./webhook-queue.ts";
import { takenBack } from "../../leases.ts";

type DeliveryRow = {
  readonly id: number;
  readonly webhook_id: Uuid;
  readonly kind: WebhookType;
  readonly state: WebhookDelivery["state"];
  readonly attempt: number;
  readonly due: Date;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly signed_at: number | null;
  readonly signature: string | null;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
};

/** Without the log of attempts, which may have ten kilobytes. */
const DELIVERY_COLUMNS =
  "id, webhook_id, kind, state, attempt, due, last_status, last_error, signed_at, signature, created_at, delivered_at";

// Secrets are never selected here: data that is not read cannot leak.
const COLUMNS = `id, url, types, enabled, disabled_reason as "disabledReason", failing_since as "failingSince",
  previous_until as "previousUntil", created_at as "createdAt"`;

/** @param due called once attempts are due that were not before */
export function webhookQueries(db: Db, due: () => void): WebhookStore {
  return {
    async merge(endpoint) {
      const [row] = await db.query<Webhook>("merge webhook", MERGE, insertedOf(endpoint));
      db.afterCommit(due);
      return { webhook: row!, created: row!.id === endpoint.id };
    },
    async create(endpoint) {
      const [row] = await db.query<Webhook>("create webhook", CREATE, insertedOf(endpoint));
      return row ?? null;
    },
    list: () => db.query<Webhook>("webhooks", `select ${COLUMNS} from webhooks order by created_at, id`, []),
    find,
    async findByUrl(url) {
      const [row] = await db.query<Webhook>("webhook by url", `select ${COLUMNS} from webhooks where url = $1`, [url]);
      return row ?? null;
    },
    async change(id, { url, types, enabled }) {
      const { values, bind } = binder();
      const set = assignments(bind, {
        url,
        types,
        enabled,
        ...(enabled === true && { disabled_reason: null, failing_since: null }),
        ...(enabled === false && { disabled_reason: "switched_off" }),
      });
      if (enabled === true) set.push(ENABLED_AT);
      // Another address has not failed yet.
      if (url !== undefined && enabled !== true) {
        set.push(`failing_since = case when url = ${bind(url)} then failing_since end`);
      }
      if (set.length === 0) return find(id);
      const text = `update webhooks set ${set.join(", ")} where id = ${bind(id)} returning ${COLUMNS}`;
      try {
        const [row] = await db.unnamed<Webhook>(text, values);
        if (row?.enabled) db.afterCommit(due);
        return row ?? null;
      } catch (error) {
        // The unique index on the URL.
        if (isDuplicateKey(error)) return "taken";
        throw error;
      }
    },
    async cancelDeliveries(url, types) {
      return db.transaction(async () => {
        const [row] = await db.query<Webhook>("take webhook types", TAKE_TYPES, [url, types]);
        if (!row) return null;
        if (row.types.length > 0) return row;
        await remove(row.id);
        return null;
      });
    },
    async removeByUrl(url) {
      return (
        (await db.query("remove webhook by url", "delete from webhooks where url = $1 returning id", [url])).length > 0
      );
    },
    remove,
    async rotate(id, sealedSecret, overlapMs) {
      const [row] = await db.query<Webhook>("rotate webhook secret", ROTATE, [id, sealedSecret, overlapMs]);
      return row ?? null;
    },
    async test(id, data) {
      const [row] = await db.query<DeliveryRow>("webhook test", TEST, [id, JSON.stringify(data)]);
      if (row) db.afterCommit(due);
      return row ? deliveryOf(row) : null;
    },
    async deliveries(id, page) {
      const { values, bind } = binder();
      const conditions = [`webhook_id = ${bind(id)}`];
      if (page.before !== null) conditions.push(`id < ${bind(page.before)}`);
      if (page.state !== null) conditions.push(`state = ${bind(page.state)}`);
      const text = `select ${DELIVERY_COLUMNS} from webhook_deliveries where ${conditions.join(" and ")} order by id desc limit ${bind(page.limit)}`;
      return (await db.unnamed<DeliveryRow>(text, values)).map(deliveryOf);
    },
    async delivery(deliveryId) {
      const [row] = await db.query<LoggedRow & EventRow>("webhook delivery", DELIVERY, [deliveryId]);
      return row
        ? { delivery: deliveryOf(row), event: readEvent(row), attempts: (row.attempt_log ?? []).map(attemptOf) }
        : null;
    },
    async replay(deliveryId) {
      const [row] = await db.query<DeliveryRow>("webhook replay", REPLAY, [deliveryId]);
      if (row) db.afterCommit(due);
      return row ? deliveryOf(row) : null;
    },
  };

  async function find(id: Uuid): Promise<Webhook | null> {
    const [row] = await db.query<Webhook>("webhook", `select ${COLUMNS} from webhooks where id = $1`, [id]);
    return row ?? null;
  }

  async function remove(id: Uuid): Promise<boolean> {
    return (await db.query("remove webhook", "delete from webhooks where id = $1 returning id", [id])).length > 0;
  }
}

const insertedOf = ({ id, url, types, sealedSecret, createdBy }: NewWebhook): readonly unknown[] => [
  id,
  url,
  types,
  sealedSecret,
  createdBy,
];

/** clock_timestamp(), not now(): the transaction may have waited while an attempt began. */
const ENABLED_AT = "enabled_at = case when webhooks.enabled then webhooks.enabled_at else clock_timestamp() end";

const INSERT = "insert into webhooks (id, url, types, secret, created_by) values ($1, $2, $3, $4, $5)";
const CREATE = `${INSERT} on conflict (url) do nothing returning ${COLUMNS}`;
const MERGE = `
${INSERT}
on conflict (url) do update set types = array(select distinct unnest(webhooks.types || excluded.types) order by 1),
  enabled = true, disabled_reason = null, failing_since = null, ${ENABLED_AT}
returning ${COLUMNS}`;

const TAKE_TYPES = `
update webhooks set types = array(select unnest(types) except select unnest($2::text[]) order by 1)
where url = $1 returning ${COLUMNS}`;

const ROTATE = `
update webhooks set previous_secret = secret, previous_until = now() + make_interval(secs => $3 / 1000.0), secret = $2
where id = $1 returning ${COLUMNS}`;

const DELIVERY = `
select d.*, ${EVENT_COLUMNS} from webhook_deliveries d ${eventOf("d")} where d.id = $1`;

// The event's time is the delivery's `created_at` (one transaction): the queue finds the partition by it.
const TEST = `
with logged as (
  insert into events (kind, data) select 'webhook.test', $2::jsonb from webhooks where id = $1 returning id
)
insert into webhook_deliveries (webhook_id, event_id, kind) select $1, id, 'webhook.test' from logged returning ${DELIVERY_COLUMNS}`;

// A new token: a sender that still holds the delivery can no longer settle it.
const REPLAY = `
update webhook_deliveries
set state = 'pending', attempt = 0, ${takenBack("webhook_deliveries")}, delivered_at = null
where id = $1 returning ${DELIVERY_COLUMNS}`;

type LoggedRow = DeliveryRow & { readonly attempt_log: readonly LoggedAttempt[] | null };

function attemptOf({ at, ms, status, answer = null, error = null }: LoggedAttempt): WebhookAttempt {
  return { at: new Date(at), durationMs: ms, status, answer, error };
}

function deliveryOf(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    type: row.kind,
    state: row.state,
    attempts: row.attempt,
    lastStatus: row.last_status,
    lastError: row.last_error,
    signed: row.signature === null ? null : { timestamp: row.signed_at!, signature: row.signature },
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    nextTryAt: row.state === "pending" ? row.due : null,
  };
}
