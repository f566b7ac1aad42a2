import type { IdempotencyStore } from "#domain/ports/idempotency-store";

import type { Endpoint } from "../endpoint.ts";
import { applicationPasswordEndpoints } from "./application-password.ts";
import { applicationPasswordsEndpoints } from "./application-passwords.ts";
import { customersEndpoints, type CustomerServices } from "./customers.ts";
import { groupEndpoints } from "./group.ts";
import { groupsEndpoints, type GroupServices } from "./groups.ts";
import { messageControlEndpoints, type MessageControlServices } from "./message-control.ts";
import { messageProgressEndpoint, type MessageProgressServices } from "./message-progress.ts";
import { messageEndpoint } from "./message.ts";
import { messagesEndpoint, type MessagesServices } from "./messages.ts";
import { newsletterUnsubscribeEndpoint } from "./newsletter-unsubscribe.ts";
import { newsletterVerifyEndpoint } from "./newsletter-verify.ts";
import { newsletterEndpoint, type NewsletterServices } from "./newsletter.ts";
import { creditEndpoint, type CreditServices } from "./credit.ts";
import { outboxEndpoint, type OutboxServices } from "./outbox.ts";
import { sandboxMessagesEndpoint, type SandboxServices } from "./sandbox-messages.ts";
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
  WebhookServices &
  OutboxServices &
  CreditServices &
  SandboxServices &
  UserServices &
  CustomerServices & { readonly idempotency: IdempotencyStore };

/** Every route under /svc/v1: the table of contents of the API. */
export function endpoints(ports: ApiPorts): readonly Endpoint[] {
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
    ...webhookEndpoints(ports),
    ...webhooksEndpoints(ports),
    ...webhookDeliveryEndpoints(ports),
    sandboxMessagesEndpoint(ports),
    ...groupsEndpoints(ports),
    ...groupEndpoints(ports),
    ...usersEndpoints(ports),
    ...userEndpoints(ports),
    ...rolesEndpoints(ports),
    ...applicationPasswordsEndpoints(ports),
    ...applicationPasswordEndpoints(ports),
    ...customersEndpoints(ports),
  ];
}
