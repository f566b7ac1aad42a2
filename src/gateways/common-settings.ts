import { z } from "zod";

import { flag, numeric, type GatewayDefinition } from "./define.ts";
import { describeSettings, type SettingDescription } from "./describe.ts";

/** Settings that every gateway has, besides its own; the engine reads them. */
export const commonSettings = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, "must be 1-40 of a-z, 0-9, _ and -, starting with a letter or digit")
    // The route that all gateways form together bears this name.
    .refine((name) => name !== "default", "must not be `default`")
    // An address of the API.
    .refine((name) => name !== "route", "must not be `route`")
    .optional()
    .meta({ label: "Name", help: "How the log, the API and other settings call this gateway. Absent: its kind." }),
  rate: numeric({ min: 0.01, max: 100_000, whole: false }).optional().meta({
    label: "Segments per second",
    help: "All nodes together. Absent: as fast as the provider answers.",
  }),
  ratePer: z.enum(["segment", "message"]).default("segment").meta({
    label: "What the rate counts",
    help: "A long text is several segments; some providers count it as one message.",
  }),
  maxInFlight: numeric({ min: 1, max: 10_000 }).optional().meta({
    label: "Calls under way at once",
    help: "All nodes together: each has what the others leave of it. Absent: each node has the gateway's whole window.",
  }),
  atLeastOnce: flag().default(false).meta({
    label: "Send again when the outcome is unknown",
    help: "A text whose outcome is unknown is sent again: nobody is missed, somebody may get it twice.",
  }),
});

/** The same, described for forms, DSNs and the docs page. */
export const commonDescriptions: readonly SettingDescription[] = describeSettings({
  settings: commonSettings,
} as unknown as GatewayDefinition);
