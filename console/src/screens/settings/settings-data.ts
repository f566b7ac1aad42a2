import { queryOptions } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import type { ApiForm } from "../../lib/use-api-form.ts";

export type SettingsData = Operations["getSettings"]["data"];
export type Settings = SettingsData["settings"];
export type SectionName = keyof Settings;

/** The wire path of every field: `newsletter.code_text`. */
export type SettingPath<Name extends SectionName = SectionName> = {
  [Section in Name]: `${Section}.${keyof Settings[Section] & string}`;
}[Name];

type ValueAt<Path> = Path extends `${infer Section extends SectionName}.${infer Field}`
  ? Field extends keyof Settings[Section]
    ? Settings[Section][Field]
    : never
  : never;

/** Sections of the settings as one level of fields, under the paths that the API's issues name. */
export type FlatSettings<Name extends SectionName> = { [Path in SettingPath<Name>]: ValueAt<Path> };

export type SettingsFormOf<Name extends SectionName> = ApiForm<FlatSettings<Name>>;

export const settingsQuery = queryOptions({
  queryKey: ["settings", "all"],
  queryFn: async ({ signal }): Promise<SettingsData> => await tidings.getSettings({}, { signal }),
});

export function flatSettings<Name extends SectionName>(settings: Settings, names: readonly Name[]): FlatSettings<Name> {
  const entries = names.flatMap((section) =>
    Object.entries(settings[section]).map(([field, value]) => [`${section}.${field}`, value] as const),
  );
  return Object.fromEntries(entries) as FlatSettings<Name>;
}

/**
 * What differs, as `PATCH /settings` takes it: a field that was not touched is not sent, so nobody's change is lost.
 */
export function settingsChanges<Name extends SectionName>(
  before: FlatSettings<Name>,
  after: FlatSettings<Name>,
): Operations["updateSettings"]["input"] {
  const old: Readonly<Record<string, unknown>> = before;
  const changes: Record<string, Record<string, unknown>> = {};
  for (const [path, value] of Object.entries(after)) {
    if (JSON.stringify(old[path]) === JSON.stringify(value)) continue;
    const [section = "", field = ""] = path.split(".");
    (changes[section] ??= {})[field] = value;
  }
  return changes as Operations["updateSettings"]["input"];
}
