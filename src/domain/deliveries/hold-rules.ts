import { second, type Clock } from "#lib/time";

import { frequencyCapSection, type FrequencyCapSettings } from "../frequency-cap/frequency-cap-settings.ts";
import type { Category } from "../messages/message.ts";
import { applies, quietHours, type QuietHours } from "../quiet-hours/allowed-at.ts";
import { quietHoursSection, type QuietHoursSettings } from "../quiet-hours/quiet-hours-settings.ts";
import type { ReadSettings } from "../settings/settings-store.ts";

/** What holds deliveries back at present. */
export type HoldRules = {
  /** null: a category leaves at any hour. */
  hours(category: Category): QuietHours | null;
  /** null: a category has no cap. */
  cap(category: Category): FrequencyCapSettings | null;
};

/** A change of the settings takes effect on every node within this time. */
const CURRENT_MS = second;

/**
 * The present rules, from settings that are read once a second at most, and only while something is sent. If they cannot
 * be read it throws: nothing leaves by rules of unknown age.
 *
 * @param siteZone for numbers without a zone
 */
export function holdRules(read: ReadSettings, clock: Clock, siteZone: string): () => Promise<HoldRules> {
  let known: { readonly at: number; readonly rules: HoldRules } | null = null;
  let reading: Promise<HoldRules> | null = null;
  let hours: { readonly settings: QuietHoursSettings; readonly rule: QuietHours } | null = null;

  async function load(): Promise<HoldRules> {
    const at = clock.now();
    const [settings, cap] = [await read(quietHoursSection), await read(frequencyCapSection)];
    // The same rule as long as nothing changed: it remembers what it computed.
    if (!hours || JSON.stringify(hours.settings) !== JSON.stringify(settings))
      hours = { settings, rule: quietHours(settings, siteZone) };
    const { rule } = hours;
    const rules: HoldRules = {
      hours: (category) => (settings.mode === "on" && applies(settings, category) ? rule : null),
      cap: (category) => (cap.mode === "on" && applies(cap, category) ? cap : null),
    };
    known = { at, rules };
    return rules;
  }

  return async () => {
    // The clock may be set back.
    if (known && Math.abs(clock.now() - known.at) < CURRENT_MS) return known.rules;
    reading ??= load().finally(() => (reading = null));
    return reading;
  };
}
