import { z } from "zod";

import { webhookTypes } from "#domain/webhooks/types";
import { ATTEMPTS_KEPT } from "#domain/webhooks/webhook-store";

import { integer, list, listPage, notNull, pagination, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { webhookDeliveryState } from "./value-lists.ts";

const webhookType = z.enum(webhookTypes).meta({ id: "WebhookType" });

const url = z.url().max(limits.url);
const types = list(webhookType, webhookType.options.length * 2).refine((value) => value.length > 0, {
  message: "must name at least one type",
});
const secret = z.string().optional().meta({
  description: "Signing secret (Standard Webhooks). Shown only once.",
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
});

/** The specification's endpoint. */
export const webhookAddRequest = z.object({
  webhook_url: url.meta({
    description: "The URL that events are sent to; https.",
    example: "https://example.com/hooks/sms",
  }),
  type: types.meta({ description: "One type, a list, or types separated by commas.", example: "new_sms" }),
});

export const webhookRemoveRequest = z.object({
  webhook_url: url.meta({ description: "The endpoint's URL." }),
  type: notNull(types.optional().meta({ description: "Only these types. Default: the whole endpoint." })),
});

export const webhookListRequest = z.object({
  webhook_url: url.optional().meta({ description: "Only the endpoint with this URL." }),
  type: types.optional().meta({ description: "Only endpoints that receive one of these types." }),
  ...listPage,
});

const endpoint = {
  id: z.string().meta({ example: "wh_0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10" }),
  enabled: z.boolean(),
  disabled_reason: z.enum(["gone", "failing", "switched_off"]).nullable(),
  failing_since: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
};

/** `/webhook` uses the field names of its request. */
const webhookEntry = z.object({ ...endpoint, webhook_url: z.string(), type: z.array(webhookType) });
export const webhookAddData = webhookEntry.and(z.object({ secret }));
export const webhookListData = z.object({ items: z.array(webhookEntry), pagination });
export const webhookRemoveData = z.object({
  webhook_url: z.string(),
  type: z.array(webhookType).meta({ description: "The types still sent there." }),
});

/** The resource. */
export const webhookCreateRequest = z.object({ url, types });
export const webhookChangeRequest = z.object({
  id: z.string(),
  url: url.optional(),
  types: types.optional(),
  enabled: toggle().optional().meta({ description: "true resumes deliveries that were left waiting." }),
});
export const webhooksQuery = z.object(listPage);
export const webhookIdRequest = z.object({ id: z.string() });
export const webhookRotateRequest = z.object({
  id: z.string(),
  overlap_hours: integer(0, 168).optional().meta({
    description: "Hours during which events are also signed with the old secret; 0 retires it immediately. Default 24.",
  }),
});
export const webhookDeliveriesRequest = z.object({
  id: z.string(),
  state: webhookDeliveryState.optional(),
  ...listPage,
});

export const webhookResource = z
  .object({
    ...endpoint,
    url: z.string(),
    types: z.array(webhookType),
    old_secret_until: z.iso.datetime().nullable(),
  })
  .meta({ id: "Webhook" });
export const webhookCreatedData = webhookResource.and(z.object({ secret }));
export const webhookResourceList = z.object({ items: z.array(webhookResource), pagination });

export const webhookDelivery = z
  .object({
    id: z.string().meta({ example: "whd_1742" }),
    webhook_id: z.string(),
    type: webhookType,
    state: webhookDeliveryState,
    attempts: z.int(),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    created_at: z.iso.datetime(),
    delivered_at: z.iso.datetime().nullable(),
    next_try_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export const webhookDeliveryList = z.object({
  items: z.array(webhookDelivery),
  pagination,
});
const webhookAttempt = z
  .object({
    at: z.iso.datetime(),
    duration_ms: z.int().meta({ description: "Until the status had been received, or until the attempt failed." }),
    status: z.int().nullable().meta({ description: "null: there was no answer." }),
    answer: z.string().nullable().meta({
      description:
        "How the body of the answer begins. null: there was no answer, or it was deleted together with data of the event.",
    }),
    error: z.string().nullable().meta({
      description: "Why there was no answer, or where the redirect that was answered leads, without its query.",
    }),
  })
  .meta({ id: "WebhookAttempt" });
export const webhookDeliveryDetail = webhookDelivery.and(
  z.object({
    webhook_event_id: z.string().nullable().meta({ description: "The webhook-id header of every attempt." }),
    payload: z.record(z.string(), z.unknown()).nullable().meta({ description: "null if the event is no longer kept." }),
    body: z.string().nullable().meta({
      description: "The payload, byte for byte as every attempt sends it. null if the event is no longer kept.",
    }),
    last_headers: z.record(z.string(), z.string()).nullable().meta({
      description:
        "The headers of the last attempt, with its signature. null: it has not been called yet, or the event is no longer kept, or something was deleted from it. If the message was removed from the log since, `body` lacks its text, and the signature does not match it.",
    }),
    attempt_log: z.array(webhookAttempt).meta({
      description: `The latest attempts, newest first, those before a replay included; at most ${ATTEMPTS_KEPT}.`,
    }),
  }),
);
