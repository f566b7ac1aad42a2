import type { z } from "zod";

import { messageRequest } from "#contract/message";
import { messageStatsData } from "#contract/stats";
import { NO_COUNTS, type Counter, type Counts } from "#domain/stats/counters";
import { isOver } from "#domain/messages/progress";
import { explainedReasons } from "#domain/stats/reasons";
import type { MessageSplit, StatStore } from "#domain/stats/stat-store";
import { withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { findMessage, readMessageId, type MessageDeps } from "../messages/message-views.ts";

export type MessageStatsDeps = Pick<MessageDeps, "messageViews"> & { readonly stats: StatStore };

const MAX_REASONS = 20;

/** `GET /stats/messages/{id}`. */
export function messageStatsEndpoint(ports: MessageStatsDeps): Endpoint {
  return endpoint({
    operationId: "getMessageStats",
    method: "GET",
    path: "/stats/messages/{id}",
    access: "svc_sendsms",
    tag: "Statistics",
    summary: "Read the statistics of a message",
    description:
      "One message by gateway and by country, with its most common failure reasons, and when its texts left. Of a message with more than 1,000 recipients, or to a group, the figures are a few seconds old.",
    input: messageRequest,
    data: messageStatsData,
    errors: ["not_found"],
    async handle({ id }) {
      const view = await findMessage(ports.messageViews, readMessageId(id));
      const splits = await ports.stats.readMessage(view.id);
      const departures = await ports.stats.readDepartures(view.id, isOver(view) ? null : view.at);
      const reasons = explainedReasons(view);
      return {
        message: `The message is ${view.state}.`,
        data: {
          message_id: withPrefix("msg", view.id),
          state: view.state,
          gateways: partsOf(splits, ({ gateway }) => gateway),
          countries: partsOf(splits, ({ country }) => country),
          deliveries: { ...view.deliveries },
          reasons: reasons.slice(0, MAX_REASONS),
          other_reasons: Math.max(0, reasons.length - MAX_REASONS),
          departures: {
            interval_seconds: departures.seconds,
            series: departures.series.map(({ startsAt, count }) => ({
              starts_at: isoTime(startsAt),
              count,
            })),
          },
        } satisfies z.output<typeof messageStatsData>,
      };
    },
  });
}

/** Deliveries that are only accepted have no gateway, so the part without a name is listed with the others. */
function partsOf(splits: readonly MessageSplit[], nameOf: (split: MessageSplit) => string) {
  return [...Map.groupBy(splits, nameOf)]
    .map(([part, some]) => ({ part: part === "" ? null : part, counts: sumOf(some) }))
    .toSorted((a, b) => b.counts.sent - a.counts.sent || b.counts.accepted - a.counts.accepted);
}

function sumOf(splits: readonly MessageSplit[]) {
  const sum = { ...NO_COUNTS } as Record<Counter, number>;
  for (const { counts } of splits) for (const name of Object.keys(sum) as Counter[]) sum[name] += counts[name];
  const { opt_outs: _optOuts, replies: _replies, ...own } = sum satisfies Counts;
  return own;
}
