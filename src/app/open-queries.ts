import { categoryOfPriority, priorityOf } from "#domain/messages/message";
import { MAX_ATTEMPTS } from "#domain/messages/outcome";
import { deliveryOf } from "#domain/messages/reference";
import { GIVE_UP_ENDPOINT_MS } from "#domain/webhooks/retry-plan";
import type { Db } from "#store/database";
import { acceptQueries } from "#store/queries/accept/accept";
import { creditQueries } from "#store/queries/gateways/credit";
import { erasureQueries } from "#store/queries/privacy/erasures";
import { fanOutQueries } from "#store/queries/audience/fan-out";
import { gatewayStateQueries } from "#store/queries/gateways/gateway-states";
import { gatewayTallyQueries } from "#store/queries/gateways/gateway-tallies";
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
import { rollUpQueries } from "#store/queries/messages/rollups";
import { routingQueries } from "#store/queries/queue/route-chunks";
import { strandedQueries } from "#store/queries/gateways/stranded";
import { subscriberRepository } from "#store/queries/newsletter/subscriber-repository";
import { throttleQueries } from "#store/queries/queue/throttle";
import { webhookQueueQueries } from "#store/queries/webhooks/webhook-queue";
import { webhookQueries } from "#store/queries/webhooks/webhooks";
import { cancellationQueries } from "#store/queries/messages/cancellations";

import type { MetricHooks } from "./metrics/hooks.ts";

/** What is rung when something was committed that a machine has to do with. Who answers is known once all are open. */
export type Notifications = Record<
  "sorted" | "fanOut" | "receipts" | "webhooks" | "cancellations" | "schedules" | "erasures",
  () => void
> & {
  /** `priorities`: where it is; absent: anywhere. */
  dispatch: (priorities?: readonly number[]) => void;
};

/** Bells that nobody hears yet. */
export function noNotifications(): Notifications {
  const silent = (): void => {};
  return {
    dispatch: silent,
    sorted: silent,
    fanOut: silent,
    receipts: silent,
    webhooks: silent,
    cancellations: silent,
    schedules: silent,
    erasures: silent,
  };
}

/** Everything that is asked of the database, with the bells that each rings. */
export function openQueries(db: Db, notifications: Notifications, metricHooks: MetricHooks) {
  const dispatch = (): void => notifications.dispatch();
  const webhooks = (): void => notifications.webhooks();
  const receipts = (): void => notifications.receipts();
  return {
    messages: metricHooks.messages(
      acceptQueries(db, priorityOf, (resolving, priorities) => {
        notifications.dispatch(priorities);
        if (resolving) notifications.fanOut();
      }),
    ),
    queue: metricHooks.queue(queueQueries(db, { webhooks, receipts })),
    routingStore: routingQueries(db, categoryOfPriority, () => notifications.sorted()),
    stranded: strandedQueries(db, MAX_ATTEMPTS, dispatch),
    throttles: metricHooks.throttles(throttleQueries(db)),
    fanOuts: metricHooks.fanOuts(fanOutQueries(db, dispatch)),
    receipts: receiptQueries(db, { deliveryOf, stored: receipts, hooked: webhooks }),
    cancellations: cancellationQueries(db, { woken: dispatch, hooked: webhooks }),
    messageControl: messageControlQueries(db, {
      dispatch,
      cancelDeliveries: () => notifications.cancellations(),
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
    newsletter: newsletterQueries(db, webhooks),
    inbox: inboxQueries(db, webhooks),
    webhooks: webhookQueries(db, webhooks),
    webhookQueue: webhookQueueQueries(db, GIVE_UP_ENDPOINT_MS),
    idempotency: idempotencyQueries(db),
    book: subscriberRepository(db),
    privacy: privacyQueries(db, webhooks),
    erasures: erasureQueries(db, { hooked: webhooks, requested: () => notifications.erasures() }),
  };
}
