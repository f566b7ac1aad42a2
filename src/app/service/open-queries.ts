import type { Db } from "#store/database";
import { acceptQueries } from "#store/queries/accept/accept";
import { audienceCountQueries } from "#store/queries/audience/audience-count";
import { creditQueries } from "#store/queries/gateways/credit";
import { erasureQueries } from "#store/queries/privacy/erasures";
import { fanOutQueries } from "#store/queries/audience/fan-out";
import { gatewayStateQueries } from "#store/queries/gateways/gateway-states";
import { gatewayTallyQueries } from "#store/queries/gateways/gateway-tallies";
import { templateQueries } from "#store/queries/templates/templates";
import { groupQueries } from "#store/queries/newsletter/groups";
import { idempotencyQueries } from "#store/queries/accept/idempotency";
import { inboxQueries } from "#store/queries/inbox";
import { messageControlQueries } from "#store/queries/messages/message-control";
import { messageViewQueries } from "#store/queries/messages/message-view";
import { newsletterQueries } from "#store/queries/newsletter/newsletter";
import { outboxQueries } from "#store/queries/outbox/outbox";
import { privacyQueries } from "#store/queries/privacy/privacy";
import { pruningQueries } from "#store/queries/upkeep/pruning";
import { queueQueries } from "#store/queries/queue/queue";
import { receiptQueries } from "#store/queries/receipts/receipts";
import { settingsQueries } from "#store/queries/settings/settings";
import { rollUpQueries } from "#store/queries/messages/rollups";
import { routingQueries } from "#store/queries/queue/route-chunks";
import { strandedQueries } from "#store/queries/gateways/stranded";
import { subscriberRepository } from "#store/queries/newsletter/subscriber-repository";
import { throttleQueries } from "#store/queries/queue/throttle";
import { webhookQueueQueries } from "#store/queries/webhooks/webhook-queue";
import { webhookQueries } from "#store/queries/webhooks/webhooks";
import { cancellationQueries } from "#store/queries/messages/cancellations";

import type { MetricHooks } from "../metrics/hooks.ts";
import type { NotificationBus } from "./notification-bus.ts";

/** Everything that queries the database. Each part publishes what its commits mean to others. */
export function openQueries(db: Db, bus: Pick<NotificationBus, "publish">, metricHooks: MetricHooks) {
  const dispatch = (): void => bus.publish("dispatch");
  const webhooks = (): void => bus.publish("webhooks");
  const receipts = (): void => bus.publish("receipts");
  return {
    messages: metricHooks.messages(
      acceptQueries(db, (resolving, priorities) => {
        bus.publish("dispatch", priorities);
        if (resolving) bus.publish("fanOut");
      }),
    ),
    queue: metricHooks.queue(queueQueries(db, { webhooks, receipts })),
    routingStore: routingQueries(db, () => bus.publish("sorted")),
    stranded: strandedQueries(db, dispatch),
    throttles: metricHooks.throttles(throttleQueries(db)),
    fanOuts: metricHooks.fanOuts(fanOutQueries(db, dispatch)),
    receipts: receiptQueries(db, { stored: receipts, hooked: webhooks }),
    cancellations: cancellationQueries(db, { woken: dispatch, hooked: webhooks }),
    messageControl: messageControlQueries(db, {
      dispatch,
      cancelDeliveries: () => bus.publish("cancellations"),
      webhooks,
    }),
    messageViews: messageViewQueries(db),
    outbox: outboxQueries(db),
    rollUps: rollUpQueries(db),
    pruning: pruningQueries(db),
    gatewayStates: gatewayStateQueries(db, webhooks),
    gatewayTallies: gatewayTallyQueries(db),
    credit: creditQueries(db),
    groups: groupQueries(db),
    templates: templateQueries(db),
    newsletter: newsletterQueries(db, webhooks),
    inbox: inboxQueries(db, webhooks),
    webhooks: webhookQueries(db, webhooks),
    webhookQueue: webhookQueueQueries(db),
    idempotency: idempotencyQueries(db),
    subscriberRepository: subscriberRepository(db),
    settings: settingsQueries(db),
    audienceCounter: audienceCountQueries(db),
    privacy: privacyQueries(db, webhooks),
    erasures: erasureQueries(db, { hooked: webhooks, requested: () => bus.publish("erasures") }),
  };
}

export type Queries = ReturnType<typeof openQueries>;
