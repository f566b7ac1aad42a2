import { alertsData, alertsQuery } from "#contract/alerts";
import type { Alert } from "#domain/alerts/alert";
import type { AlertStore } from "#domain/alerts/alert-store";
import { counted } from "#lib/counted";
import { withoutPrefix, withPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { ALERT_PREFIX, shownAlerts } from "./alert-view.ts";

export type AlertEndpointDeps = { readonly alerts: AlertStore };

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
    read: ({ state = null, cursor, per_page: limit = PER_PAGE }, _context, issues) => ({
      state,
      before: readCursor(cursor, placeOf, issues),
      limit,
    }),
    async handle(page) {
      const found = await alerts.list({ ...page, limit: page.limit + 1 });
      const { items, pagination } = pageOf(found, page.limit, cursorOf);
      return {
        message: `${counted(items.length, "alert")}.`,
        data: { items: await shownAlerts(alerts, items), pagination },
      };
    },
  });
}

const CURSOR = /^(open|ended)_(alt_[0-9a-f-]{36})$/;

function cursorOf({ closedAt, id }: Alert): string {
  return `${closedAt === null ? "open" : "ended"}_${withPrefix(ALERT_PREFIX, id)}`;
}

function placeOf(cursor: string): Page["before"] {
  const [, part, id] = CURSOR.exec(cursor) ?? [];
  const uuid = id === undefined ? null : withoutPrefix(ALERT_PREFIX, id);
  return uuid && { isOpen: part === "open", id: uuid };
}
