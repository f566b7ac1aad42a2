import { randomBytes } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

import { createWebhook } from "#domain/webhooks/endpoints";
import type { WebhookType } from "#domain/webhooks/types";
import { appendEvents, type NewEvent } from "#store/queries/webhooks/events";

import { freshDatabase, type TestDatabase } from "../database/database.ts";
import { startReceiver, type Answer, type Receiver } from "./receiver.ts";
import { webhookService } from "./webhooks.ts";

export type DeliveryRow = {
  readonly state: string;
  readonly attempt: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  /** Seconds until the next try. */
  readonly wait: number;
};

/** A database, a service with webhooks and real receivers, fresh for every test of the file that calls this. */
export function webhookFixture() {
  const key = randomBytes(32);
  const receivers: Receiver[] = [];
  let db: TestDatabase;
  let service: ReturnType<typeof webhookService>;

  beforeAll(async () => {
    db = await freshDatabase();
  });
  afterAll(() => db.drop());
  beforeEach(() => {
    service = webhookService(db, { key });
  });
  afterEach(async () => {
    await service.stop();
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
    await db.pool.query("delete from webhooks");
    await db.pool.query("delete from events");
  });

  async function rows(): Promise<DeliveryRow[]> {
    const found = await db.pool.query<DeliveryRow>(
      "select state, attempt, last_status, last_error, round(extract(epoch from due - now()))::int as wait from webhook_deliveries order by id",
    );
    return found.rows;
  }

  return {
    key,
    db: () => db,
    service: () => service,
    /** Another service on the same database. */
    async move(options: Parameters<typeof webhookService>[1]): Promise<void> {
      await service.stop();
      service = webhookService(db, options);
    },
    async hear(answer?: Answer): Promise<Receiver> {
      const receiver = await startReceiver(answer);
      receivers.push(receiver);
      return receiver;
    },
    hook: (url: string, types: readonly WebhookType[] = ["new_subscriber"]) =>
      createWebhook(service.ports, { url, types, by: "test" }),
    async happen(...events: readonly NewEvent[]): Promise<void> {
      await db.transaction(() => appendEvents(db, events, service.wake));
    },
    rows,
    /** Polls the database until the condition is true: a sender settles after the receiver has answered. */
    async settled(done: (found: readonly DeliveryRow[]) => boolean): Promise<DeliveryRow[]> {
      for (;;) {
        const found = await rows();
        if (done(found)) return found;
        await new Promise((next) => setTimeout(next, 10));
      }
    },
    async endpoint() {
      const { rows: found } = await db.pool.query<{
        enabled: boolean;
        disabled_reason: string | null;
        failing: boolean;
      }>("select enabled, disabled_reason, failing_since is not null as failing from webhooks");
      return found[0]!;
    },
  };
}

export const subscribed = (name = "Ada"): NewEvent => ({
  kind: "new_subscriber",
  phone: "+4915112345678",
  data: { name },
});

/** Every delivery has been tried and settled. */
export const tried = (found: readonly DeliveryRow[]): boolean =>
  found.every((row) => row.last_status !== null || row.last_error !== null);
