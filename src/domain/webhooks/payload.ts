import { withPrefix, type Uuid } from "#lib/ids";
import { wireNames } from "#lib/wire-names";

import type { WebhookEvent } from "./webhook-store.ts";
import type { WebhookType } from "./types.ts";

/** Maximum bytes of a payload, as Standard Webhooks recommends. */
export const LONGEST_PAYLOAD = 20_000;

const LONGEST_TEXT = 2_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The same for every attempt and every endpoint. The time in it distinguishes ids that a restored backup assigns again.
 */
export function webhookIdOf(event: Pick<WebhookEvent, "id" | "at">): string {
  return `evt_${event.at.getTime().toString(36)}_${event.id}`;
}

/**
 * The body sent to an endpoint: `{type, timestamp, data}` and, for the three types of WP SMS, its fields next to them.
 * It depends on the event alone, so every attempt sends the same bytes.
 *
 * Only fields named here leave the service. The text and the gateway responses of a one-time password never do; if the
 * message is gone, and with it its category, it is treated as one.
 */
export function webhookPayload(event: WebhookEvent): string {
  const build = BUILD[event.kind as WebhookType] ?? (() => ({ data: {} }));
  const { top = {}, data } = build(event, readerOf(event.data), isConfidential(event));
  const head = { type: event.kind, timestamp: event.at.toISOString() };
  return fit({ ...head, ...shorten(wireNames(top)) }, wireNames(data));
}

function isConfidential(event: WebhookEvent): boolean {
  return event.messageId !== null && (event.category === null || event.category === "otp");
}

type Read = (...names: readonly string[]) => unknown;
type Built = { readonly top?: Fields; readonly data: Fields };
type Build = (event: WebhookEvent, read: Read, confidential: boolean) => Built;

/** The first of the names that the event's data has, in either spelling; null if it has none. */
function readerOf(data: Fields): Read {
  const fields = { ...wireNames(data) };
  return (...names) => {
    for (const name of names) {
      const value = fields[Object.keys(wireNames({ [name]: 0 }))[0]!];
      if (value !== undefined && value !== null) return value;
    }
    return null;
  };
}

const outgoing: Build = (event, read, confidential) => ({
  data: {
    messageId: event.messageId && withPrefix("msg", event.messageId),
    outboxId: read("id"),
    recipient: event.phone,
    state: read("state") ?? event.kind.replace(/^message\./, ""),
    gateway: read("gateway"),
    segments: read("segments"),
    channel: read("channel"),
    error: read("error", "reason"),
    response: confidential ? null : read("response"),
  },
});

const subscriber: Build = (event, read) => ({
  data: {
    subscriberId: read("subscriberId", "id"),
    name: read("name"),
    mobile: event.phone ?? read("mobile", "phone"),
    state: read("state"),
    groups: read("groups") ?? [],
  },
});

const alert: Build = (_event, read) => ({
  data: {
    alertId: alertIdOf(read("id")),
    kind: read("kind"),
    subject: read("subject"),
    level: read("level"),
    title: read("title"),
  },
});

const alertIdOf = (id: unknown): string | null => (typeof id === "string" ? withPrefix("alt", id as Uuid) : null);

const BUILD: Readonly<Record<WebhookType, Build>> = {
  new_sms: (event, read, confidential) => ({
    top: { apiResponse: confidential ? null : read("response") },
    data: {
      messageId: event.messageId && withPrefix("msg", event.messageId),
      sender: read("sender"),
      category: read("category"),
      recipients: read("recipients"),
      message: confidential ? null : read("message"),
      media: confidential ? [] : (read("media") ?? []),
    },
  }),
  new_subscriber(event, read, confidential) {
    const { data } = subscriber(event, read, confidential);
    return {
      top: { name: data["name"], mobile: data["mobile"] },
      data: { ...data, customFields: read("customFields") ?? {} },
    };
  },
  new_incoming_sms(event, read) {
    const sender = event.phone ?? read("sender", "senderNumber", "from");
    const text = read("text", "body");
    const gateway = read("gateway");
    const keyword = read("keyword", "commandName");
    return {
      top: { senderNumber: sender, gateway, text, commandName: keyword },
      data: {
        id: read("id"),
        sender,
        recipient: read("recipient", "to"),
        gateway,
        text,
        media: read("media") ?? [],
        keyword,
      },
    };
  },
  "message.sent": outgoing,
  "message.delivered": outgoing,
  "message.failed": outgoing,
  "message.unknown": outgoing,
  "subscriber.verified": subscriber,
  "subscriber.unsubscribed": subscriber,
  "alert.opened": alert,
  "alert.closed": alert,
  "webhook.test": (_event, read) => ({ data: { message: read("message") } }),
};

function shorten(top: Fields): Fields {
  return Object.fromEntries(
    Object.entries(top).map(([name, value]) => [
      name,
      typeof value === "string" ? value.slice(0, LONGEST_TEXT).toWellFormed() : value,
    ]),
  );
}

/** Leaves out the largest fields of `data`, and names them, until the payload is short enough. */
function fit(head: Fields, data: Record<string, unknown>): string {
  const omitted: string[] = [];
  for (;;) {
    const body = JSON.stringify({ ...head, data: omitted.length > 0 ? { ...data, omitted } : data });
    const largest = Object.keys(data).toSorted((a, b) => sizeOf(data[b]) - sizeOf(data[a]))[0];
    if (Buffer.byteLength(body) <= LONGEST_PAYLOAD || largest === undefined) return body;
    delete data[largest];
    omitted.push(largest);
  }
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
