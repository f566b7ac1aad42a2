import { z } from "zod";

import { vendorSettings } from "../../vendor/settings.ts";

export const telnyxSettings = z
  .object({
    key: z.string().min(1).meta({ label: "API key", secret: true }),
    ...vendorSettings("api.telnyx.com"),
    profile: z.string().min(1).max(60).optional().meta({
      label: "Messaging profile id",
      help: "Needed for a number pool (then without `from`) and for an alphanumeric sender.",
    }),
    publicKey: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, "must be 32 bytes in base64")
      .optional()
      .meta({
        label: "Public key",
        help: "Of the account's webhooks. Unsigned ones are then refused. Absent: only the token in our address proves who calls.",
      }),
  })
  .refine((given) => given.from !== undefined || given.profile !== undefined, {
    path: ["from"],
    error: "is missing: give `from` or `profile`",
  });

export type TelnyxSettings = z.infer<typeof telnyxSettings>;
