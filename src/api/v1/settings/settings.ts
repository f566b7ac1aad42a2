import { settingsChanges, settingsData, settingsSchemas } from "#contract/settings";
import { presetsFor, PRESETS_CHECKED } from "#domain/quiet-hours/presets";
import type { Country } from "#domain/recipients/phone";
import { changeSettings, type SectionChange } from "#domain/settings/change-settings";
import { valueOf } from "#domain/settings/section";
import type { SettingsStore } from "#domain/settings/settings-store";
import type { UnitOfWork } from "#domain/unit-of-work";
import { isoTime } from "#lib/iso-time";
import { codeNames, wireNames } from "#lib/wire-names";

import { endpoint, type Endpoint } from "../../endpoint.ts";

export type SettingsDeps = {
  readonly settings: SettingsStore;
  readonly unitOfWork: UnitOfWork;
  /** The country of the site. */
  readonly country: Country | null;
};

/** `GET /settings`, `PATCH /settings`. */
export function settingsEndpoints(ports: SettingsDeps): Endpoint[] {
  return [
    endpoint({
      operationId: "getSettings",
      method: "GET",
      path: "/settings",
      access: "svc_setting",
      tag: "Settings",
      summary: "Read the settings",
      description:
        "The settings that may change while the service runs. All others are in the environment: see the configuration reference.",
      input: settingsChanges.pick({}),
      data: settingsData,
      handle: async () => ({ message: "The settings.", data: await shownSettings(ports) }),
    }),
    endpoint({
      operationId: "updateSettings",
      method: "PATCH",
      path: "/settings",
      access: "svc_setting",
      tag: "Settings",
      summary: "Change settings",
      description:
        "Only the fields given change. All sections are changed together, or none; every node uses the new values within a second.",
      input: settingsChanges,
      needsBody: true,
      data: settingsData,
      read: (fields) =>
        settingsSchemas.flatMap(({ section }): SectionChange[] => {
          const given = fields[section.name] as Record<string, unknown> | undefined;
          return given ? [{ section, fields: codeNames(withoutUndefined(given)) }] : [];
        }),
      async handle(changes: readonly SectionChange[], { caller }) {
        const changed = await changeSettings(ports, changes, caller.principal);
        return {
          message:
            changed.length > 0 ? `Changed: ${changed.join(", ")}.` : "Nothing changed: these are the settings already.",
          data: await shownSettings(ports),
        };
      },
    }),
  ];
}

async function shownSettings({ settings, country }: SettingsDeps) {
  const stored = new Map((await settings.readAll()).map((section) => [section.name, section]));
  return {
    settings: Object.fromEntries(
      settingsSchemas.map(({ section }) => [
        section.name,
        wireNames(valueOf(section, stored.get(section.name)?.value) as Record<string, unknown>),
      ]),
    ),
    proposed: {
      quiet_hours: presetsFor(country).map((preset) => ({ ...wireNames(preset), checked: PRESETS_CHECKED })),
    },
    updated: settingsSchemas.flatMap(({ section: { name } }) => {
      const found = stored.get(name);
      return found?.by ? [{ section: name, updated_at: isoTime(found.at), updated_by: found.by }] : [];
    }),
  };
}

const withoutUndefined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
