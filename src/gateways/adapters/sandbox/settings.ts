import { z } from "zod";

import { flag, numeric } from "../../define.ts";

export const sandboxSettings = z.object({
  credit: numeric({ min: 0, max: 1_000_000_000 })
    .default(1_000)
    .meta({ label: "Credit at start", help: "One is used per segment. Kept in memory: a restart fills it again." }),
  receiptMs: numeric({ min: 0, max: 60_000 }).default(500).meta({
    label: "Milliseconds until a receipt",
    help: "The late receipt of +15005550003 comes after 120 times this: 60 s.",
  }),
  latencyMs: numeric({ min: 0, max: 60_000 }).default(0).meta({ label: "Milliseconds one call takes" }),
  dedup: flag().default(false).meta({ label: "Merges a second text with the same reference" }),
  dedupFor: numeric({ min: 1, max: 2_592_000 })
    .optional()
    .meta({ label: "Seconds for which it does", help: "A text that is in doubt for longer is not repeated." }),
  keep: numeric({ min: 0, max: 100_000 }).default(1_000).meta({ label: "Texts that the phones keep" }),
  batch: numeric({ min: 1, max: 10_000 }).default(100).meta({ label: "Texts per call" }),
  window: numeric({ min: 1, max: 1_000 }).default(10).meta({ label: "Calls at once" }),
  from: z.string().max(20).default("Sandbox").meta({ label: "Sender" }),
});

export type SandboxSettings = z.infer<typeof sandboxSettings>;
