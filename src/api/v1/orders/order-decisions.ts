import { orderDecisionsData, orderDecisionsQuery } from "#contract/order-decisions";
import { siteTimeWriter } from "#domain/outbox/site-time";
import type { DecisionFilter, DecisionPlace, OrderDecisionLog } from "#domain/orders/order-decision-log";
import { counted } from "#lib/counted";
import { withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";
import { jsonOf } from "#lib/json";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { readDates } from "../../request/read-dates.ts";

export type OrderDecisionDeps = {
  readonly orderDecisions: OrderDecisionLog;
  /** The site's current time zone. */
  readonly timeZone: () => string;
};

/** The log of decisions about order notices: those that were sent, and why others were not. */
export function orderDecisionsEndpoint({ orderDecisions, timeZone }: OrderDecisionDeps): Endpoint {
  return endpoint<typeof orderDecisionsQuery, DecisionFilter>({
    operationId: "listOrderNoticeDecisions",
    method: "GET",
    path: "/order-notices/decisions",
    access: "svc_outbox",
    tag: "Orders",
    summary: "List the decisions about order notices, newest first",
    input: orderDecisionsQuery,
    data: orderDecisionsData,
    read(fields, _context, issues) {
      const { from, to } = readDates(fields, timeZone(), issues);
      return {
        order: fields.order_id ?? null,
        status: fields.status ?? null,
        reader: fields.to ?? null,
        outcome: fields.outcome ?? null,
        from,
        to,
        after: readCursor(fields.cursor, placeOf, issues),
        limit: fields.per_page ?? PER_PAGE,
      };
    },
    async handle(filter) {
      const found = await orderDecisions.list({ ...filter, limit: filter.limit + 1 });
      const { items: decisions, pagination } = pageOf(found, filter.limit, ({ place }) => cursorOf(place));
      const write = siteTimeWriter(timeZone());
      return {
        message: `${counted(decisions.length, "decision")}.`,
        data: {
          items: decisions.map(({ order, messageId, at, repeats, repeatedAt, shop, status, to, outcome }) => ({
            date: write(at),
            decided_at: isoTime(at),
            shop,
            order_id: order,
            status,
            to,
            outcome,
            message_id: messageId && withPrefix("msg", messageId),
            repeats,
            repeated_at: isoTime(repeatedAt),
          })),
          pagination,
        },
      };
    },
  });
}

function cursorOf(place: DecisionPlace): string {
  return `ond_${Buffer.from(JSON.stringify(place)).toString("base64url")}`;
}

function placeOf(cursor: string): DecisionPlace | null {
  const place = jsonOf(Buffer.from(cursor.replace(/^ond_/, ""), "base64url").toString("utf8"));
  if (!Array.isArray(place) || place.length !== 5) return null;
  const [at, shop, order, status, to] = place as unknown[];
  const numbers = [at, order].every((one) => Number.isSafeInteger(one) && (one as number) >= 0);
  const texts = [shop, status, to].every((one) => typeof one === "string" && !/[\0\ud800-\udfff]/.test(one));
  return numbers && texts ? (place as unknown as DecisionPlace) : null;
}
