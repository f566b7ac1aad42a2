import { z } from "zod";

import { LISTED_AT_MOST, listedCounts } from "#domain/preview/list-people";

import { sendRequest } from "./send.ts";
import { personKind } from "./value-lists.ts";

export const previewPeopleRequest = sendRequest
  .extend({
    reason: z.enum(listedCounts).meta({
      description:
        "The number of the preview whose people are listed. `matched`: everyone whom the call names, each once. `duplicates`: people who are named more than once. `final`: those who would receive the message if everyone has a text.",
    }),
  })
  .meta({ extends: sendRequest });

export const previewPeopleData = z
  .object({
    people: z
      .array(
        z.object({
          kind: personKind,
          id: z.int().nullable().meta({ description: "The id of the subscriber, user or customer; null: a number." }),
          label: z.string().meta({ description: "The name; if there is none, the number, or its last digits." }),
          phone: z.string().nullable().meta({
            description: "null: the caller lacks `svc_subscribers` (subscribers) or `svc_users` (users and customers).",
          }),
        }),
      )
      .meta({ description: `At most ${LISTED_AT_MOST}, in no order.` }),
    more: z.boolean().meta({ description: "There are others, or there were too many to look through." }),
  })
  .meta({ id: "PreviewPeople" });
