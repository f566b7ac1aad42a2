import { settingsChangesData, settingsChangesQuery } from "#contract/settings";
import { counted } from "#lib/counted";
import { isoTime } from "#lib/iso-time";
import { wireNames } from "#lib/wire-names";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { numberIn, pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import type { SettingsDeps } from "./settings.ts";

const placeOf = numberIn("set");

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
      return { section, before: readCursor(cursor, placeOf, issues), limit };
    },
    async handle(page) {
      const found = await settings.changes({ ...page, limit: page.limit + 1 });
      const { items: changes, pagination } = pageOf(found, page.limit, ({ id }) => `set_${id}`);
      return {
        message: `${counted(changes.length, "change")}.`,
        data: {
          items: changes.map(({ id, section, at, by, before, after }) => ({
            id,
            section,
            changed_at: isoTime(at),
            changed_by: by,
            before: wireNames(before as Record<string, unknown>),
            after: wireNames(after as Record<string, unknown>),
          })),
          pagination,
        },
      };
    },
  });
}
