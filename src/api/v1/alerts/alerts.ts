import { alertsData, alertsQuery } from "#contract/alerts";
import type { AlertStore } from "#domain/alerts/alert-store";
import { counted } from "#lib/counted";
import { withoutPrefix, withPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { ALERT_PREFIX, shownAlerts } from "./alert-view.ts";

export type AlertEndpointDeps = { readonly alerts: AlertStore };

const PER_PAGE = 20;
export const about = { access: "svc_setting", tag: "Alerts" } as const;

type Page = Parameters<AlertStore["list"]>[0];

/** `GET /alerts`. */
export function alertsEndpoint({ alerts }: AlertEndpointDeps): Endpoint {
  return endpoint<typeof alertsQuery, Page>({
    ...about,
    operationId: "listAlerts",
    method: "GET",
    path: "/alerts",
    summary: "List alerts",
    description:
      "What needs an operator: open alerts first, then those that have ended, newest first. An alert is kept for a year after its end.",
    input: alertsQuery,
    data: alertsData,
    read({ state = null, cursor, per_page: limit = PER_PAGE }, _context, issues) {
      const before = cursor === undefined ? null : placeOf(cursor);
      if (cursor !== undefined && before === null) {
        issues.push({ field: "cursor", code: "invalid_format", message: "is not a cursor of this list" });
      }
      return { state, before, limit };
    },
    async handle(page) {
      const found = await alerts.list({ ...page, limit: page.limit + 1 });
      const items = found.slice(0, page.limit);
      const last = items.at(-1);
      return {
        message: `${counted(items.length, "alert")}.`,
        data: {
          items: await shownAlerts(alerts, items),
          pagination: {
            per_page: page.limit,
            next_cursor:
              found.length > items.length && last
                ? `${last.closedAt === null ? "open" : "ended"}_${withPrefix(ALERT_PREFIX, last.id)}`
                : null,
          },
        },
      };
    },
  });
}

const CURSOR = /^(open|ended)_(alt_[0-9a-f-]{36})$/;

function placeOf(cursor: string): Page["before"] {
  const [, part, id] = CURSOR.exec(cursor) ?? [];
  const uuid = id === undefined ? null : withoutPrefix(ALERT_PREFIX, id);
  return uuid && { isOpen: part === "open", id: uuid };
}
