import { creditRoute } from "./credit.ts";
import { gatewayRoutes, type GatewayRouteDeps } from "./gateway.ts";
import { groupRoutes } from "./groups.ts";
import { newsletterRoutes, type NewsletterListDeps } from "./newsletter.ts";
import { outboxEntryRoutes, type OutboxEntryDeps } from "./outbox-entry.ts";
import { outboxExportRoute } from "./outbox-export.ts";
import { outboxRoute } from "./outbox.ts";
import { privacyRoutes } from "./privacy.ts";
import type { CompatRoute } from "./route.ts";
import type { ScheduleEndpointDeps } from "./schedule-item.ts";
import { scheduleRoutes } from "./schedules.ts";
import { quickRoutes, type QuickDeps } from "./send-quick.ts";
import { sendRoute } from "./send.ts";
import type { SubscriberDeps } from "./subscriber-item.ts";
import { subscribersImportRoute } from "./subscribers-import.ts";
import { manySubscribersRoutes } from "./subscribers-many.ts";
import { subscriberRoutes } from "./subscribers.ts";
import { userSearchRoute, type UserSearchDeps } from "./users.ts";
import { webhookRoutes } from "./webhook.ts";

export type CompatDeps = QuickDeps &
  NewsletterListDeps &
  UserSearchDeps &
  OutboxEntryDeps &
  SubscriberDeps &
  ScheduleEndpointDeps &
  GatewayRouteDeps;

/** Every WP SMS route that is supported. The omitted routes, and the reasons: docs/guide/move-from-wp-sms.md. */
export function compatRoutes(ports: CompatDeps): readonly CompatRoute[] {
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
