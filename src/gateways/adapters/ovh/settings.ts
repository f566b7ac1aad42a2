import { z } from "zod";

import { flag } from "../../define.ts";
import { vendorSettings } from "../../vendor/settings.ts";

export const ovhSettings = z.object({
  key: z.string().min(1).meta({ label: "Application key" }),
  secret: z.string().min(1).meta({ label: "Application secret", secret: true }),
  ...vendorSettings("eu.api.ovh.com"),
  consumerKey: z.string().min(1).meta({ label: "Consumer key", secret: true }),
  service: z
    .string()
    .regex(/^[\w-]{1,40}$/, "must be the name of an SMS account, such as sms-ab12345-1")
    .meta({ label: "SMS account" }),
  stopClause: flag()
    .default(false)
    .meta({ label: "Add the STOP clause", help: "French law asks for it in advertising; OVHcloud appends it." }),
});

export type OvhSettings = z.infer<typeof ovhSettings>;
