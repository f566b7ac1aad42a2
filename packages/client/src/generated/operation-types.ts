// Generated from openapi.json by `npm run generate`. Do not edit.
import type { SessionOperations } from "./operation-types/session.ts";
import type { MessagesOperations } from "./operation-types/messages.ts";
import type { TemplatesOperations } from "./operation-types/templates.ts";
import type { PreviewsOperations } from "./operation-types/previews.ts";
import type { SchedulesOperations } from "./operation-types/schedules.ts";
import type { NewsletterOperations } from "./operation-types/newsletter.ts";
import type { OneTimePasswordsOperations } from "./operation-types/one-time-passwords.ts";
import type { OutboxOperations } from "./operation-types/outbox.ts";
import type { GatewaysCreditOperations } from "./operation-types/gateways-credit.ts";
import type { GatewaysOperations } from "./operation-types/gateways.ts";
import type { GatewaysSandboxOperations } from "./operation-types/gateways-sandbox.ts";
import type { StatisticsOperations } from "./operation-types/statistics.ts";
import type { AlertsOperations } from "./operation-types/alerts.ts";
import type { InboxOperations } from "./operation-types/inbox.ts";
import type { WebhooksOperations } from "./operation-types/webhooks.ts";
import type { GroupsOperations } from "./operation-types/groups.ts";
import type { SubscribersOperations } from "./operation-types/subscribers.ts";
import type { FieldsOperations } from "./operation-types/fields.ts";
import type { SuppressionsOperations } from "./operation-types/suppressions.ts";
import type { SegmentsOperations } from "./operation-types/segments.ts";
import type { FormsOperations } from "./operation-types/forms.ts";
import type { UsersOperations } from "./operation-types/users.ts";
import type { UsersRolesOperations } from "./operation-types/users-roles.ts";
import type { CustomersOperations } from "./operation-types/customers.ts";
import type { OrdersOperations } from "./operation-types/orders.ts";
import type { SettingsOperations } from "./operation-types/settings.ts";
import type { PrivacyOperations } from "./operation-types/privacy.ts";
import type { SearchOperations } from "./operation-types/search.ts";
import type { RequestsOperations } from "./operation-types/requests.ts";
import type { JobsOperations } from "./operation-types/jobs.ts";

/**
 * The operations: what each takes (`input`), what it returns (`data`; of a stream, the data of one event), an entry
 * of its list (`item`), and the codes of its errors (`errors`).
 */
export type Operations = SessionOperations &
  MessagesOperations &
  TemplatesOperations &
  PreviewsOperations &
  SchedulesOperations &
  NewsletterOperations &
  OneTimePasswordsOperations &
  OutboxOperations &
  GatewaysCreditOperations &
  GatewaysOperations &
  GatewaysSandboxOperations &
  StatisticsOperations &
  AlertsOperations &
  InboxOperations &
  WebhooksOperations &
  GroupsOperations &
  SubscribersOperations &
  FieldsOperations &
  SuppressionsOperations &
  SegmentsOperations &
  FormsOperations &
  UsersOperations &
  UsersRolesOperations &
  CustomersOperations &
  OrdersOperations &
  SettingsOperations &
  PrivacyOperations &
  SearchOperations &
  RequestsOperations &
  JobsOperations;
