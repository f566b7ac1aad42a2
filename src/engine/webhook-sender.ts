import type { SettledTry, WebhookQueue, WebhookTry } from "#domain/webhooks/webhook-store";
import { webhookIdOf, webhookPayload } from "#domain/webhooks/payload";
import { afterWebhookTry, readRetryAfter, coolDownAfter, type TryResult } from "#domain/webhooks/retry-plan";
import { signedHeaders } from "#domain/webhooks/signature";
import { backoff } from "#lib/backoff";
import { deadlineSignal } from "#lib/deadline";
import { errorWords } from "#lib/error-words";
import { groupCommit } from "#lib/group-commit";
import type { Uuid } from "#lib/ids";
import type { Log } from "#lib/log";
import { signal } from "#lib/signal";
import { minute, second, type Clock } from "#lib/time";

import { workerLoop, type WorkerLoop } from "./worker-loop.ts";
import { failureText, readStart } from "./webhook-answer.ts";

export type WebhookSenderOptions = {
  readonly queue: WebhookQueue;
  /** The guarded one: endpoints come from the API. */
  readonly fetch: typeof fetch;
  /** Opens a sealed secret of an endpoint. */
  readonly unseal: (sealed: Buffer, webhookId: Uuid) => string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Headers beside the usual ones, for receivers that look for them. */
  readonly headersOf?: (event: { readonly kind: string }) => Readonly<Record<string, string>>;
  /** Tries under way at once, in all and to one endpoint. */
  readonly limit?: number;
  readonly perEndpoint?: number;
  /** Milliseconds until a try has failed. */
  readonly timeoutMs?: number;
  /** Milliseconds that tries under way are given when the sender stops. */
  readonly graceMs?: number;
};

const LEASE_MS = minute;
const POLL_MS = second;

/**
 * Delivers events to the endpoints that asked for them: at least once, in no promised order. An endpoint has a few
 * slots, one while it fails, so that a slow or broken one takes nothing from the others.
 */
export function webhookSender(options: WebhookSenderOptions): WorkerLoop {
  const { queue, log } = options;
  const limit = options.limit ?? 100;
  const perEndpoint = options.perEndpoint ?? 10;
  const timeoutMs = options.timeoutMs ?? 15 * second;
  const busy = new Map<Uuid, number>();
  const resting = new Map<Uuid, number>();
  const flying = new Set<Promise<void>>();
  const stopping = new AbortController();
  const landed = signal();

  const settle = groupCommit<SettledTry, void>({
    maxBatch: 200,
    maxInFlight: 2,
    async flush(tries) {
      await settleWithinLease(tries);
      return tries.map(() => undefined);
    },
  });

  /** After the lease another sender has the tries; what is not written by then would change nothing. */
  async function settleWithinLease(tries: readonly SettledTry[]): Promise<void> {
    const end = options.clock.now() + LEASE_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await queue.settle(tries);
      } catch (error) {
        log("warn", "settling webhooks will be tried again", { tries: tries.length, error: errorWords(error) });
        if (options.clock.now() > end) return;
        await signal().wait(backoff(attempt, 100, 5_000, options.random()));
      }
    }
  }

  async function step(): Promise<number> {
    const free = limit - flying.size;
    if (free < 1) return POLL_MS;
    const tries = await queue.claim({ limit: free, perEndpoint, leaseMs: LEASE_MS, busy: slotsInUse() });
    for (const one of tries) {
      busy.set(one.webhookId, (busy.get(one.webhookId) ?? 0) + 1);
      const flight = fly(one).finally(() => {
        flying.delete(flight);
        const left = busy.get(one.webhookId)! - 1;
        if (left > 0) busy.set(one.webhookId, left);
        else busy.delete(one.webhookId);
        loop.wake();
        landed.notify();
      });
      flying.add(flight);
    }
    return tries.length > 0 ? 0 : POLL_MS;
  }

  function slotsInUse(): ReadonlyMap<Uuid, number> {
    const slots = new Map(busy);
    for (const [id, until] of resting) {
      if (until > options.clock.now()) slots.set(id, perEndpoint);
      else resting.delete(id);
    }
    return slots;
  }

  async function fly(one: WebhookTry): Promise<void> {
    const result = await send(one);
    const { deliveryId, token } = one;
    if (result === "interrupted") {
      await settle({ deliveryId, token, verdict: { kind: "interrupted" }, status: null, error: null });
      return;
    }
    const rest = coolDownAfter(result);
    if (rest !== null) resting.set(one.webhookId, options.clock.now() + rest);
    const verdict = one.event
      ? afterWebhookTry(result, one.attempt, options.random())
      : ({ kind: "given_up" } as const);
    if (verdict.kind !== "delivered") {
      // Never the URL: many carry a token in it.
      const detail = { webhook: one.webhookId, delivery: deliveryId, attempt: one.attempt, status: result.status };
      log("info", `a webhook was not delivered: ${verdict.kind}`, detail);
    }
    await settle({ deliveryId, token, verdict, status: result.status, error: result.error });
  }

  async function send(one: WebhookTry): Promise<TryResult | "interrupted"> {
    if (!one.event) return { status: null, error: "the event is no longer kept", afterMs: null };
    const body = webhookPayload(one.event);
    try {
      const secrets = one.sealedSecrets.map((sealed) => options.unseal(sealed, one.webhookId));
      const seconds = Math.floor(options.clock.now() / second);
      const response = await options.fetch(one.url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "User-Agent": "Tidings-Webhooks/1",
          ...options.headersOf?.(one.event),
          ...signedHeaders(secrets, webhookIdOf(one.event), seconds, body),
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([stopping.signal, deadlineSignal(timeoutMs)]),
      });
      const start = await readStart(response);
      return {
        status: response.status,
        error: response.ok ? null : start,
        afterMs: readRetryAfter(response.headers.get("retry-after"), options.clock.now()),
      };
    } catch (error) {
      if (stopping.signal.aborted) return "interrupted";
      return { status: null, error: failureText(error), afterMs: null };
    }
  }

  const loop = workerLoop({ name: "webhook sender", log, random: options.random, step });
  return {
    name: loop.name,
    start: loop.start,
    wake: loop.wake,
    async stop() {
      await loop.stop();
      const end = options.clock.now() + (options.graceMs ?? 5 * second);
      while (flying.size > 0 && options.clock.now() < end) await landed.wait(end - options.clock.now());
      stopping.abort();
      await Promise.allSettled(flying);
    },
  };
}
