import { capFor } from "../frequency-cap/frequency-cap.ts";
import { frequencyCapSection, type FrequencyCapSettings } from "../frequency-cap/frequency-cap-settings.ts";
import type { Category } from "../messages/message.ts";
import { applies, quietHours, type QuietHours } from "../quiet-hours/allowed-at.ts";
import { quietHoursSection, type QuietHoursSettings } from "../quiet-hours/quiet-hours-settings.ts";
import { readTogether, cachedRead, type CachedReadDeps } from "../settings/cached-read.ts";
import type { ReadSettings } from "../settings/settings-store.ts";

/** What holds deliveries back at present. */
export type HoldRules = {
  /** null: a category leaves at any hour. */
  hours(category: Category): QuietHours | null;
  /** null: a category has no cap. */
  cap(category: Category): FrequencyCapSettings | null;
};

/**
 * The present rules, from settings that are read only while something is sent.
 *
 * @param siteZone for numbers without a zone
 */
export function holdRules(read: ReadSettings, deps: CachedReadDeps, siteZone: string): () => Promise<HoldRules> {
  let hours: { readonly settings: QuietHoursSettings; readonly rule: QuietHours } | null = null;

  async function load(): Promise<HoldRules> {
    const [settings, cap] = await readTogether(read, deps, [quietHoursSection, frequencyCapSection]);
    // The same object as long as the settings are the same, because it caches what it computed.
    if (!hours || JSON.stringify(hours.settings) !== JSON.stringify(settings))
      hours = { settings, rule: quietHours(settings, siteZone) };
    const { rule } = hours;
    return {
      hours: (category) => (settings.mode === "on" && applies(settings, category) ? rule : null),
      cap: (category) => capFor(cap, category),
    };
  }

  return cachedRead(load, deps);
}
