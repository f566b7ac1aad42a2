import { z } from "zod";

import { GATEWAY_ADDRESSES, GATEWAY_NAME, GATEWAY_NAME_ISSUE } from "#domain/gateways/gateway-name";
import { trySteps } from "#domain/gateways/stored/try-settings";

import { gatewayPath } from "./gateways.ts";
import { integer, map, toggle } from "./fields.ts";

const MAX_SETTINGS = 60;
const LONGEST_VALUE = 4_096;

const name = z
  .string()
  .regex(GATEWAY_NAME, GATEWAY_NAME_ISSUE)
  .refine(
    (given) => given !== "default" && !GATEWAY_ADDRESSES.includes(given),
    "must be another name: this one is reserved",
  )
  .meta({ description: "Its name in the log, in calls and in the routing.", example: "main" });

const value = z.union([
  z.string().max(LONGEST_VALUE),
  z.number(),
  z.boolean(),
  z.array(z.string().max(LONGEST_VALUE)).max(20),
  z.null(),
]);

/** By the names that GET /gateways/kinds lists. JSON text where the parameters are not JSON. */
const settings = z
  .preprocess(
    (given) => {
      if (typeof given !== "string") return given;
      try {
        return JSON.parse(given) as unknown;
      } catch {
        return given;
      }
    },
    map(z.string().max(60), value, MAX_SETTINGS),
  )
  .meta({ example: { host: "default", from: "+15005550006" } });

const version = integer(1).optional().meta({
  description: "The version that the change is based on: if there is a newer one, the call is 409 `conflict`.",
});

const position = integer(0, 49)
  .optional()
  .meta({ description: "Its place in the order of the stored gateways, from 0. Default: the end." });

const inDefaultRoute = toggle().optional();

export const gatewayCreateRequest = z.object({
  name,
  kind: z.string().max(40).meta({ description: "The adapter: see GET /gateways/kinds.", example: "twilio" }),
  settings: settings.meta({ description: "Settings of the adapter by name, secrets included." }),
  enabled: toggle().optional().meta({ description: "Default true." }),
  in_default_route: inDefaultRoute.meta({
    description:
      "Whether it is a member of the default route while no routing is stored. Default true. With false it sends only what names it, such as a test.",
  }),
  position,
});

export const gatewayUpdateRequest = gatewayPath.extend({
  settings: settings.optional().meta({
    description:
      "Settings that get new values; the others, secrets included, keep theirs. null removes one. If the gateway is to connect to another place, its secrets are required again.",
  }),
  enabled: toggle().optional().meta({
    description: "false: nothing is sent through it, and its queue waits. Receipts are still received.",
  }),
  in_default_route: inDefaultRoute.meta({ description: "Whether it is a member of the default route." }),
  position,
  version,
});

export const gatewayDeleteRequest = gatewayPath.extend({ version });

export const storedGateway = z
  .object({
    name: z.string(),
    kind: z.string(),
    settings: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .meta({ description: "Without secrets.", example: { from: "+15005550006" } }),
    secrets: z
      .array(z.string())
      .meta({ description: "Names of the secrets that are set. Their values are never returned." }),
    enabled: z.boolean(),
    in_default_route: z.boolean(),
    position: z.int(),
    version: z.int(),
    created_at: z.iso.datetime(),
    created_by: z.string(),
    updated_at: z.iso.datetime(),
    updated_by: z.string(),
  })
  .meta({ id: "StoredGateway" });

export const gatewayRemovedData = z.object({ name: z.string() });

export const gatewayTryRequest = z.object({
  kind: z.string().max(40).optional().meta({ description: "The adapter. Default: that of `name`." }),
  name: z.string().max(40).optional().meta({
    description: "A stored gateway whose settings count where `settings` names none, secrets included.",
  }),
  settings,
});

export const gatewayTryData = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ step: z.enum(trySteps), ok: z.boolean(), text: z.string() })),
});

export const gatewayPauseRequest = gatewayPath.extend({
  reason: z.string().max(200).optional().meta({ description: "For others to read." }),
});

export const gatewayPauseData = z.object({ name: z.string(), paused: z.boolean() });
