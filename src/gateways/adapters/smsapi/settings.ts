import { z } from "zod";

import { vendorSettings } from "../../vendor/settings.ts";

export const smsapiSettings = z.object({
  token: z.string().min(1).meta({ label: "API token", secret: true }),
  ...vendorSettings("api.smsapi.com"),
});

export type SmsapiSettings = z.infer<typeof smsapiSettings>;
