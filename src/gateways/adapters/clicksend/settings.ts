import { z } from "zod";

import { vendorSettings } from "../../vendor/settings.ts";

export const clicksendSettings = z.object({
  username: z.string().min(1).meta({ label: "User name" }),
  key: z.string().min(1).meta({ label: "API key", secret: true }),
  ...vendorSettings("rest.clicksend.com"),
  mmsSubject: z
    .string()
    .min(1)
    .max(20)
    .default("Message")
    .meta({ label: "Subject of texts with media", help: "ClickSend wants one." }),
});

export type ClicksendSettings = z.infer<typeof clicksendSettings>;
