import type { GuardHashes } from "#domain/guard/guard-hashes";
import { errorText } from "#lib/error-text";
import type { Log } from "#lib/log";
import type { Db } from "#store/database";
import { acceptQueries } from "#store/queries/accept/accept";
import { addresseeNameQueries } from "#store/queries/audience/addressee-names";
import { alertQueries } from "#store/queries/alerts/alerts";
import { audienceCountQueries } from "#store/queries/audience/audience-count";
import { audiencePeopleQueries } from "#store/queries/audience/audience-people";
import { listedQueries } from "#store/queries/audience/listed-people";
import { consentCheckQueries } from "#store/queries/consent/consent-check";
import type { ConsentQueries } from "#store/queries/consent/consents";
import { bounceQueries } from "#store/queries/subscribers/bounces";
import { bulkQueries } from "#store/queries/subscribers/bulk";
import { creditQueries } from "#store/queries/gateways/credit";
import { dueWorkQuery } from "#store/queries/upkeep/due-work";
import { erasureQueries } from "#store/queries/privacy/erasures";
import { fanOutQueries } from "#store/queries/fan-out/fan-out";
import { fieldQueries } from "#store/queries/subscribers/fields";
import { formQueries } from "#store/queries/forms/forms";
import { formRequestQueries } from "#store/queries/forms/form-requests";
import { gatewaySetupQueries } from "#store/queries/gateways/gateway-setup";
import { gatewayStateQueries } from "#store/queries/gateways/gateway-states";
import { gatewayTallyQueries } from "#store/queries/gateways/gateway-tallies";
import { guardQueries } from "#store/queries/guard/code-requests";
import { templateQueries } from "#store/queries/templates/templates";
import { groupQueries } from "#store/queries/newsletter/groups";
import { membershipCountQueries } from "#store/queries/newsletter/membership-counts";
import { holdQueries } from "#store/queries/queue/holds";
import { idempotencyQueries } from "#store/queries/accept/idempotency";
import { importQueries } from "#store/queries/imports/imports";
import { jobQueries } from "#store/queries/jobs/jobs";
import { inboxThreadQueries } from "#store/queries/inbox/inbox-threads";
import { inboundPartQueries } from "#store/queries/inbox/inbound-parts";
import { inboxQueries } from "#store/queries/inbox/inbox";
import { mediaQueries } from "#store/queries/media/media";
import { messageControlQueries } from "#store/queries/messages/message-control";
import { messageViewQueries } from "#store/queries/messages/message-view";
import { newsletterQueries } from "#store/queries/newsletter/newsletter";
import { otpQueries } from "#store/queries/otp/one-time-passwords";
import { movedLogQueries } from "#store/queries/outbox/moved-log";
import { outboxEntryQueries } from "#store/queries/outbox/outbox-entry";
import { outboxQueries } from "#store/queries/outbox/outbox";
import { personLinkQueries } from "#store/queries/forms/person-links";
import { privacyQueries } from "#store/queries/privacy/privacy";
import { pruningQueries } from "#store/queries/upkeep/pruning";
import { queueQueries } from "#store/queries/queue/queue";
import { receiptQueries } from "#store/queries/receipts/receipts";
import { spendingQueries } from "#store/queries/spending/spending";
import { settingsQueries } from "#store/queries/settings/settings";
import { requestLogQueries } from "#store/queries/requests/request-log";
import { rollUpQueries } from "#store/queries/messages/rollups";
import { sameTextQueries } from "#store/queries/messages/same-text";
import { routingQueries } from "#store/queries/queue/route-chunks";
import { searchQueries } from "#store/queries/search/search";
import { segmentQueries } from "#store/queries/subscribers/segments";
import { strandedQueries } from "#store/queries/gateways/stranded";
import { changeQueries } from "#store/queries/live/changes";
import { statusQueries } from "#store/queries/stats/status";
import { statQueries } from "#store/queries/stats/stats";
import { subscriberRepository } from "#store/queries/newsletter/subscriber-repository";
import { helpReplyQueries } from "#store/queries/suppressions/help-replies";
import { suppressionQueries } from "#store/queries/suppressions/suppressions";
import { throttleQueries } from "#store/queries/queue/throttle";
import { webhookQueueQueries } from "#store/queries/webhooks/webhook-queue";
import { webhookQueries } from "#store/queries/webhooks/webhooks";
import { cancellationQueries } from "#store/queries/messages/cancellations";

import type { MetricHooks } from "../metrics/hooks.ts";
import type { NotificationBus } from "./notification-bus.ts";

type QueryDeps = {
  readonly db: Db;
  readonly consents: ConsentQueries;
  readonly bus: Pick<NotificationBus, "publish">;
  readonly metricHooks: MetricHooks;
  readonly hashes: Pick<GuardHashes, "number">;
  readonly timeZone: () => string;
  readonly log: Log;
};

/** Everything that queries the database. Each part publishes notifications of its commits. */
export function openQueries({ db, consents, bus, metricHooks, hashes, timeZone, log }: QueryDeps) {
  const dispatch = (): void => bus.publish("dispatch");
  const webhooks = (): void => bus.publish("webhooks");
  const receipts = (): void => bus.publish("receipts");
  const outbox = outboxQueries(db);
  return {
    messages: metricHooks.messages(
      acceptQueries(
        db,
        (resolving, priorities) => {
          bus.publish("dispatch", priorities);
          if (resolving) bus.publish("fanOut");
        },
        (error) => log("error", "the reply to an earlier call could not be read", { error: errorText(error) }),
      ),
    ),
    queue: metricHooks.queue(queueQueries(db, { webhooks, receipts })),
    holds: holdQueries(db, webhooks),
    media: mediaQueries(db),
    routingStore: routingQueries(db, () => bus.publish("routed")),
    stranded: strandedQueries(db, dispatch),
    throttles: metricHooks.throttles(throttleQueries(db)),
    fanOuts: metricHooks.fanOuts(fanOutQueries(db, dispatch, webhooks)),
    receipts: receiptQueries(db, { stored: receipts, hooked: webhooks }),
    cancellations: cancellationQueries(db, { woken: dispatch, hooked: webhooks }),
    messageControl: messageControlQueries(db, {
      dispatch,
      cancelDeliveries: () => bus.publish("cancellations"),
      webhooks,
    }),
    messageViews: messageViewQueries(db),
    addresseeNames: addresseeNameQueries(db),
    otps: otpQueries(db),
    outbox,
    movedLog: movedLogQueries(db),
    outboxEntries: outboxEntryQueries(db, outbox, consents.keys, webhooks),
    rollUps: rollUpQueries(db, timeZone),
    changes: changeQueries(db),
    stats: statQueries(db),
    status: statusQueries(db),
    alerts: alertQueries(db, { hooked: webhooks, waiting: () => bus.publish("alerts") }),
    dueWork: dueWorkQuery(db),
    pruning: pruningQueries(db, consents.keys),
    gatewaySetup: gatewaySetupQueries(db),
    gatewayStates: gatewayStateQueries(db, webhooks),
    gatewayTallies: gatewayTallyQueries(db),
    credit: creditQueries(db),
    groups: groupQueries(db, consents, webhooks),
    membershipCounts: membershipCountQueries(db),
    bulk: bulkQueries(db, consents, webhooks),
    fields: fieldQueries(db),
    bounces: bounceQueries(db),
    segments: segmentQueries(db),
    searches: searchQueries(db),
    templates: templateQueries(db),
    newsletter: newsletterQueries(db, consents, webhooks),
    forms: formQueries(db),
    formRequests: formRequestQueries(db, () => bus.publish("forms")),
    personLinks: personLinkQueries(db),
    inbox: inboxQueries(db, webhooks),
    inboundParts: inboundPartQueries(db),
    inboxThreads: inboxThreadQueries(db),
    suppressions: suppressionQueries(db, webhooks),
    helpReplies: helpReplyQueries(db),
    webhooks: webhookQueries(db, webhooks),
    webhookQueue: webhookQueueQueries(db),
    idempotency: idempotencyQueries(db),
    subscriberRepository: subscriberRepository(db, consents),
    imports: importQueries(db, consents, webhooks),
    consents,
    consentRepository: consents.repository,
    consentLedger: consents.ledger,
    consentCheck: consentCheckQueries(db, consents.keys, webhooks),
    settings: settingsQueries(db),
    spending: spendingQueries(db),
    audienceCounter: audienceCountQueries(db),
    audienceReader: audiencePeopleQueries(db),
    sameTexts: sameTextQueries(db),
    listedReader: listedQueries(db),
    jobs: jobQueries(db, () => bus.publish("jobs")),
    requestLog: requestLogQueries(db),
    privacy: privacyQueries(db, consents, webhooks),
    guardStore: guardQueries(db),
    erasures: erasureQueries(
      db,
      { keys: consents.keys, numberHash: hashes.number },
      { hooked: webhooks, requested: () => bus.publish("erasures") },
    ),
  };
}

export type Queries = ReturnType<typeof openQueries>;
