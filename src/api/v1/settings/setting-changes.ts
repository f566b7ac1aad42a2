import { settingsChangesData, settingsChangesQuery } from "#contract/settings";
import { counted } from "#lib/counted";
import { wireNames } from "#lib/wire-names";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import type { SettingsDeps } from "./settings.ts";

const PER_PAGE = 20;
const CURSOR = /^set_(\d{1,15})$/;

/** `GET /settings/changes`. */
export function settingChangesEndpoint({ settings }: Pick<SettingsDeps, "settings">): Endpoint {
  return endpoint({
    operationId: "listSettingsChanges",
    method: "GET",
    path: "/settings/changes",
    access: "svc_setting",
    tag: "Settings",
    summary: "List changes of settings",
    description: "Who changed what and when, newest first.",
    input: settingsChangesQuery,
    data: settingsChangesData,
    read({ section = null, cursor, per_page: limit = PER_PAGE }, _context, issues) {
      const before = cursor === undefined ? null : Number(CURSOR.exec(cursor)?.[1] ?? NaN);
      if (Number.isNaN(before)) {
        issues.push({ field: "cursor", code: "invalid_format", message: "is not a cursor of this list" });
      }
      return { section, before, limit };
    },
    async handle(page) {
      const found = await settings.changes({ ...page, limit: page.limit + 1 });
      const changes = found.slice(0, page.limit);
      return {
        message: `${counted(changes.length, "change")}.`,
        data: {
          items: changes.map(({ id, section, at, by, before, after }) => ({
            id,
            section,
            changed_at: new Date(at).toISOString(),
            changed_by: by,
            before: wireNames(before as Record<string, unknown>),
            after: wireNames(after as Record<string, unknown>),
          })),
          pagination: {
            per_page: page.limit,
            next_cursor: found.length > changes.length ? `set_${changes.at(-1)!.id}` : null,
          },
        },
      };
    },
  });
}
