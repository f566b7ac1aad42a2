import { categoryOfLane, laneOf } from "#domain/messages/message";
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
import { sortQueries } from "#store/queries/queue/sort";
import { strandedQueries } from "#store/queries/gateways/stranded";
import { subscriberBook } from "#store/queries/newsletter/subscriber-book";
import { throttleQueries } from "#store/queries/queue/throttle";
import { webhookQueueQueries } from "#store/queries/webhooks/webhook-queue";
import { webhookQueries } from "#store/queries/webhooks/webhooks";
import { withdrawalQueries } from "#store/queries/messages/withdrawals";

import type { Taps } from "./metrics/taps.ts";

/** What is rung when something was committed that a machine has to do with. Who answers is known once all are open. */
export type Bells = Record<
  "sorted" | "fanOut" | "receipts" | "webhooks" | "withdrawals" | "schedules" | "erasures",
  () => void
> & {
  /** `lanes`: where it is; absent: anywhere. */
  dispatch: (lanes?: readonly number[]) => void;
};

/** Bells that nobody hears yet. */
export function silentBells(): Bells {
  const silent = (): void => {};
  return {
    dispatch: silent,
    sorted: silent,
    fanOut: silent,
    receipts: silent,
    webhooks: silent,
    withdrawals: silent,
    schedules: silent,
    erasures: silent,
  };
}

/** Everything that is asked of the database, with the bells that each rings. */
export function openQueries(db: Db, bells: Bells, taps: Taps) {
  const dispatch = (): void => bells.dispatch();
  const webhooks = (): void => bells.webhooks();
  const receipts = (): void => bells.receipts();
  return {
    messages: taps.messages(
      acceptQueries(db, laneOf, (resolving, lanes) => {
        bells.dispatch(lanes);
        if (resolving) bells.fanOut();
      }),
    ),
    queue: taps.queue(queueQueries(db, { webhooks, receipts })),
    sorting: sortQueries(db, categoryOfLane, () => bells.sorted()),
    stranded: strandedQueries(db, MAX_ATTEMPTS, dispatch),
    throttles: taps.throttles(throttleQueries(db)),
    fanOuts: taps.fanOuts(fanOutQueries(db, dispatch)),
    receipts: receiptQueries(db, { deliveryOf, stored: receipts, hooked: webhooks }),
    withdrawals: withdrawalQueries(db, { woken: dispatch, hooked: webhooks }),
    messageControl: messageControlQueries(db, { dispatch, withdraw: () => bells.withdrawals(), webhooks }),
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
    book: subscriberBook(db),
    privacy: privacyQueries(db, webhooks),
    erasures: erasureQueries(db, { hooked: webhooks, requested: () => bells.erasures() }),
  };
}
