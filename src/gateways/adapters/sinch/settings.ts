import { z } from "zod";

import { vendorSettings } from "../../vendor/settings.ts";

export const sinchSettings = z.object({
  plan: z
    .string()
    .regex(/^\w{1,60}$/, "must be a service plan id")
    .meta({ label: "Service plan id" }),
  token: z.string().min(1).meta({ label: "API token", secret: true }),
  ...vendorSettings(""),
  host: z.string().optional().meta({ label: "Host", help: "Absent: the region's." }),
  region: z.enum(["us", "eu", "au", "br", "ca"]).default("us").meta({ label: "Region", help: "Of the service plan." }),
  signatureSecret: z.string().min(1).optional().meta({
    label: "Signature secret",
    secret: true,
    help: "Unsigned callbacks are then refused. Absent: only the token in our address proves who calls.",
  }),
});

export type SinchSettings = z.infer<typeof sinchSettings>;
