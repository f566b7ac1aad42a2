import { orderDecisionsData, orderDecisionsQuery } from "#contract/order-decisions";
import { siteTimeWriter } from "#domain/outbox/site-time";
import type { DecisionFilter, DecisionPlace, OrderDecisionLog } from "#domain/orders/order-decision-log";
import { counted } from "#lib/counted";
import { withPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readDates } from "../../read-dates.ts";

export type OrderDecisionDeps = {
  readonly orderDecisions: OrderDecisionLog;
  /** The site's current time zone. */
  readonly timeZone: () => string;
};

const DEFAULT_PER_PAGE = 20;

/** The log of decisions about order notices: which were sent, and why others were not. */
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
      const after = fields.cursor === undefined ? null : readCursor(fields.cursor);
      if (fields.cursor !== undefined && !after) {
        issues.push({ field: "cursor", code: "invalid_format", message: "is not a cursor of this list" });
      }
      return {
        order: fields.order_id ?? null,
        status: fields.status ?? null,
        reader: fields.to ?? null,
        outcome: fields.outcome ?? null,
        from,
        to,
        after,
        limit: fields.per_page ?? DEFAULT_PER_PAGE,
      };
    },
    async handle(filter) {
      const found = await orderDecisions.list({ ...filter, limit: filter.limit + 1 });
      const decisions = found.slice(0, filter.limit);
      const write = siteTimeWriter(timeZone());
      return {
        message: `${counted(decisions.length, "decision")}.`,
        data: {
          items: decisions.map(({ order, messageId, at, repeats, repeatedAt, shop, status, to, outcome }) => ({
            date: write(at),
            decided_at: new Date(at).toISOString(),
            shop,
            order_id: order,
            status,
            to,
            outcome,
            message_id: messageId && withPrefix("msg", messageId),
            repeats,
            repeated_at: repeatedAt === null ? null : new Date(repeatedAt).toISOString(),
          })),
          pagination: {
            per_page: filter.limit,
            next_cursor: found.length > decisions.length ? cursorOf(decisions.at(-1)!.place) : null,
          },
        },
      };
    },
  });
}

function cursorOf(place: DecisionPlace): string {
  return `ond_${Buffer.from(JSON.stringify(place)).toString("base64url")}`;
}

/** Returns null if it is not one of our cursors. */
function readCursor(text: string): DecisionPlace | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(text.replace(/^ond_/, ""), "base64url").toString("utf8"));
    if (!Array.isArray(place) || place.length !== 5) return null;
    const [at, shop, order, status, to] = place as unknown[];
    const numbers = [at, order].every((one) => Number.isSafeInteger(one) && (one as number) >= 0);
    const texts = [shop, status, to].every((one) => typeof one === "string" && !/[\0\ud800-\udfff]/.test(one));
    return numbers && texts ? (place as unknown as DecisionPlace) : null;
  } catch {
    return null;
  }
}
