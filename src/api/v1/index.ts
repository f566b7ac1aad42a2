import type { Host } from "#domain/access/host";
import type { ApplicationPasswords } from "#domain/users/application-passwords";

import type { Endpoint } from "../endpoint.ts";
import { acknowledgeAlertEndpoint } from "./alerts/acknowledge-alert.ts";
import { alertsEndpoint } from "./alerts/alerts.ts";
import { testAlertsEndpoint } from "./alerts/test-alerts.ts";
import { formPageEndpoints } from "./forms/form-page.ts";
import { formEndpoints } from "./forms/form.ts";
import { formsEndpoints } from "./forms/forms.ts";
import { subscriberLinksEndpoint } from "./forms/subscriber-links.ts";
import { creditEndpoint } from "./gateways/credit.ts";
import { gatewayKindsEndpoint } from "./gateways/gateway-kinds.ts";
import { gatewayPauseEndpoints } from "./gateways/gateway-pause.ts";
import { gatewayRerouteEndpoint } from "./gateways/gateway-reroute.ts";
import { gatewayRouteEndpoint } from "./gateways/gateway-route.ts";
import { gatewayRoutingEndpoints } from "./gateways/gateway-routing.ts";
import { gatewayTestEndpoint } from "./gateways/gateway-test.ts";
import { gatewayTryEndpoint } from "./gateways/gateway-try.ts";
import { gatewaysEndpoints } from "./gateways/gateways.ts";
import { sandboxMessagesEndpoint } from "./gateways/sandbox-messages.ts";
import { sandboxRepliesEndpoint } from "./gateways/sandbox-replies.ts";
import { storedGatewaysEndpoints } from "./gateways/stored-gateways.ts";
import { importErrorsEndpoint } from "./imports/import-errors.ts";
import { importsEndpoint } from "./imports/imports.ts";
import { jobEndpoints } from "./jobs/job.ts";
import { jobUndoEndpoint } from "./jobs/job-undo.ts";
import { jobsEndpoint } from "./jobs/jobs.ts";
import { eventsEndpoint } from "./live/events.ts";
import { mediaEndpoint } from "./media/upload.ts";
import { inboxThreadAssignEndpoint } from "./inbox/inbox-thread-assign.ts";
import { inboxThreadEndpoints } from "./inbox/inbox-thread.ts";
import { inboxThreadsEndpoint } from "./inbox/inbox-threads.ts";
import { inboxEndpoint } from "./inbox/inbox.ts";
import { messageControlEndpoints } from "./messages/message-control.ts";
import { messageProgressEndpoint } from "./messages/message-progress.ts";
import { messageEndpoint } from "./messages/message.ts";
import { messagesEndpoint } from "./messages/messages.ts";
import { numberEndpoint } from "./messages/number.ts";
import { outboxEntryEndpoint } from "./outbox/outbox-entry.ts";
import { outboxExportEndpoint } from "./outbox/outbox-export.ts";
import { outboxImportEndpoint } from "./outbox/outbox-import.ts";
import { outboxResendEndpoint } from "./outbox/outbox-resend.ts";
import { outboxEndpoint } from "./outbox/outbox.ts";
import { previewPeopleEndpoint } from "./messages/preview-people.ts";
import { recipientsEndpoint } from "./messages/recipients.ts";
import { sendBatchEndpoint } from "./messages/send-batch.ts";
import { sendPreviewEndpoint } from "./messages/send-preview.ts";
import { sendEndpoint } from "./messages/send.ts";
import { groupEndpoints } from "./newsletter/group.ts";
import { groupsEndpoints } from "./newsletter/groups.ts";
import { newsletterUnsubscribeEndpoint } from "./newsletter/newsletter-unsubscribe.ts";
import { newsletterVerifyEndpoint } from "./newsletter/newsletter-verify.ts";
import { newsletterEndpoint } from "./newsletter/newsletter.ts";
import { subscriberConsentsEndpoint } from "./newsletter/subscriber-consents.ts";
import { subscriberEndpoints } from "./newsletter/subscriber.ts";
import { subscribersExportEndpoint } from "./newsletter/subscribers-export.ts";
import { subscribersEndpoints } from "./newsletter/subscribers.ts";
import { orderDecisionsEndpoint } from "./orders/order-decisions.ts";
import { orderNoticesEndpoints } from "./orders/order-notices.ts";
import { otpCheckEndpoint } from "./otp/otp-check.ts";
import { otpEndpoint } from "./otp/otp.ts";
import { applicationPasswordEndpoints } from "./people/application-password.ts";
import { applicationPasswordsEndpoints } from "./people/application-passwords.ts";
import { customersEndpoints } from "./people/customers.ts";
import { managedElsewhere } from "./people/managed-elsewhere.ts";
import { ownPasskeyEndpoints } from "./people/own-passkey.ts";
import { ownPasskeysEndpoints } from "./people/own-passkeys.ts";
import { ownUserEndpoint } from "./people/own-user.ts";
import { rolesEndpoints } from "./people/roles.ts";
import { userSetupLinkEndpoint } from "./people/setup-link.ts";
import { userNameEndpoint } from "./people/user-name.ts";
import { userEndpoints } from "./people/user.ts";
import { usersEndpoints } from "./people/users.ts";
import { erasureEndpoints } from "./privacy/privacy-erasures.ts";
import { privacyEndpoints } from "./privacy/privacy.ts";
import { requestEndpoint } from "./requests/request.ts";
import { requestsEndpoint } from "./requests/requests.ts";
import { scheduleControlEndpoints } from "./schedules/schedule-control.ts";
import { schedulesImportEndpoint } from "./schedules/schedules-import.ts";
import { schedulesEndpoints } from "./schedules/schedules.ts";
import { searchEndpoint } from "./search/search.ts";
import { ownPasswordEndpoint } from "./session/own-password.ts";
import { passkeySignInEndpoints } from "./session/passkey.ts";
import { secondFactorEndpoint } from "./session/second-factor.ts";
import { sessionEndpoint } from "./session/session.ts";
import { setupEndpoint } from "./session/setup.ts";
import { signInEndpoint } from "./session/sign-in.ts";
import { signOutEndpoints, type SignOutDeps } from "./session/sign-out.ts";
import { totpEndpoints } from "./session/totp.ts";
import { settingChangesEndpoint } from "./settings/setting-changes.ts";
import { settingsEndpoints } from "./settings/settings.ts";
import { spendingEndpoint } from "./spending/spending.ts";
import { messageStatsEndpoint } from "./stats/message-stats.ts";
import { statsEndpoint } from "./stats/stats.ts";
import { statusEndpoint } from "./stats/status.ts";
import { fieldEndpoints } from "./subscribers/field.ts";
import { fieldsEndpoints } from "./subscribers/fields.ts";
import { segmentEndpoints } from "./subscribers/segment.ts";
import { segmentsEndpoints } from "./subscribers/segments.ts";
import { subscribersBulkEndpoint } from "./subscribers/subscribers-bulk.ts";
import { suppressionImportEndpoint } from "./suppressions/suppression-import.ts";
import { suppressionLiftEndpoint } from "./suppressions/suppression.ts";
import { suppressionsExportEndpoint } from "./suppressions/suppressions-export.ts";
import { suppressionsEndpoints } from "./suppressions/suppressions.ts";
import { templateEndpoints } from "./templates/template.ts";
import { templatesEndpoints } from "./templates/templates.ts";
import { webhookDeliveryEndpoints } from "./webhooks/webhook-deliveries.ts";
import { webhookEndpoints } from "./webhooks/webhook.ts";
import { webhooksEndpoints } from "./webhooks/webhooks.ts";

type Make<Deps> = (ports: Deps) => Endpoint | readonly Endpoint[];

/** What all of these need. */
type DepsOf<Table extends readonly unknown[]> = [Table[number]] extends [Make<infer Deps>] ? Deps : never;

/** Managed by the service itself, unless another platform manages the users. */
const people = [
  signInEndpoint,
  secondFactorEndpoint,
  passkeySignInEndpoints,
  setupEndpoint,
  ownPasswordEndpoint,
  totpEndpoints,
  usersEndpoints,
  ownUserEndpoint,
  ownPasskeysEndpoints,
  ownPasskeyEndpoints,
  userEndpoints,
  userSetupLinkEndpoint,
  rolesEndpoints,
] as const;

function peopleEndpoints(
  ports: DepsOf<typeof people> &
    SignOutDeps & {
      readonly managedBy?: Host["managedBy"];
      /** Of the platform's users; null: the platform manages those itself. */
      readonly platformPasswords: ApplicationPasswords | null;
    },
): readonly Endpoint[] {
  const { managedBy, platformSessions, platformPasswords } = ports;
  const own = people.flatMap((make: Make<typeof ports>) => make(ports));
  const signOut = signOutEndpoints(ports);
  const ofPasswords = { base: ports.base, people: platformPasswords ?? ports.people };
  const passwords = [...applicationPasswordsEndpoints(ofPasswords), ...applicationPasswordEndpoints(ofPasswords)];
  if (!managedBy) return [...own, ...signOut, ...passwords];
  const elsewhere = [...own, ...(platformSessions ? [] : signOut), ...(platformPasswords ? [] : passwords)];
  return [
    ...managedElsewhere(elsewhere, managedBy),
    ...(platformSessions ? signOut : []),
    ...(platformPasswords ? passwords : []),
  ];
}

/** The table of contents of the API. */
const table = [
  sessionEndpoint,
  sendEndpoint,
  sendBatchEndpoint,
  templatesEndpoints,
  templateEndpoints,
  sendPreviewEndpoint,
  previewPeopleEndpoint,
  recipientsEndpoint,
  numberEndpoint,
  mediaEndpoint,
  messagesEndpoint,
  messageEndpoint,
  messageControlEndpoints,
  messageProgressEndpoint,
  schedulesEndpoints,
  schedulesImportEndpoint,
  scheduleControlEndpoints,
  newsletterEndpoint,
  newsletterVerifyEndpoint,
  newsletterUnsubscribeEndpoint,
  otpEndpoint,
  otpCheckEndpoint,
  outboxEndpoint,
  outboxExportEndpoint,
  outboxImportEndpoint,
  outboxEntryEndpoint,
  outboxResendEndpoint,
  creditEndpoint,
  statsEndpoint,
  messageStatsEndpoint,
  statusEndpoint,
  alertsEndpoint,
  acknowledgeAlertEndpoint,
  testAlertsEndpoint,
  eventsEndpoint,
  inboxEndpoint,
  inboxThreadsEndpoint,
  inboxThreadEndpoints,
  inboxThreadAssignEndpoint,
  // Before `/gateways/{name}`, which would match their addresses.
  gatewayRouteEndpoint,
  gatewayKindsEndpoint,
  gatewayRoutingEndpoints,
  gatewaysEndpoints,
  storedGatewaysEndpoints,
  gatewayTryEndpoint,
  gatewayPauseEndpoints,
  gatewayTestEndpoint,
  gatewayRerouteEndpoint,
  webhookEndpoints,
  webhooksEndpoints,
  webhookDeliveryEndpoints,
  sandboxMessagesEndpoint,
  sandboxRepliesEndpoint,
  groupsEndpoints,
  groupEndpoints,
  subscribersEndpoints,
  subscribersBulkEndpoint,
  subscribersExportEndpoint,
  subscriberEndpoints,
  fieldsEndpoints,
  fieldEndpoints,
  suppressionsExportEndpoint,
  suppressionsEndpoints,
  suppressionImportEndpoint,
  suppressionLiftEndpoint,
  subscriberConsentsEndpoint,
  segmentsEndpoints,
  segmentEndpoints,
  subscriberLinksEndpoint,
  formsEndpoints,
  formEndpoints,
  formPageEndpoints,
  peopleEndpoints,
  userNameEndpoint,
  customersEndpoints,
  orderNoticesEndpoints,
  orderDecisionsEndpoint,
  settingsEndpoints,
  settingChangesEndpoint,
  spendingEndpoint,
  privacyEndpoints,
  erasureEndpoints,
  importsEndpoint,
  importErrorsEndpoint,
  searchEndpoint,
  requestsEndpoint,
  requestEndpoint,
  jobsEndpoint,
  jobEndpoints,
  jobUndoEndpoint,
] as const;

/** The dependencies of all endpoints. */
export type EndpointDeps = DepsOf<typeof table>;

/** Every route under /svc/v1. */
export function endpoints(ports: EndpointDeps): readonly Endpoint[] {
  return table.flatMap((make: Make<EndpointDeps>) => make(ports));
}
