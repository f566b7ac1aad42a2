import type { SettledTry, WebhookAttempt, WebhookQueue, WebhookTry } from "#domain/webhooks/webhook-store";
import { webhookIdOf, webhookPayload } from "#domain/webhooks/payload";
import { afterWebhookTry, readRetryAfter, coolDownAfter, type TryResult } from "#domain/webhooks/retry-plan";
import { PLAIN_HEADERS, signedHeaders, type Signed } from "#domain/webhooks/signature";
import { deadlineSignal } from "#lib/deadline";
import { groupCommit } from "#lib/group-commit";
import type { Uuid } from "#lib/ids";
import { minute, second, type Clock } from "#lib/time";

import { leasedJobs } from "./leased-jobs.ts";
import type { LoopDeps, WorkerLoop } from "./worker-loop.ts";
import { retryWrite } from "./retry-write.ts";
import { failureText, readStart, redirectText } from "./webhook-answer.ts";

export type WebhookSenderDeps = LoopDeps & {
  readonly queue: WebhookQueue;
  /** The guarded `fetch`: endpoints come from the API. */
  readonly fetch: typeof fetch;
  /** Opens an endpoint's sealed secret. */
  readonly unseal: (sealed: Buffer, webhookId: Uuid) => string;
  readonly clock: Clock;
  /** Additional headers, for receivers that look for them. */
  readonly headersOf?: (event: { readonly kind: string }) => Readonly<Record<string, string>>;
  /** Concurrent attempts, in total and per endpoint. */
  readonly limit?: number;
  readonly perEndpoint?: number;
  /** Milliseconds after which an attempt has failed. */
  readonly timeoutMs?: number;
  /** Milliseconds that attempts under way are given when the sender stops. */
  readonly graceMs?: number;
};

const LEASE_MS = minute;

type Sent = Pick<SettledTry, "signed" | "attempt"> & { readonly result: TryResult };

/**
 * Delivers events to the endpoints that subscribed to them: at least once, in no guaranteed order. An endpoint has a
 * few slots, only one while it fails, and all that fail share half of them, so that slow or broken endpoints, however
 * many, take no capacity from the others.
 */
export function webhookSender(options: WebhookSenderDeps): WorkerLoop {
  const { queue, log } = options;
  const perEndpoint = options.perEndpoint ?? 10;
  const atOnce = options.limit ?? 100;
  const timeoutMs = options.timeoutMs ?? 15 * second;
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
    const sent = await send(one, interrupted);
    if (sent === "interrupted") return "release";
    const { result, signed, attempt } = sent;
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

  async function send(one: WebhookTry, interrupted: AbortSignal): Promise<Sent | "interrupted"> {
    if (!one.event) {
      return {
        result: { status: null, error: "the event is no longer kept", afterMs: null },
        signed: null,
        attempt: null,
      };
    }
    const id = webhookIdOf(one.event);
    const body = webhookPayload(one.event);
    const began = options.clock.now();
    const attempted = (): Pick<WebhookAttempt, "at" | "durationMs"> => ({
      at: new Date(began),
      durationMs: Math.max(0, Math.round(options.clock.now() - began)),
    });
    let signed: Signed | null = null;
    try {
      const secrets = one.sealedSecrets.map((sealed) => options.unseal(sealed, one.webhookId));
      const timestamp = Math.floor(options.clock.now() / second);
      const signature = signedHeaders(secrets, id, timestamp, body);
      signed = { timestamp, signature: signature["webhook-signature"]! };
      const response = await options.fetch(one.url, {
        method: "POST",
        headers: {
          ...PLAIN_HEADERS,
          ...options.headersOf?.(one.event),
          ...signature,
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([interrupted, deadlineSignal(timeoutMs)]),
      });
      const { status } = response;
      const taken = attempted();
      // Of a redirect, too: that frees the connection.
      const start = await readStart(response);
      const afterMs = readRetryAfter(response.headers.get("retry-after"), options.clock.now());
      const redirect = redirectText(response);
      const attempt = { ...taken, status, answer: start, error: redirect };
      const error = response.ok ? null : (redirect ?? start);
      return { result: { status, error, afterMs }, signed, attempt };
    } catch (error) {
      if (interrupted.aborted) return "interrupted";
      const reason = failureText(error);
      const attempt = { ...attempted(), status: null, answer: null, error: reason };
      return { result: { status: null, error: reason, afterMs: null }, signed, attempt };
    }
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
