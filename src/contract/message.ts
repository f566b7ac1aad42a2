import { z } from "zod";

const at = z.iso.datetime().nullable();

export const messageRequest = z.object({
  id: z.string().max(60).meta({ description: "The `message_id` that sending answered, msg_…" }),
});

export const messageData = z.object({
  message_id: z.string(),
  state: z.enum(["scheduled", "resolving", "running", "paused", "completed", "canceled", "failed"]),
  reason: z.string().nullable().meta({ description: "Why it failed, such as no_recipients." }),
  category: z.enum(["marketing", "transactional", "otp"]),
  sender: z.string().nullable(),
  message: z.string().meta({ description: "The text; [hidden] where the category is otp." }),
  segments: z.int(),
  encoding: z.enum(["gsm7", "ucs2"]),
  recipients: z.object({
    matched: z.int(),
    accepted: z.int(),
    duplicates: z.int(),
    invalid: z.int(),
    suppressed: z.int(),
  }),
  deliveries: z
    .record(z.string(), z.int())
    .meta({ description: "How many deliveries are in each state; states without any are absent." }),
  created_at: z.iso.datetime(),
  first_sent_at: at,
  finished_at: at,
});
