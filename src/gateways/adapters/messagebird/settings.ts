import { z } from "zod";

import { sender, vendorSettings } from "../../vendor/settings.ts";

export const messageBirdSettings = z.object({
  key: z.string().min(1).meta({ label: "Access key", secret: true }),
  ...vendorSettings("rest.messagebird.com"),
  from: sender,
  signingKey: z.string().min(1).optional().meta({
    label: "Signing key",
    secret: true,
    help: "Unsigned calls are then refused. Absent: only the token in our address proves who calls.",
  }),
});

export type MessageBirdSettings = z.infer<typeof messageBirdSettings>;
