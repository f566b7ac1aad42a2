import type { JobDeps } from "#domain/jobs/jobs";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";
import type { RecipientSources } from "#domain/recipients/sources";

import type { Endpoint } from "../endpoint.ts";
import type { ExportSlots } from "../export-slots.ts";
import { acknowledgeAlertEndpoint } from "./alerts/acknowledge-alert.ts";
import { alertsEndpoint, type AlertEndpointDeps } from "./alerts/alerts.ts";
import { testAlertsEndpoint, type AlertTestEndpointDeps } from "./alerts/test-alerts.ts";
import { formPageEndpoints, type FormPageEndpointDeps } from "./forms/form-page.ts";
import { formEndpoints } from "./forms/form.ts";
import { formsEndpoints, type FormDeps } from "./forms/forms.ts";
import { subscriberLinksEndpoint, type SubscriberLinkDeps } from "./forms/subscriber-links.ts";
import { creditEndpoint, type CreditEndpointDeps } from "./gateways/credit.ts";
import { gatewayKindsEndpoint } from "./gateways/gateway-kinds.ts";
import { gatewayPauseEndpoints, type GatewayPauseDeps } from "./gateways/gateway-pause.ts";
import { gatewayRerouteEndpoint, type GatewayRerouteDeps } from "./gateways/gateway-reroute.ts";
import { gatewayRouteEndpoint } from "./gateways/gateway-route.ts";
import { gatewayRoutingEndpoints, type GatewayRoutingDeps } from "./gateways/gateway-routing.ts";
import { gatewayTestEndpoint, type GatewayTestDeps } from "./gateways/gateway-test.ts";
import { gatewayTryEndpoint } from "./gateways/gateway-try.ts";
import { gatewaysEndpoints, type GatewayEndpointDeps } from "./gateways/gateways.ts";
import { sandboxMessagesEndpoint, type SandboxDeps } from "./gateways/sandbox-messages.ts";
import { sandboxRepliesEndpoint } from "./gateways/sandbox-replies.ts";
import { storedGatewaysEndpoints, type StoredGatewayDeps } from "./gateways/stored-gateways.ts";
import { importErrorsEndpoint } from "./imports/import-errors.ts";
import { importsEndpoint, type ImportEndpointDeps } from "./imports/imports.ts";
import { jobEndpoints } from "./jobs/job.ts";
import { jobsEndpoint } from "./jobs/jobs.ts";
import { eventsEndpoint, type EventsDeps } from "./live/events.ts";
import { mediaEndpoint, type MediaEndpointDeps } from "./media/upload.ts";
import { inboxThreadEndpoints, type InboxThreadDeps } from "./messages/inbox-thread.ts";
import { inboxThreadsEndpoint, type InboxThreadsDeps } from "./messages/inbox-threads.ts";
import { inboxEndpoint, type InboxDeps } from "./messages/inbox.ts";
import { messageControlEndpoints, type MessageControlDeps } from "./messages/message-control.ts";
import { messageProgressEndpoint, type MessageProgressDeps } from "./messages/message-progress.ts";
import { messageEndpoint } from "./messages/message.ts";
import { messagesEndpoint, type MessagesDeps } from "./messages/messages.ts";
import { numberEndpoint } from "./messages/number.ts";
import { outboxEntryEndpoint, type OutboxEntryDeps } from "./messages/outbox-entry.ts";
import { outboxExportEndpoint } from "./messages/outbox-export.ts";
import { outboxImportEndpoint, type OutboxImportDeps } from "./messages/outbox-import.ts";
import { outboxResendEndpoint, type OutboxResendDeps } from "./messages/outbox-resend.ts";
import { outboxEndpoint, type OutboxEndpointDeps } from "./messages/outbox.ts";
import { previewPeopleEndpoint, type PreviewPeopleDeps } from "./messages/preview-people.ts";
import { recipientsEndpoint } from "./messages/recipients.ts";
import { sendBatchEndpoint, type SendBatchDeps } from "./messages/send-batch.ts";
import { sendPreviewEndpoint, type SendPreviewDeps } from "./messages/send-preview.ts";
import { sendEndpoint, type SendEndpointDeps } from "./messages/send.ts";
import { groupEndpoints } from "./newsletter/group.ts";
import { groupsEndpoints, type GroupDeps } from "./newsletter/groups.ts";
import { newsletterUnsubscribeEndpoint } from "./newsletter/newsletter-unsubscribe.ts";
import { newsletterVerifyEndpoint } from "./newsletter/newsletter-verify.ts";
import { newsletterEndpoint, type NewsletterEndpointDeps } from "./newsletter/newsletter.ts";
import { subscriberConsentsEndpoint } from "./newsletter/subscriber-consents.ts";
import { subscriberEndpoints } from "./newsletter/subscriber.ts";
import { subscribersExportEndpoint } from "./newsletter/subscribers-export.ts";
import { subscribersEndpoints, type SubscriberDeps } from "./newsletter/subscribers.ts";
import { orderDecisionsEndpoint, type OrderDecisionDeps } from "./orders/order-decisions.ts";
import { orderNoticesEndpoints, type OrderNoticeDeps } from "./orders/order-notices.ts";
import { otpCheckEndpoint } from "./otp/otp-check.ts";
import { otpEndpoint, type OtpEndpointDeps } from "./otp/otp.ts";
import { applicationPasswordEndpoints } from "./people/application-password.ts";
import { applicationPasswordsEndpoints } from "./people/application-passwords.ts";
import { customersEndpoints, type CustomerDeps } from "./people/customers.ts";
import { managedElsewhere } from "./people/managed-elsewhere.ts";
import { ownPasskeyEndpoints } from "./people/own-passkey.ts";
import { ownPasskeysEndpoints } from "./people/own-passkeys.ts";
import { ownUserEndpoint } from "./people/own-user.ts";
import { rolesEndpoints } from "./people/roles.ts";
import { userSetupLinkEndpoint } from "./people/setup-link.ts";
import { userEndpoints } from "./people/user.ts";
import { usersEndpoints, type UserDeps } from "./people/users.ts";
import { erasureEndpoints, type ErasureDeps } from "./privacy/privacy-erasures.ts";
import { privacyEndpoints } from "./privacy/privacy.ts";
import { requestEndpoint } from "./requests/request.ts";
import { requestsEndpoint, type RequestsDeps } from "./requests/requests.ts";
import { scheduleControlEndpoints } from "./schedules/schedule-control.ts";
import { schedulesImportEndpoint, type SchedulesImportDeps } from "./schedules/schedules-import.ts";
import { schedulesEndpoints, type ScheduleEndpointDeps } from "./schedules/schedules.ts";
import { searchEndpoint, type SearchEndpointDeps } from "./search/search.ts";
import { ownPasswordEndpoint } from "./session/own-password.ts";
import { passkeySignInEndpoints } from "./session/passkey.ts";
import { secondFactorEndpoint } from "./session/second-factor.ts";
import type { SessionDeps } from "./session/session-view.ts";
import { sessionEndpoint } from "./session/session.ts";
import { setupEndpoint } from "./session/setup.ts";
import { signInEndpoint } from "./session/sign-in.ts";
import { signOutEndpoint } from "./session/sign-out.ts";
import { totpEndpoints } from "./session/totp.ts";
import { settingChangesEndpoint } from "./settings/setting-changes.ts";
import { settingsEndpoints, type SettingsDeps } from "./settings/settings.ts";
import { spendingEndpoint, type SpendingEndpointDeps } from "./spending/spending.ts";
import { messageStatsEndpoint } from "./stats/message-stats.ts";
import { statsEndpoint, type StatsDeps } from "./stats/stats.ts";
import { statusEndpoint, type StatusDeps } from "./stats/status.ts";
import { fieldEndpoints } from "./subscribers/field.ts";
import { fieldsEndpoints, type FieldEndpointDeps } from "./subscribers/fields.ts";
import { segmentEndpoints } from "./subscribers/segment.ts";
import { segmentsEndpoints, type SegmentEndpointDeps } from "./subscribers/segments.ts";
import { subscribersBulkEndpoint, type BulkEndpointDeps } from "./subscribers/subscribers-bulk.ts";
import { suppressionImportEndpoint } from "./suppressions/suppression-import.ts";
import { suppressionLiftEndpoint, type SuppressionLiftDeps } from "./suppressions/suppression.ts";
import { suppressionsEndpoints, type SuppressionDeps } from "./suppressions/suppressions.ts";
import { templateEndpoints } from "./templates/template.ts";
import { templatesEndpoints, type TemplateDeps } from "./templates/templates.ts";
import { webhookDeliveryEndpoints } from "./webhooks/webhook-deliveries.ts";
import { webhookEndpoints } from "./webhooks/webhook.ts";
import { webhooksEndpoints, type WebhookEndpointDeps } from "./webhooks/webhooks.ts";

/** The dependencies of all endpoints. */
export type EndpointDeps = SendEndpointDeps &
  SendBatchDeps &
  TemplateDeps &
  SendPreviewDeps &
  PreviewPeopleDeps &
  RecipientSources &
  ScheduleEndpointDeps &
  SchedulesImportDeps &
  MediaEndpointDeps &
  MessagesDeps &
  MessageControlDeps &
  MessageProgressDeps &
  NewsletterEndpointDeps &
  OtpEndpointDeps &
  GroupDeps &
  SubscriberDeps &
  FieldEndpointDeps &
  SuppressionDeps &
  SuppressionLiftDeps &
  BulkEndpointDeps &
  SegmentEndpointDeps &
  FormDeps &
  FormPageEndpointDeps &
  SubscriberLinkDeps &
  WebhookEndpointDeps &
  OutboxEndpointDeps &
  OutboxEntryDeps &
  OutboxImportDeps &
  OutboxResendDeps &
  CreditEndpointDeps &
  InboxDeps &
  InboxThreadsDeps &
  SearchEndpointDeps &
  InboxThreadDeps &
  GatewayEndpointDeps &
  GatewayRoutingDeps &
  GatewayPauseDeps &
  StoredGatewayDeps &
  GatewayTestDeps &
  GatewayRerouteDeps &
  SandboxDeps &
  UserDeps &
  SessionDeps &
  OrderNoticeDeps &
  OrderDecisionDeps &
  ErasureDeps &
  SettingsDeps &
  SpendingEndpointDeps &
  StatsDeps &
  EventsDeps &
  StatusDeps &
  AlertEndpointDeps &
  AlertTestEndpointDeps &
  JobDeps &
  RequestsDeps &
  ImportEndpointDeps &
  CustomerDeps & {
    readonly idempotency: IdempotencyStore;
    readonly exportSlots: ExportSlots;
  };

/** Every route under /svc/v1: the table of contents of the API. */
export function endpoints(ports: EndpointDeps): readonly Endpoint[] {
  const people = [
    signInEndpoint(ports),
    secondFactorEndpoint(ports),
    ...passkeySignInEndpoints(ports),
    setupEndpoint(ports),
    signOutEndpoint(ports),
    ownPasswordEndpoint(ports),
    ...totpEndpoints(ports),
    ...usersEndpoints(ports),
    ownUserEndpoint(ports),
    ...ownPasskeysEndpoints(ports),
    ...ownPasskeyEndpoints(ports),
    ...userEndpoints(ports),
    userSetupLinkEndpoint(ports),
    ...rolesEndpoints(ports),
    ...applicationPasswordsEndpoints(ports),
    ...applicationPasswordEndpoints(ports),
  ];
  const { managedBy } = ports;
  return [
    sessionEndpoint(ports),
    sendEndpoint(ports),
    sendBatchEndpoint(ports),
    ...templatesEndpoints(ports),
    ...templateEndpoints(ports),
    sendPreviewEndpoint(ports),
    previewPeopleEndpoint(ports),
    recipientsEndpoint(ports),
    numberEndpoint(ports),
    mediaEndpoint(ports),
    messagesEndpoint(ports),
    messageEndpoint(ports),
    ...messageControlEndpoints(ports),
    messageProgressEndpoint(ports),
    ...schedulesEndpoints(ports),
    schedulesImportEndpoint(ports),
    ...scheduleControlEndpoints(ports),
    newsletterEndpoint(ports),
    newsletterVerifyEndpoint(ports),
    newsletterUnsubscribeEndpoint(ports),
    otpEndpoint(ports),
    otpCheckEndpoint(ports),
    outboxEndpoint(ports),
    outboxExportEndpoint(ports),
    outboxImportEndpoint(ports),
    outboxEntryEndpoint(ports),
    outboxResendEndpoint(ports),
    creditEndpoint(ports),
    statsEndpoint(ports),
    messageStatsEndpoint(ports),
    statusEndpoint(ports),
    alertsEndpoint(ports),
    acknowledgeAlertEndpoint(ports),
    testAlertsEndpoint(ports),
    eventsEndpoint(ports),
    inboxEndpoint(ports),
    inboxThreadsEndpoint(ports),
    ...inboxThreadEndpoints(ports),
    // Before `/gateways/{name}`, which would match their addresses.
    gatewayRouteEndpoint(ports),
    gatewayKindsEndpoint(ports),
    ...gatewayRoutingEndpoints(ports),
    ...gatewaysEndpoints(ports),
    ...storedGatewaysEndpoints(ports),
    gatewayTryEndpoint(ports),
    ...gatewayPauseEndpoints(ports),
    gatewayTestEndpoint(ports),
    gatewayRerouteEndpoint(ports),
    ...webhookEndpoints(ports),
    ...webhooksEndpoints(ports),
    ...webhookDeliveryEndpoints(ports),
    sandboxMessagesEndpoint(ports),
    sandboxRepliesEndpoint(ports),
    ...groupsEndpoints(ports),
    ...groupEndpoints(ports),
    ...subscribersEndpoints(ports),
    subscribersBulkEndpoint(ports),
    subscribersExportEndpoint(ports),
    ...subscriberEndpoints(ports),
    ...fieldsEndpoints(ports),
    ...fieldEndpoints(ports),
    ...suppressionsEndpoints(ports),
    suppressionImportEndpoint(ports),
    suppressionLiftEndpoint(ports),
    subscriberConsentsEndpoint(ports),
    ...segmentsEndpoints(ports),
    ...segmentEndpoints(ports),
    subscriberLinksEndpoint(ports),
    ...formsEndpoints(ports),
    ...formEndpoints(ports),
    ...formPageEndpoints(ports),
    ...(managedBy ? managedElsewhere(people, managedBy) : people),
    ...customersEndpoints(ports),
    ...orderNoticesEndpoints(ports),
    orderDecisionsEndpoint(ports),
    ...settingsEndpoints(ports),
    settingChangesEndpoint(ports),
    spendingEndpoint(ports),
    ...privacyEndpoints(ports),
    ...erasureEndpoints(ports),
    importsEndpoint(ports),
    importErrorsEndpoint(ports),
    searchEndpoint(ports),
    requestsEndpoint(ports),
    requestEndpoint(ports),
    jobsEndpoint(ports),
    ...jobEndpoints(ports),
  ];
}
