import type { Host } from "#domain/ports/host";
import type { IdempotencyStore } from "#domain/ports/idempotency-store";

import type { Endpoint } from "../endpoint.ts";
import { applicationPasswordEndpoints } from "./application-password.ts";
import { applicationPasswordsEndpoints } from "./application-passwords.ts";
import { customersEndpoints, type CustomerServices } from "./customers.ts";
import { groupEndpoints } from "./group.ts";
import { groupsEndpoints, type GroupServices } from "./groups.ts";
import { keptElsewhere } from "./kept-elsewhere.ts";
import { messageControlEndpoints, type MessageControlServices } from "./message-control.ts";
import { messageProgressEndpoint, type MessageProgressServices } from "./message-progress.ts";
import { messageEndpoint } from "./message.ts";
import { messagesEndpoint, type MessagesServices } from "./messages.ts";
import { newsletterUnsubscribeEndpoint } from "./newsletter-unsubscribe.ts";
import { newsletterVerifyEndpoint } from "./newsletter-verify.ts";
import { newsletterEndpoint, type NewsletterServices } from "./newsletter.ts";
import { creditEndpoint, type CreditServices } from "./credit.ts";
import { orderDecisionsEndpoint, type OrderDecisionServices } from "./order-decisions.ts";
import { orderNoticesEndpoints, type OrderNoticeServices } from "./order-notices.ts";
import { gatewayRerouteEndpoint, type GatewayRerouteServices } from "./gateway-reroute.ts";
import { gatewayRouteEndpoint } from "./gateway-route.ts";
import { gatewayTestEndpoint, type GatewayTestServices } from "./gateway-test.ts";
import { gatewaysEndpoints, type GatewayServices } from "./gateways.ts";
import { erasureEndpoints, type ErasureServices } from "./privacy-erasures.ts";
import { privacyEndpoints } from "./privacy.ts";
import { inboxEndpoint, type InboxServices } from "./inbox.ts";
import { outboxEndpoint, type OutboxServices } from "./outbox.ts";
import { sandboxMessagesEndpoint, type SandboxServices } from "./sandbox-messages.ts";
import { subscriberEndpoints } from "./subscriber.ts";
import { subscribersEndpoints, type SubscriberServices } from "./subscribers.ts";
import { rolesEndpoints } from "./roles.ts";
import { scheduleControlEndpoints } from "./schedule-control.ts";
import { schedulesEndpoints, type ScheduleServices } from "./schedules.ts";
import { sendEndpoint, type SendEndpointServices } from "./send.ts";
import { userEndpoints } from "./user.ts";
import { usersEndpoints, type UserServices } from "./users.ts";
import { webhookDeliveryEndpoints } from "./webhook-deliveries.ts";
import { webhookEndpoints } from "./webhook.ts";
import { webhooksEndpoints, type WebhookServices } from "./webhooks.ts";

/** What all endpoints together are given. */
export type ApiPorts = SendEndpointServices &
  ScheduleServices &
  MessagesServices &
  MessageControlServices &
  MessageProgressServices &
  NewsletterServices &
  GroupServices &
  SubscriberServices &
  WebhookServices &
  OutboxServices &
  CreditServices &
  InboxServices &
  GatewayServices &
  GatewayTestServices &
  GatewayRerouteServices &
  SandboxServices &
  UserServices &
  OrderNoticeServices &
  OrderDecisionServices &
  ErasureServices &
  CustomerServices & {
    readonly idempotency: IdempotencyStore;
    /** Where the platform keeps its users; absent: they are kept here. */
    readonly keptAt?: Host["keptAt"] | undefined;
  };

/** Every route under /svc/v1: the table of contents of the API. */
export function endpoints(ports: ApiPorts): readonly Endpoint[] {
  const people = [
    ...usersEndpoints(ports),
    ...userEndpoints(ports),
    ...rolesEndpoints(ports),
    ...applicationPasswordsEndpoints(ports),
    ...applicationPasswordEndpoints(ports),
  ];
  const { keptAt } = ports;
  return [
    sendEndpoint(ports),
    messagesEndpoint(ports),
    messageEndpoint(ports),
    ...messageControlEndpoints(ports),
    messageProgressEndpoint(ports),
    ...schedulesEndpoints(ports),
    ...scheduleControlEndpoints(ports),
    newsletterEndpoint(ports),
    newsletterVerifyEndpoint(ports),
    newsletterUnsubscribeEndpoint(ports),
    outboxEndpoint(ports),
    creditEndpoint(ports),
    inboxEndpoint(ports),
    gatewayRouteEndpoint(ports),
    ...gatewaysEndpoints(ports),
    gatewayTestEndpoint(ports),
    gatewayRerouteEndpoint(ports),
    ...webhookEndpoints(ports),
    ...webhooksEndpoints(ports),
    ...webhookDeliveryEndpoints(ports),
    sandboxMessagesEndpoint(ports),
    ...groupsEndpoints(ports),
    ...groupEndpoints(ports),
    ...subscribersEndpoints(ports),
    ...subscriberEndpoints(ports),
    ...(keptAt ? keptElsewhere(people, keptAt) : people),
    ...customersEndpoints(ports),
    ...orderNoticesEndpoints(ports),
    orderDecisionsEndpoint(ports),
    ...privacyEndpoints(ports),
    ...erasureEndpoints(ports),
  ];
}
