import type { SettledTry, WebhookQueue, WebhookTry } from "#domain/webhooks/webhook-store";
import { afterWebhookTry, coolDownAfter } from "#domain/webhooks/retry-plan";
import { groupCommit } from "#lib/group-commit";
import type { Uuid } from "#lib/ids";
import { minute, second } from "#lib/time";

import { leasedJobs } from "./leased-jobs.ts";
import type { LoopDeps, WorkerLoop } from "./worker-loop.ts";
import { retryWrite } from "./retry-write.ts";
import { webhookCall, type WebhookCallDeps } from "./webhook-call.ts";

export type WebhookSenderDeps = LoopDeps &
  WebhookCallDeps & {
    readonly queue: WebhookQueue;
    /** Concurrent attempts, in total and per endpoint. */
    readonly limit?: number;
    readonly perEndpoint?: number;
    /** Milliseconds that attempts under way are given when the sender stops. */
    readonly graceMs?: number;
  };

const LEASE_MS = minute;

/**
 * Delivers events to the endpoints that subscribed to them: at least once, in no guaranteed order. An endpoint has a
 * few slots, only one while it fails, and all that fail share half of them, so that slow or broken endpoints, however
 * many, take no capacity from the others.
 */
export function webhookSender(options: WebhookSenderDeps): WorkerLoop {
  const { queue, log } = options;
  const perEndpoint = options.perEndpoint ?? 10;
  const atOnce = options.limit ?? 100;
  const call = webhookCall(options);
  /** Endpoints to which nothing is sent for now, and until when. */
  const coolingDown = new Map<Uuid, number>();

  const settle = groupCommit<SettledTry, void>({
    maxBatch: 200,
    maxInFlight: 2,
    async flush(tries) {
      const end = options.clock.now() + LEASE_MS;
      await retryWrite(() => queue.settle(tries), {
        log,
        random: options.random,
        // After the lease another sender has the attempts; a write after that would change nothing.
        over: () => options.clock.now() > end,
        what: "settling webhooks",
        detail: { tries: tries.length },
      });
      return tries.map(() => undefined);
    },
  });

  function slotsInUse(active: Iterable<WebhookTry>): ReadonlyMap<Uuid, number> {
    const slots = new Map<Uuid, number>();
    for (const { webhookId } of active) slots.set(webhookId, (slots.get(webhookId) ?? 0) + 1);
    for (const [id, until] of coolingDown) {
      if (until > options.clock.now()) slots.set(id, perEndpoint);
      else coolingDown.delete(id);
    }
    return slots;
  }

  function claim(limit: number, active: Iterable<WebhookTry>): Promise<readonly WebhookTry[]> {
    const inUse = [...active];
    const failing = Math.floor(atOnce / 2) - inUse.filter(({ isFailing }) => isFailing).length;
    const busy = slotsInUse(inUse);
    return queue.claim({ limit, perEndpoint, leaseMs: LEASE_MS, busy, failing: Math.max(0, failing) });
  }

  async function step(one: WebhookTry, interrupted: AbortSignal): Promise<"done" | "release"> {
    const called = await call(one, interrupted);
    if (called === "interrupted") return "release";
    const { result, signed, attempt } = called;
    const { deliveryId, token, url } = one;
    const coolDownMs = coolDownAfter(result);
    if (coolDownMs !== null) coolingDown.set(one.webhookId, options.clock.now() + coolDownMs);
    const verdict = one.event
      ? afterWebhookTry(result, one.attempt, options.random())
      : ({ kind: "given_up" } as const);
    if (verdict.kind !== "delivered") {
      // Never the URL: many contain a token.
      const detail = { ...detailOf(one), attempt: one.attempt, status: result.status };
      log("info", `a webhook was not delivered: ${verdict.kind}`, detail);
    }
    await settle({ deliveryId, token, url, verdict, status: result.status, error: result.error, signed, attempt });
    return "done";
  }

  return leasedJobs({
    name: "webhook sender",
    log,
    random: options.random,
    claim,
    release: ({ deliveryId, token, url }) =>
      settle({
        deliveryId,
        token,
        url,
        verdict: { kind: "interrupted" },
        status: null,
        error: null,
        signed: null,
        attempt: null,
      }),
    step,
    detail: detailOf,
    retryMs: null,
    atOnce,
    graceMs: options.graceMs ?? 5 * second,
  });
}

function detailOf({ webhookId, deliveryId }: WebhookTry): Readonly<Record<string, unknown>> {
  return { webhook: webhookId, delivery: deliveryId };
}
