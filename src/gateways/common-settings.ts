import { z } from "zod";

import { rateUnits } from "#domain/deliveries/throttle";
import { GATEWAY_ADDRESSES, GATEWAY_NAME, GATEWAY_NAME_ISSUE } from "#domain/gateways/gateway-name";

import { flag, numeric } from "./define.ts";
import { describeSettings, type SettingDescription } from "./describe.ts";

/** Settings that every gateway has, besides its own; the engine reads them. */
export const commonSettings = z.object({
  name: z
    .string()
    .regex(GATEWAY_NAME, GATEWAY_NAME_ISSUE)
    // The route that all gateways form together has this name.
    .refine((name) => name !== "default", "must not be `default`")
    .refine((name) => !GATEWAY_ADDRESSES.includes(name), `must not be one of ${GATEWAY_ADDRESSES.join(", ")}`)
    .optional()
    .meta({
      label: "Name",
      help: "The name of this gateway in the log, the API and other settings. Absent: its kind.",
    }),
  rate: numeric({ min: 0.01, max: 100_000, whole: false }).optional().meta({
    label: "Segments per second",
    help: "For all nodes together. Absent: as fast as the provider responds.",
  }),
  ratePer: z.enum(rateUnits).default("segment").meta({
    label: "What the rate counts",
    help: "A long message has several segments; some providers count it as one message.",
  }),
  maxInFlight: numeric({ min: 1, max: 10_000 }).optional().meta({
    label: "Concurrent calls",
    help: "For all nodes together: each uses what the others leave. Absent: each node uses the gateway's whole window.",
  }),
  atLeastOnce: flag().default(false).meta({
    label: "Send again when the outcome is unknown",
    help: "A message whose outcome is unknown is sent again: everyone gets it, some may get it twice.",
  }),
});

/** The same, described for forms, DSNs and the docs page. */
export const commonDescriptions: readonly SettingDescription[] = describeSettings({ settings: commonSettings });
