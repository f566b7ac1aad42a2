import { z } from "zod";

import { list } from "../../define.ts";
import { vendorSettings } from "../../vendor/settings.ts";

export const awsSettings = z.object({
  accessKey: z
    .string()
    .regex(/^\w{4,128}$/, "must be an access key id (AKIA…)")
    .meta({ label: "Access key id" }),
  secretKey: z.string().min(1).meta({
    label: "Secret access key",
    secret: true,
    help: "Of a user that may do `sms-voice:SendTextMessage` and `sms-voice:SendMediaMessage`, and nothing else.",
  }),
  ...vendorSettings(""),
  host: z.string().optional().meta({ label: "Host", help: "`default`: the region's own." }),
  from: z.string().min(1).max(256).optional().meta({
    label: "Origination identity",
    help: "Number, sender id, pool, or the id or ARN of one. Absent: AWS picks one. Texts with media need it.",
  }),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+){1,3}-\d{1,2}$/, "must be a region such as eu-west-1")
    .meta({ label: "Region" }),
  configurationSet: z
    .string()
    .regex(/^[\w:/-]{1,256}$/, "must be the name or ARN of a configuration set")
    .optional()
    .meta({ label: "Configuration set", help: "Its event destination sends the receipts." }),
  messageType: z.enum(["TRANSACTIONAL", "PROMOTIONAL"]).default("TRANSACTIONAL").meta({ label: "Message type" }),
  topics: list().optional().meta({
    label: "SNS topics",
    help: "ARNs, with commas. Calls of other topics are refused. Absent: any topic that knows our address.",
  }),
});

export type AwsSettings = z.infer<typeof awsSettings>;
