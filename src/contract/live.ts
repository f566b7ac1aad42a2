import { z } from "zod";

import { topics } from "#domain/live/topics";

import { jobView } from "./jobs.ts";
import { messageProgress } from "./message.ts";
import { capability } from "./value-lists.ts";

const topic = z.enum(topics);

export const eventsQuery = z.object({
  topics: z
    .string()
    .max(200)
    .optional()
    .meta({
      description: `A comma-separated list of ${topics.join(", ")}. Default: all that the caller may see.`,
      example: "messages,inbox",
    }),
});

/** The data of each event, by its name. */
export const liveEvent = z.union([
  z
    .object({
      topics: z.array(topic),
      left_out: z.array(z.object({ topic, needs: capability })),
    })
    .meta({ description: "`ready`, the first event: what is followed, and what the caller may not see." }),
  z
    .object({ topic, at: z.iso.datetime() })
    .meta({ description: "`changed`: read what belongs to this topic again. It may not have changed." }),
  z
    .object({ message_id: z.string(), progress: messageProgress })
    .meta({ description: "`progress`: of a running message, and once after its end." }),
  jobView,
  z.object({ reason: z.enum(["too_old", "slow"]) }).meta({
    description: "`reset`: read everything again. The stream was away for too long, or was read too slowly.",
  }),
]);
