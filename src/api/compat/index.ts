import { creditRoute } from "./credit.ts";
import { gatewayRoutes, type GatewayRouteServices } from "./gateway.ts";
import { groupRoutes } from "./groups.ts";
import { newsletterRoutes, type NewsletterListServices } from "./newsletter.ts";
import { outboxEntryRoutes, type OutboxEntryServices } from "./outbox-entry.ts";
import { outboxExportRoute } from "./outbox-export.ts";
import { outboxRoute } from "./outbox.ts";
import { privacyRoutes } from "./privacy.ts";
import type { CompatRoute } from "./route.ts";
import type { ScheduleServices } from "./schedule-item.ts";
import { scheduleRoutes } from "./schedules.ts";
import { quickRoutes, type QuickServices } from "./send-quick.ts";
import { sendRoute } from "./send.ts";
import type { SubscriberServices } from "./subscriber-item.ts";
import { subscribersImportRoute } from "./subscribers-import.ts";
import { manySubscribersRoutes } from "./subscribers-many.ts";
import { subscriberRoutes } from "./subscribers.ts";
import { userSearchRoute, type UserSearchServices } from "./users.ts";
import { webhookRoutes } from "./webhook.ts";

export type CompatPorts = QuickServices &
  NewsletterListServices &
  UserSearchServices &
  OutboxEntryServices &
  SubscriberServices &
  ScheduleServices &
  GatewayRouteServices;

/** Every route of the reference that is served. What is left out, and why: docs/guide/move-from-wp-sms.md. */
export function compatRoutes(ports: CompatPorts): readonly CompatRoute[] {
  return [
    sendRoute(ports),
    ...quickRoutes(ports),
    userSearchRoute(ports),
    ...newsletterRoutes(ports),
    ...webhookRoutes(),
    creditRoute(),
    outboxRoute(),
    outboxExportRoute(ports),
    ...outboxEntryRoutes(ports),
    ...groupRoutes(),
    ...manySubscribersRoutes(ports),
    subscribersImportRoute(ports),
    ...subscriberRoutes(ports),
    ...privacyRoutes(ports),
    ...scheduleRoutes(ports),
    ...gatewayRoutes(ports),
  ];
}
