// Generated from openapi.json by `npm run generate`. Do not edit.
import type { AlertsSchemas } from "./schemas/alerts.ts";
import type { CommonSchemas } from "./schemas/common.ts";
import type { CustomersSchemas } from "./schemas/customers.ts";
import type { FieldsSchemas } from "./schemas/fields.ts";
import type { FormsSchemas } from "./schemas/forms.ts";
import type { GatewaysSchemas } from "./schemas/gateways.ts";
import type { GroupsSchemas } from "./schemas/groups.ts";
import type { InboxSchemas } from "./schemas/inbox.ts";
import type { MessagesSchemas } from "./schemas/messages.ts";
import type { OrdersSchemas } from "./schemas/orders.ts";
import type { OutboxSchemas } from "./schemas/outbox.ts";
import type { PreviewsSchemas } from "./schemas/previews.ts";
import type { PrivacySchemas } from "./schemas/privacy.ts";
import type { RequestsSchemas } from "./schemas/requests.ts";
import type { SchedulesSchemas } from "./schemas/schedules.ts";
import type { SearchSchemas } from "./schemas/search.ts";
import type { SegmentsSchemas } from "./schemas/segments.ts";
import type { SessionSchemas } from "./schemas/session.ts";
import type { SettingsSchemas } from "./schemas/settings.ts";
import type { StatisticsSchemas } from "./schemas/statistics.ts";
import type { SubscribersSchemas } from "./schemas/subscribers.ts";
import type { SuppressionsSchemas } from "./schemas/suppressions.ts";
import type { TemplatesSchemas } from "./schemas/templates.ts";
import type { UsersSchemas } from "./schemas/users.ts";
import type { WebhooksSchemas } from "./schemas/webhooks.ts";

/** A file to upload. */
export type UploadFile = Blob | ReadableStream<Uint8Array> | Uint8Array;

/** The named objects of the API. */
export type Schemas = { UploadFile: UploadFile } & AlertsSchemas &
  CommonSchemas &
  CustomersSchemas &
  FieldsSchemas &
  FormsSchemas &
  GatewaysSchemas &
  GroupsSchemas &
  InboxSchemas &
  MessagesSchemas &
  OrdersSchemas &
  OutboxSchemas &
  PreviewsSchemas &
  PrivacySchemas &
  RequestsSchemas &
  SchedulesSchemas &
  SearchSchemas &
  SegmentsSchemas &
  SessionSchemas &
  SettingsSchemas &
  StatisticsSchemas &
  SubscribersSchemas &
  SuppressionsSchemas &
  TemplatesSchemas &
  UsersSchemas &
  WebhooksSchemas;

/** A reply that may carry warnings. */
export type WithWarnings<Data> = Data & {
  /** Sentences about what is valid but perhaps not intended. Absent if there are none. */
  warnings?: string[];
};
