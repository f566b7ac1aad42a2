import type { Hours } from "./hours.ts";
import { countryPresets } from "./data/country-presets.ts";
import { usPresets } from "./data/us-presets.ts";
import type { Preset } from "./preset.ts";

/** When the sources were last read. */
export const PRESETS_CHECKED = "2026-11-22";

/** For a number of the US whose state is not known: strict enough for nearly all of them. */
export const UNKNOWN_STATE = "US-??";

export const presets: readonly Preset[] = [...countryPresets, ...usPresets];

const byRegion = new Map(presets.map((preset) => [preset.region, preset.hours]));

export const presetOf = (region: string): Hours | null => byRegion.get(region) ?? null;

/** The presets of a country, with those of its states. */
export const presetsFor = (country: string | null): readonly Preset[] =>
  country === null ? [] : presets.filter(({ region }) => region.slice(0, 2) === country);
