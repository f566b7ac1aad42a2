import { z } from "zod";

import { capabilities } from "#domain/access/capability";
import { holdReasons } from "#domain/deliveries/holds";
import { encodings } from "#domain/messages/encoding";
import { categories, messageStates } from "#domain/messages/message";
import { deliveryStates } from "#domain/deliveries/delivery-state";
import { fieldTypes } from "#domain/subscribers/field";
import { pageLocales } from "#domain/texts/locales";
import { personKinds } from "#domain/texts/personal-text";
import { webhookDeliveryStates } from "#domain/webhooks/webhook-store";

/** Value lists that several objects of the API show: each has one name in openapi.json, and one type in the client. */
export const capability = z.enum(capabilities).meta({ id: "Capability" });
export const deliveryState = z.enum(deliveryStates).meta({ id: "DeliveryState" });
export const encoding = z.enum(encodings).meta({ id: "Encoding" });
export const fieldType = z.enum(fieldTypes).meta({ id: "FieldType" });
export const holdReason = z.enum(holdReasons).meta({ id: "HoldReason" });
export const messageCategory = z.enum(categories).meta({ id: "MessageCategory" });
export const messageState = z.enum(messageStates).meta({ id: "MessageState" });
export const pageLocale = z.enum(pageLocales).meta({ id: "PageLocale" });
export const personKind = z.enum(personKinds).meta({ id: "PersonKind" });
export const webhookDeliveryState = z.enum(webhookDeliveryStates).meta({ id: "WebhookDeliveryState" });
