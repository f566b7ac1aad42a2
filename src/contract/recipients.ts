import { z } from "zod";

import { MAX_RECIPIENTS, recipientKinds } from "#domain/recipients/sources";

import { list } from "./fields.ts";

export const recipientsQuery = z.object({
  search: z.string().trim().min(2).max(100).optional().meta({
    description: "Part of a name, of a user name or of an e-mail address. Without it only roles are listed.",
    example: "Ada",
  }),
  kind: list(z.enum(recipientKinds), 10)
    .optional()
    .meta({ description: "Only these kinds. Default: all.", example: ["users"] }),
});

const more = z.boolean().meta({ description: `There are more than these ${MAX_RECIPIENTS}.` });

export const recipientsData = z
  .object({
    roles: z
      .object({
        items: z.array(z.object({ id: z.string().meta({ description: "For `role_ids`." }), name: z.string() })),
        more,
      })
      .nullable()
      .meta({ description: "null: not asked for, or the platform that manages the users does not list them." }),
    users: z
      .object({
        items: z.array(
          z.object({
            id: z.int().meta({ description: "For `users`." }),
            name: z.string(),
            username: z.string(),
            reachable: z.boolean().meta({ description: "There is a usable phone number." }),
          }),
        ),
        more,
      })
      .nullable()
      .meta({
        description:
          "null: not asked for, no `search`, the caller may not see users, or the platform that manages them does not search.",
      }),
    customers: z
      .object({
        items: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            phone: z.string().nullable().meta({ description: "For `numbers`; null: there is no usable one." }),
          }),
        ),
        more,
      })
      .nullable()
      .meta({ description: "null: not asked for, no `search`, no shop, or the caller lacks `svc_users`." }),
  })
  .meta({ id: "Recipients" });
