import { z } from "zod";

import { flag } from "../../define.ts";
import { vendorSettings } from "../../vendor/settings.ts";

export const bulksmsSettings = z.object({
  tokenId: z.string().min(1).meta({ label: "API token id" }),
  tokenSecret: z.string().min(1).meta({ label: "API token secret", secret: true }),
  ...vendorSettings("api.bulksms.com"),
  repliable: flag().default(false).meta({
    label: "Repliable",
    help: "Texts without a sender come from a number of BulkSMS that takes replies.",
  }),
});

export type BulksmsSettings = z.infer<typeof bulksmsSettings>;
