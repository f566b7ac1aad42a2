import { z } from "zod";

import { contentFields, sendingFields } from "./content.ts";
import { detailSchema } from "./envelope.ts";
import { phoneText } from "./fields.ts";
import { limits } from "./limits.ts";
import { templateFields } from "./templates.ts";
import { directNumbers, sendRequest, variableValues } from "./send.ts";

const { message, sender, personalize } = contentFields.shape;
const { category, valid_for } = sendingFields.shape;
const { consent_basis } = sendRequest.shape;

/** One message of a batch. */
export const batchEntry = z.object({
  number: phoneText().optional().meta({ description: "The one recipient.", example: "+4915112345678" }),
  numbers: directNumbers.optional().meta({ description: "Or several, as in `POST /send`." }),
  message,
  ...templateFields,
  variables: variableValues.optional().meta({ description: "Values for all numbers of the entry that have none." }),
  personalize,
  sender,
  category,
  valid_for,
  consent_basis,
  key: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must consist of visible ASCII characters")
    .max(limits.idempotencyKey)
    .optional()
    .meta({
      description:
        "An Idempotency-Key for this entry. Repeated within 24 hours, in any batch, it is not accepted a second time.",
      example: "order-1042",
    }),
});

export type BatchEntry = z.output<typeof batchEntry>;

export const sendBatchRequest = z.object({
  // Each entry is read on its own, so that an invalid one is refused alone and not with the whole batch.
  messages: z
    .array(z.record(z.string(), z.unknown()).meta({ describedAs: batchEntry }))
    .min(1)
    .max(limits.batchMessages)
    .meta({ description: "Messages to direct numbers, each with its own text." }),
});

export const sendBatchData = z.object({
  accepted: z.int(),
  refused: z.int(),
  replayed: z.int(),
  unknown: z.int(),
  results: z
    .array(
      z
        .object({
          index: z.int().meta({ description: "Position in `messages`, from 0." }),
          status: z.enum(["accepted", "refused", "replayed", "unknown"]).meta({
            description:
              "replayed: an earlier call with this key was accepted; nothing was sent again. unknown: it may have been accepted, so repeat it with the same key only. Either the database failed while it was stored, as `message_id`, or another call with the key is still in progress.",
          }),
          message_id: z.string().optional(),
          warnings: z.array(z.string()).optional(),
          error: z
            .object({
              code: z.string(),
              message: z.string(),
              details: z.array(detailSchema),
              more_details: z.int().optional(),
            })
            .optional()
            .meta({
              description: `Why it was refused, or is unknown. Codes are those of all routes. At most ${limits.batchIssuesListed} details are listed; more_details has the count of the rest.`,
            }),
        })
        .meta({ id: "BatchResult" }),
    )
    .meta({ description: "One for each entry, in their order." }),
});
