import { z } from "zod";

import { flag, numeric } from "../define.ts";

/** The sender, for a vendor that has no default of its own: spread it after {@link vendorSettings}, as `from`. */
export const sender = z
  .string()
  .min(1)
  .max(20)
  .meta({ label: "Sender", help: "E.164 number, short code or alphanumeric sender." });

export const timeout = numeric({ min: 0.1, max: 120, whole: false })
  .default(30)
  .meta({ label: "Timeout (s)", help: "After it the outcome is unknown." });

/**
 * Settings that every adapter of an HTTPS vendor has, besides its own: spread into its `z.object`.
 *
 * @param host the vendor's own address, `default` in a DSN
 */
export const vendorSettings = (host: string) => ({
  host: z.string().default(host).meta({ label: "Host" }),
  plain: flag().default(false).meta({ label: "Plain HTTP", help: "For test servers only." }),
  from: sender.optional(),
  timeout,
  window: numeric({ min: 1, max: 200 }).default(20).meta({ label: "Concurrent requests" }),
});
