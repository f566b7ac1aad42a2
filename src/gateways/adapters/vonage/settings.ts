import { z } from "zod";

import { vonageMethods } from "../../signatures/vonage.ts";
import { sender, vendorSettings } from "../../vendor/settings.ts";

export const vonageSettings = z.object({
  key: z.string().min(1).max(60).meta({ label: "API key" }),
  secret: z.string().min(1).meta({ label: "API secret", secret: true }),
  ...vendorSettings(""),
  host: z
    .string()
    .optional()
    .meta({ label: "Host", help: "Absent: `rest.nexmo.com`, or `api.nexmo.com` for the Messages API." }),
  from: sender,
  api: z.enum(["sms", "messages"]).default("sms").meta({
    label: "API",
    help: "As your account's setting says: the webhooks of the two differ. Only `messages` sends MMS.",
  }),
  signatureSecret: z.string().min(1).optional().meta({
    label: "Signature secret",
    secret: true,
    help: "Unsigned webhooks are then refused. Absent: only the token in our address proves who calls.",
  }),
  signatureMethod: z
    .enum(vonageMethods)
    .default("md5hash")
    .meta({ label: "Signature method", help: "Of the SMS API, as your account's setting says." }),
  payloadHash: z.enum(["required", "optional"]).default("required").meta({
    label: "Hash of the body",
    help: "Of the Messages API. `optional` takes signed webhooks whose token does not cover their body.",
  }),
});

export type VonageSettings = z.infer<typeof vonageSettings>;
