import { z } from "zod";

import { flag } from "../../define.ts";
import { vendorSettings } from "../../vendor/settings.ts";

export const bandwidthSettings = z.object({
  username: z.string().min(1).meta({ label: "Client id", help: "With oauth=off: the API user." }),
  password: z
    .string()
    .min(1)
    .meta({ label: "Client secret", secret: true, help: "With oauth=off: the API user's password." }),
  ...vendorSettings("messaging.bandwidth.com"),
  from: z.string().min(1).max(20).meta({
    label: "Sender",
    help: "One of your Bandwidth numbers, in E.164, or an alphanumeric sender for countries that take one.",
  }),
  account: z
    .string()
    .regex(/^\w{1,40}$/, "must be an account id")
    .meta({ label: "Account id" }),
  application: z.string().min(1).max(80).meta({ label: "Application id", help: "The messaging application." }),
  oauth: flag().default(true).meta({
    label: "OAuth 2.0",
    help: "off: user name and password of an API user, which Bandwidth takes until 2 December 2026.",
  }),
  tokenHost: z.string().default("api.bandwidth.com").meta({ label: "Host of the tokens" }),
});

export type BandwidthSettings = z.infer<typeof bandwidthSettings>;
