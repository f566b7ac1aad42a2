import { z } from "zod";

import { flag } from "../../define.ts";
import { vendorSettings } from "../../vendor/settings.ts";

export const bandwidthSettings = z.object({
  username: z.string().min(1).meta({ label: "Client id or API user" }),
  password: z.string().min(1).meta({ label: "Client secret or API password", secret: true }),
  ...vendorSettings("messaging.bandwidth.com"),
  from: z.string().min(1).max(20).meta({ label: "Sender", help: "One of your Bandwidth numbers, in E.164." }),
  account: z
    .string()
    .regex(/^\w{1,40}$/, "must be an account id")
    .meta({ label: "Account id" }),
  application: z.string().min(1).max(80).meta({ label: "Application id", help: "The messaging application." }),
  oauth: flag()
    .default(false)
    .meta({ label: "OAuth 2.0", help: "For an API credential (client id and secret). Absent: an API user." }),
  tokenHost: z.string().default("api.bandwidth.com").meta({ label: "Host of the tokens" }),
});

export type BandwidthSettings = z.infer<typeof bandwidthSettings>;
