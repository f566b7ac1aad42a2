import { sql, type Selectable } from "kysely";

import type { Webhook, WebhookDelivery, WebhookStore } from "#domain/webhooks/webhook-store";
import type { WebhookType } from "#domain/webhooks/types";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import type { Database } from "../../schema.ts";
import { EVENT_COLUMNS, eventOf, readEvent, type EventRow } from "./webhook-event.ts";
import { takenBack } from "../../leases.ts";

type Row = Omit<Selectable<Database["webhooks"]>, "secret" | "previous_secret" | "created_by">;
type DeliveryRow = Selectable<Database["webhook_deliveries"]>;

// The secrets are named nowhere here: what is not read cannot leak.
const COLUMNS = [
  "id",
  "url",
  "types",
  "enabled",
  "disabled_reason",
  "failing_since",
  "previous_until",
  "created_at",
] as const;

const ENABLED = { enabled: true, disabled_reason: null, failing_since: null };

/** @param due called once tries are due that were not before */
export function webhookQueries(db: Db, due: () => void): WebhookStore {
  return {
    async merge(endpoint) {
      const row = await insert(endpoint)
        .onConflict((conflict) =>
          conflict.column("url").doUpdateSet((eb) => ({
            types: sql`array(select distinct unnest(webhooks.types || ${eb.ref("excluded.types")}) order by 1)`,
            ...ENABLED,
          })),
        )
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      db.afterCommit(due);
      return { webhook: webhookOf(row), created: row.id === endpoint.id };
    },
    async create(endpoint) {
      const row = await insert(endpoint)
        .onConflict((conflict) => conflict.column("url").doNothing())
        .returning(COLUMNS)
        .executeTakeFirst();
      return row ? webhookOf(row) : null;
    },
    async list() {
      const rows = await db.db().selectFrom("webhooks").select(COLUMNS).orderBy("created_at").orderBy("id").execute();
      return rows.map(webhookOf);
    },
    find: (id) => one("id", id),
    findByUrl: (url) => one("url", url),
    async change(id, { url, types, enabled }) {
      if (url === undefined && types === undefined && enabled === undefined) return one("id", id);
      const row = await db
        .db()
        .updateTable("webhooks")
        .set({
          ...(url !== undefined && { url }),
          ...(types && { types: [...types] }),
          ...(enabled === true && ENABLED),
          ...(enabled === false && { enabled: false, disabled_reason: "switched_off" }),
        })
        .where("id", "=", id)
        .returning(COLUMNS)
        .executeTakeFirst()
        .catch((error: unknown) => {
          if (isTaken(error)) return "taken" as const;
          throw error;
        });
      if (row === "taken") return row;
      if (row?.enabled) db.afterCommit(due);
      return row ? webhookOf(row) : null;
    },
    async cancelDeliveries(url, types) {
      return db.transaction(async () => {
        const row = await db
          .db()
          .updateTable("webhooks")
          .set({ types: sql`array(select unnest(types) except select unnest(${[...types]}::text[]) order by 1)` })
          .where("url", "=", url)
          .returning(COLUMNS)
          .executeTakeFirst();
        if (!row) return null;
        if (row.types.length > 0) return webhookOf(row);
        await db.db().deleteFrom("webhooks").where("id", "=", row.id).execute();
        return null;
      });
    },
    async removeByUrl(url) {
      const result = await db.db().deleteFrom("webhooks").where("url", "=", url).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    async remove(id) {
      const result = await db.db().deleteFrom("webhooks").where("id", "=", id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    async rotate(id, sealedSecret, overlapMs) {
      const row = await db
        .db()
        .updateTable("webhooks")
        .set((eb) => ({
          previous_secret: eb.ref("secret"),
          previous_until: sql<Date>`now() + make_interval(secs => ${overlapMs / 1000})`,
          secret: sealedSecret,
        }))
        .where("id", "=", id)
        .returning(COLUMNS)
        .executeTakeFirst();
      return row ? webhookOf(row) : null;
    },
    async test(id, data) {
      const [row] = await db.query<DeliveryRow>("webhook test", TEST, [id, JSON.stringify(data)]);
      if (row) db.afterCommit(due);
      return row ? deliveryOf(row) : null;
    },
    async deliveries(id, page) {
      let query = db.db().selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", id);
      if (page.before !== null) query = query.where("id", "<", page.before);
      if (page.state !== null) query = query.where("state", "=", page.state);
      const rows = await query.orderBy("id", "desc").limit(page.limit).execute();
      return rows.map(deliveryOf);
    },
    async delivery(deliveryId) {
      const [row] = await db.query<DeliveryRow & EventRow>("webhook delivery", DELIVERY, [deliveryId]);
      return row ? { delivery: deliveryOf(row), event: readEvent(row) } : null;
    },
    async replay(deliveryId) {
      const [row] = await db.query<DeliveryRow>("webhook replay", REPLAY, [deliveryId]);
      if (row) db.afterCommit(due);
      return row ? deliveryOf(row) : null;
    },
  };

  function insert(endpoint: Parameters<WebhookStore["create"]>[0]) {
    return db
      .db()
      .insertInto("webhooks")
      .values({
        id: endpoint.id,
        url: endpoint.url,
        types: [...endpoint.types],
        secret: endpoint.sealedSecret,
        created_by: endpoint.createdBy,
      });
  }

  async function one(column: "id" | "url", value: string): Promise<Webhook | null> {
    const row = await db.db().selectFrom("webhooks").select(COLUMNS).where(column, "=", value).executeTakeFirst();
    return row ? webhookOf(row) : null;
  }
}

const DELIVERY = `
select d.*, ${EVENT_COLUMNS} from webhook_deliveries d ${eventOf("d")} where d.id = $1`;

// The event's time is the delivery's `created_at` (one transaction): the queue finds the partition by it.
const TEST = `
with logged as (
  insert into events (kind, data) select 'webhook.test', $2::jsonb from webhooks where id = $1 returning id
)
insert into webhook_deliveries (webhook_id, event_id, kind) select $1, id, 'webhook.test' from logged returning *`;

// A new token: a sender that still holds the delivery settles nothing any more.
const REPLAY = `
update webhook_deliveries
set state = 'pending', attempt = 0, ${takenBack("webhook_deliveries")}, delivered_at = null
where id = $1 returning *`;

/** 23505: the unique index on the URL. */
function isTaken(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "23505";
}

function webhookOf(row: Row): Webhook {
  return {
    id: row.id as Uuid,
    url: row.url,
    types: row.types as WebhookType[],
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    previousUntil: row.previous_until,
    createdAt: row.created_at,
  };
}

function deliveryOf(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhook_id as Uuid,
    type: row.kind as WebhookType,
    state: row.state,
    attempts: row.attempt,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    nextTryAt: row.state === "pending" ? row.due : null,
  };
}
