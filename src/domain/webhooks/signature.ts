import { createHmac, createSecretKey, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A new signing secret of 32 random bytes, as Standard Webhooks writes them: `whsec_` and base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/** What one attempt was signed with: the values of `webhook-timestamp` (seconds since 1970) and `webhook-signature`. */
export type Signed = { readonly timestamp: number; readonly signature: string };

/** Headers of every attempt, for any event. */
export const PLAIN_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "user-agent": "Tidings-Webhooks/1",
} as const;

/**
 * The three headers of Standard Webhooks. During a rotation, `secrets` has the new and the old one, and a receiver
 * may check with either.
 *
 * @param id        the same for every attempt of one event
 * @param timestamp seconds since 1970, of this attempt
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = createSecretKey(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return headersOf(id, { timestamp, signature: signatures.join(" ") });
}

/** The same three, of an attempt that has been made. */
export function headersOf(id: string, { timestamp, signature }: Signed): Record<string, string> {
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signature };
}
