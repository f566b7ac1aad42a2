import { z } from "zod";

import { numeric } from "../../define.ts";
import { vendorSettings } from "../../vendor/settings.ts";

const { from: _, ...common } = vendorSettings("api.sms-gate.app");
export const smsgateSettings = z.object({
  username: z.string().min(1).meta({ label: "User name" }),
  password: z.string().min(1).meta({ label: "Password", secret: true }),
  ...common,
  path: z
    .string()
    .default("/3rdparty/v1/messages")
    .meta({ label: "Path", help: "`/message` for a phone that is called directly." }),
  device: z.string().max(21).optional().meta({ label: "Device id", help: "Absent: any of the account's phones." }),
  sim: numeric({ min: 1, max: 3 }).optional().meta({ label: "SIM slot", help: "Absent: the phone's own choice." }),
  signingKey: z.string().min(1).optional().meta({
    label: "Webhook signing key",
    secret: true,
    help: "Calls without its signature are refused. Absent: only the secret address proves who calls.",
  }),
});

export type SmsgateSettings = z.infer<typeof smsgateSettings>;
