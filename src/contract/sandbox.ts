import { z } from "zod";

import { listPage, pagination, phoneText, text } from "./fields.ts";

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

export const sandboxReplyRequest = z.object({
  from: phoneText().meta({ description: "The number of the phone." }),
  text: text(1_600).meta({ description: "What the person writes.", example: "STOP" }),
  gateway: z.string().max(40).optional().meta({ description: "Name of the sandbox gateway. Default: the first." }),
});

export const sandboxReplyData = z.object({
  id: z.string().meta({ description: "The provider's id of the reply." }),
  from: z.string(),
  text: z.string(),
  gateway: z.string(),
});
