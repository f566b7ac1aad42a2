import { outboxEntryData, outboxEntryRequest, type OutboxEntryData } from "#contract/outbox-entry";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import type { Category } from "#domain/messages/message";
import type { EntryFacts, EntryWebhook, OutboxEntryStore } from "#domain/outbox/entry-store";
import { reasonOf } from "#domain/outbox/failure-reason";
import { queueWait } from "#domain/outbox/queue-wait";
import { noEntry } from "#domain/outbox/resend";
import { siteTimeWriter } from "#domain/outbox/site-time";
import { timelineOf, type TimelineStep } from "#domain/outbox/timeline";
import type { Phone } from "#domain/recipients/phone";
import { reduce } from "#domain/routing/resolve";
import { DEFAULT_ROUTE, gatewaysOf } from "#domain/routing/route";
import { withPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { deliveryId } from "../webhooks/webhook-views.ts";
import { itemOf } from "./outbox.ts";

export type OutboxEntryDeps = {
  readonly outboxEntries: OutboxEntryStore;
  readonly board: Pick<GatewayBoard, "route" | "gateways" | "health">;
  /** The site's current time zone. */
  readonly timeZone: () => string;
};

export function outboxEntryEndpoint({ outboxEntries, board, timeZone }: OutboxEntryDeps): Endpoint {
  return endpoint({
    operationId: "getOutboxEntry",
    method: "GET",
    path: "/outbox/{id}",
    access: "svc_outbox",
    tag: "Outbox",
    summary: "Read an entry with its timeline",
    description:
      "What happened to one delivery, step by step: who sent it, which gateway it was given to, why it waits, each attempt that was repeated, the provider's words, receipts, and webhooks. Texts and answers of one-time passwords are hidden.",
    input: outboxEntryRequest,
    data: outboxEntryData,
    errors: ["not_found"],
    async handle({ id }) {
      const key = await outboxEntries.key(id);
      const facts = key && (await outboxEntries.facts(key));
      if (!facts) throw noEntry();
      const { rules, gateways } = routeFor(board, facts);
      const wait = facts.entry.state === "queued" ? queueWait(gateways, board.health) : null;
      const steps = timelineOf(facts, rules, wait);
      return { message: `The entry is ${facts.entry.state}.`, data: shown(facts, steps, timeZone()) };
    },
  });
}

/**
 * The rules that apply to an entry, and the gateways that may send it. A message that named its gateway follows no
 * rules.
 */
function routeFor(
  { route, gateways }: OutboxEntryDeps["board"],
  { entry, ...facts }: EntryFacts,
): { readonly rules: readonly string[]; readonly gateways: readonly string[] } {
  const usable = (names: readonly string[]): readonly string[] =>
    names.filter((wanted) => gateways.some(({ name }) => name === wanted));
  if (gateways.length === 0 || facts.route !== DEFAULT_ROUTE) return { rules: [], gateways: usable([facts.route]) };
  // Independent of the draw: a weighted choice is among the same gateways, in another order.
  const { rules, resolved } = reduce(route, {
    phone: entry.phone as Phone,
    category: entry.category as Category,
    draw: 0,
  });
  return { rules, gateways: usable(gatewaysOf(resolved)) };
}

function shown(facts: EntryFacts, steps: readonly TimelineStep[], zone: string): OutboxEntryData {
  const { entry } = facts;
  const otherOf = (type: TimelineStep["type"]) => {
    const found = steps.find((step) => step.type === type && step.other)?.other;
    return found ? otherShown(found) : null;
  };
  const hasAnswer = entry.category !== "otp";
  return {
    ...itemOf(entry, siteTimeWriter(zone)),
    category: entry.category as Category,
    attempts: facts.attempt,
    valid_until: facts.validUntil.toISOString(),
    reason: reasonOf(entry),
    resend_of: otherOf("resend"),
    resent_as: otherOf("resent"),
    timeline: steps.map((step) => ({
      at: step.at?.toISOString() ?? null,
      type: step.type,
      text: step.text,
      ...(step.by !== undefined && { by: step.by }),
      ...(step.gateway !== undefined && { gateway: step.gateway }),
      ...(step.attempt !== undefined && { attempt: step.attempt }),
      ...(step.code !== undefined && { code: step.code }),
      ...(step.response !== undefined && hasAnswer && { response: step.response }),
      ...(step.providerIds && { provider_ids: [...step.providerIds] }),
      ...(step.rules && { rules: [...step.rules] }),
      ...(step.until && { until: step.until.toISOString() }),
      ...(step.other && { entry: otherShown(step.other) }),
      ...(step.webhook && { webhook: webhookShown(step.webhook) }),
    })),
  };
}

const otherShown = ({ messageId, id }: NonNullable<TimelineStep["other"]>) => ({
  id,
  message_id: withPrefix("msg", messageId),
});

/** The path and the query of a webhook's URL may be secret: they are shown to those who may set it. */
function webhookShown(webhook: EntryWebhook) {
  const { id, webhookId, url, kind, state, attempts, lastStatus, nextTryAt } = webhook;
  return {
    id: withPrefix("wh", webhookId),
    host: URL.parse(url)?.host ?? "",
    delivery_id: deliveryId(id),
    type: kind,
    state,
    attempts,
    last_status: lastStatus,
    next_try_at: nextTryAt?.toISOString() ?? null,
  };
}
