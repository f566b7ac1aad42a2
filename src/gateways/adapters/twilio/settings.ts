import { z } from "zod";

import { vendorSettings } from "../../vendor/settings.ts";

export const twilioSettings = z
  .object({
    sid: z
      .string()
      .regex(/^\w{2,64}$/, "must be an account SID (AC…) or API key SID (SK…)")
      .meta({ label: "Account SID", help: "AC…, or the SID of an API key (SK…) together with `account`." }),
    token: z.string().min(1).meta({ label: "Auth token", secret: true, help: "Or the secret of the API key." }),
    ...vendorSettings("api.twilio.com"),
    account: z
      .string()
      .regex(/^AC\w{1,62}$/, "must be an account SID (AC…)")
      .optional()
      .meta({ label: "Account", help: "Needed only with an API key, or to send for a sub-account." }),
    signingToken: z.string().optional().meta({
      label: "Token that signs webhooks",
      secret: true,
      help: "Needed with an API key: Twilio signs with the account's auth token.",
    }),
    messagingService: z
      .string()
      .regex(/^MG\w{1,62}$/, "must be a Messaging Service SID (MG…)")
      .optional()
      .meta({ label: "Messaging Service SID" }),
  })
  .refine((given) => given.from !== undefined || given.messagingService !== undefined, {
    path: ["from"],
    error: "is missing: give `from` or `messaging_service`",
  })
  .refine((given) => !given.sid.startsWith("SK") || given.account !== undefined, {
    path: ["account"],
    error: "is missing: an API key needs the account it belongs to",
  });

export type TwilioSettings = z.infer<typeof twilioSettings>;
