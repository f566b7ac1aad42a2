import { webhookIdOf, webhookPayload } from "#domain/webhooks/payload";
import { readRetryAfter, type TryResult } from "#domain/webhooks/retry-plan";
import { PLAIN_HEADERS, signedHeaders, type Signed } from "#domain/webhooks/signature";
import type { SettledTry, WebhookAttempt, WebhookTry } from "#domain/webhooks/webhook-store";
import { deadlineSignal } from "#lib/deadline";
import type { Uuid } from "#lib/ids";
import { second, type Clock } from "#lib/time";

import { failureText, readBodyStart, redirectText } from "./webhook-answer.ts";

export type WebhookCallDeps = {
  /** The guarded `fetch`: endpoints come from the API. */
  readonly fetch: typeof fetch;
  /** Opens an endpoint's sealed secret. */
  readonly unseal: (sealed: Buffer, webhookId: Uuid) => string;
  readonly clock: Clock;
  /** Additional headers, for receivers that look for them. */
  readonly headersOf?: (event: { readonly kind: string }) => Readonly<Record<string, string>>;
  /** Milliseconds after which an attempt has failed. */
  readonly timeoutMs?: number;
};

/** One attempt to deliver an event. A failure is a result, never an exception. */
export type WebhookCall = (one: WebhookTry, interrupted: AbortSignal) => Promise<Called | "interrupted">;

export type Called = Pick<SettledTry, "signed" | "attempt"> & { readonly result: TryResult };

export function webhookCall(options: WebhookCallDeps): WebhookCall {
  const timeoutMs = options.timeoutMs ?? 15 * second;

  return async (one, interrupted) => {
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
      const answer = await readBodyStart(response);
      const afterMs = readRetryAfter(response.headers.get("retry-after"), options.clock.now());
      const redirect = redirectText(response);
      const attempt = { ...taken, status, answer, error: redirect };
      const error = response.ok ? null : (redirect ?? answer);
      return { result: { status, error, afterMs }, signed, attempt };
    } catch (error) {
      if (interrupted.aborted) return "interrupted";
      const reason = failureText(error);
      const attempt = { ...attempted(), status: null, answer: null, error: reason };
      return { result: { status: null, error: reason, afterMs: null }, signed, attempt };
    }
  };
}
