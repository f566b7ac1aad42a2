import { createSecretKey, randomBytes } from "node:crypto";

import { Webhook } from "standardwebhooks";

import { createOutbound } from "#app/outbound/outbound";
import { secretContext, type WebhookDeps } from "#domain/webhooks/endpoints";
import { webhookSender, type WebhookSenderDeps } from "#engine/webhook-sender";
import type { WorkerLoop } from "#engine/worker-loop";
import { uuidv7 } from "#lib/ids";
import { secretBox } from "#lib/secret-box";
import type { Db } from "#store/database";
import { webhookQueueQueries } from "#store/queries/webhooks/webhook-queue";
import { webhookQueries } from "#store/queries/webhooks/webhooks";

import { dueLoops } from "../engine/due-loops.ts";
import type { Received } from "./receiver.ts";

/** All dependencies of webhooks, on a real database; loopback is allowed. */
export function webhookService(db: Db, options: { key?: Uint8Array; allow?: readonly string[] } = {}) {
  const box = secretBox(createSecretKey(options.key ?? randomBytes(32)));
  const outbound = createOutbound({ allow: options.allow ?? ["127.0.0.0/8"], connectMs: 2_000 });
  const senders: WorkerLoop[] = [];
  const started: WorkerLoop[] = [];
  const lines: string[] = [];
  const wake = (): void => {
    for (const sender of senders) sender.wake();
  };
  const ports: WebhookDeps = {
    webhooks: webhookQueries(db, wake),
    gate: outbound,
    box,
    newId: () => uuidv7(db.now()),
  };
  return {
    ports,
    outbound,
    wake,
    /** The senders' log. */
    lines,
    start(more: Partial<WebhookSenderDeps> = {}): WorkerLoop {
      const sender = webhookSender({
        queue: webhookQueueQueries(db),
        fetch: outbound.fetch,
        unseal: (sealed, id) => box.open(sealed, secretContext(id)),
        clock: db,
        random: () => 0,
        log: (...parts) => lines.push(JSON.stringify(parts)),
        graceMs: 100,
        ...more,
      });
      const due = dueLoops(db, { webhooks: sender });
      senders.push(sender);
      started.push(due, sender);
      for (const loop of [sender, due]) loop.start();
      return sender;
    },
    async stop(): Promise<void> {
      senders.splice(0);
      await Promise.all(started.splice(0).map((loop) => loop.stop()));
      await outbound.close();
    },
  };
}

/** Verifies a call as any receiver would, with the public library, and returns its payload. */
export function verified(secret: string, call: Received): Record<string, unknown> & { data: Record<string, unknown> } {
  return new Webhook(secret).verify(call.body, { ...call.headers }) as never;
}
