import { z } from "zod";

import { vendorSettings } from "../../vendor/settings.ts";

export const gatewayapiSettings = z.object({
  token: z.string().min(1).meta({ label: "API token", secret: true }),
  ...vendorSettings("gatewayapi.com"),
  signingToken: z.string().min(1).optional().meta({
    label: "Token that signs webhooks",
    secret: true,
    help: "The authentication token of the webhook. Given: calls without its signature are refused.",
  }),
});

export type GatewayapiSettings = z.infer<typeof gatewayapiSettings>;
