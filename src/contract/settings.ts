import { z } from "zod";

import { wireNames } from "#lib/wire-names";

import { listPage, pagination, text } from "./fields.ts";
import { alertSettings } from "./settings/alerts.ts";
import { frequencyCapSettings } from "./settings/frequency-cap.ts";
import { consentSettings } from "./settings/consent.ts";
import { footerSettings } from "./settings/footer.ts";
import { guardSettings } from "./settings/guard.ts";
import { otpSettings } from "./settings/otp.ts";
import { newsletterSettings } from "./settings/newsletter.ts";
import { optOutSettings } from "./settings/opt-out.ts";
import { priceSettings } from "./settings/prices.ts";
import { proposedHours, quietHoursSettings } from "./settings/quiet-hours.ts";
import { requestLogSettings } from "./settings/request-log.ts";
import { retentionSettings } from "./settings/retention.ts";
import { siteSettings } from "./settings/site.ts";
import { lowCreditSettings, spendingSettings } from "./settings/spending.ts";

/** Every section, in the order in which a reader needs them. A new one is added here, and nowhere else. */
export const settingsSchemas = [
  siteSettings,
  newsletterSettings,
  guardSettings,
  otpSettings,
  consentSettings,
  optOutSettings,
  footerSettings,
  quietHoursSettings,
  frequencyCapSettings,
  priceSettings,
  spendingSettings,
  lowCreditSettings,
  retentionSettings,
  requestLogSettings,
  alertSettings,
] as const;

const section = z
  .enum([...settingsSchemas.map((schema) => schema.section.name), "gateways"])
  .meta({ description: "Name of a section; gateways: those that are configured at run time." });

export const settingsChanges = z.object(
  Object.fromEntries(settingsSchemas.map((schema) => [schema.section.name, schema.changes.optional()])),
);

export const settingsData = z
  .object({
    settings: z.object(Object.fromEntries(settingsSchemas.map((schema) => [schema.section.name, schema.data]))).meta({
      example: Object.fromEntries(
        settingsSchemas.map(({ section: { name, defaults } }) => [name, wireNames(defaults)]),
      ),
    }),
    proposed: z.object({ quiet_hours: proposedHours }).meta({
      description: "Presets for the country of the site, with their sources. They are used once quiet hours are on.",
      example: { quiet_hours: [] },
    }),
    updated: z
      .array(z.object({ section: z.string(), updated_at: z.iso.datetime(), updated_by: z.string().nullable() }))
      .meta({ description: "The sections that were ever changed; the others have their defaults." }),
  })
  .meta({ id: "Settings" });

export const settingsChangesQuery = z.object({
  section: section.optional(),
  ...listPage,
});

export const settingsChangesData = z.object({
  items: z.array(
    z
      .object({
        id: z.int(),
        section: z.string(),
        changed_at: z.iso.datetime(),
        changed_by: text(200).meta({ description: "The caller: `builtin:17` is user 17 of the built-in host." }),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
      })
      .meta({ id: "SettingsChange" }),
  ),
  pagination,
});
