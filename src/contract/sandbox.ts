import { z } from "zod";

import { listPage, pagination, phoneText } from "./fields.ts";

export const sandboxMessagesQuery = z.object({
  to: phoneText().optional().meta({ description: "Only messages to this number." }),
  ...listPage,
});

export const sandboxMessagesData = z.object({
  items: z.array(
    z
      .object({
        id: z.string(),
        at: z.iso.datetime(),
        to: z.string(),
        from: z.string(),
        body: z.string(),
        media: z.array(z.string()),
        flash: z.boolean(),
        gateway: z.string(),
      })
      .meta({ id: "SandboxMessage" }),
  ),
  pagination,
});
