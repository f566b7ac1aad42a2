import type { WebhookEvents } from "./generated/webhook-events.ts";

/** What a webhook receives; `type` tells the events apart. A newer service may send types that this union lacks. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];

export type VerifyOptions = {
  /** How far the time of an attempt may be from this machine's clock. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
};

/** The call did not come from the service, or it is too old. Respond with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/** Node's types have no global of this name. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature of a webhook (Standard Webhooks) and returns its event.
 *
 * An event may arrive more than once: note the header `webhook-id`, and ignore what you have seen.
 *
 * @param payload the body as it came, before any parsing
 * @param headers of the request: `Headers`, or Node's object; names in any case
 * @param secret  `whsec_…` as the registration returned it; undefined, as an environment that lacks it, is refused
 * @throws WebhookVerificationError; TypeError if the secret is none, the payload was parsed, or there are no headers
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: HeaderSource,
  secret: string | undefined,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  // Frameworks parse bodies unless told otherwise.
  if (typeof payload !== "string" && !ArrayBuffer.isView(payload)) {
    throw new TypeError("The payload is not the body as it came, as text or bytes, before parsing");
  }
  if (typeof headers !== "object" || headers === null) {
    throw new TypeError("The headers of the request are missing: verifyWebhook(payload, headers, secret)");
  }
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  const { toleranceSeconds = 300 } = options;
  const key = await importKey(secret);
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError("webhook-timestamp is not a time");
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError("webhook-timestamp is too old or too new");
  }
  const encoder = new TextEncoder();
  const body = typeof payload === "string" ? encoder.encode(payload) : payload;
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  if (!(await isSigned(key, signed, signatures))) throw new WebhookVerificationError("No signature matches");
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
}

/** While a secret is being rotated there are two signatures. `verify` compares in constant time. */
async function isSigned(key: Key, signed: Uint8Array<ArrayBuffer>, signatures: string): Promise<boolean> {
  for (const entry of signatures.split(" ").slice(0, 10)) {
    const [version, signature = ""] = entry.split(",");
    const bytes = version === "v1" ? fromBase64(signature) : null;
    if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return true;
  }
  return false;
}

function importKey(secret: string | undefined): Promise<Key> {
  const bytes = fromBase64(secret?.replace(/^whsec_/, "") ?? "");
  if (!bytes || bytes.length < 16) throw new TypeError("The secret is not that of a webhook: whsec_ and base64");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** A framework may have `Headers` of its own, and a serverless platform an object with names as they came. */
function headerOf(headers: HeaderSource, name: string): string {
  const value =
    "get" in headers && typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== "string") throw new WebhookVerificationError(`${name} is missing`);
  return value;
}
