import { z } from "zod";

import { spendingData } from "#contract/spending";
import { decimal, millionths } from "#domain/credit/prices";
import { periodsAt } from "#domain/spending/periods";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import type { SpendRules } from "#domain/spending/spend-rules";
import type { PeriodSpending, SpendingStore } from "#domain/spending/spending-store";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";

export type SpendingEndpointDeps = {
  readonly spending: Pick<SpendingStore, "read" | "held">;
  readonly board: Pick<GatewayBoard, "gateways">;
  readonly spendRules: () => Promise<SpendRules>;
  /** Milliseconds since 1970, database time. */
  readonly now: () => number;
  /** The site's current time zone. */
  readonly timeZone: () => string;
};

/** `GET /spending`. */
export function spendingEndpoint(ports: SpendingEndpointDeps): Endpoint {
  return endpoint({
    operationId: "getSpending",
    method: "GET",
    path: "/spending",
    access: "svc_setting",
    tag: "Settings",
    summary: "Read what was spent",
    description:
      "What messages cost today and this month, what the caps leave, and how many deliveries wait for money.",
    input: z.object({}),
    data: spendingData,
    async handle() {
      const { cap, prices } = await ports.spendRules();
      const periods = periodsAt(ports.now(), ports.timeZone());
      const { day, month } = await ports.spending.read(periods);
      const held = await ports.spending.held();
      const unpriced = cap !== null && !prices.covers(ports.board.gateways.map(({ name }) => name));
      return {
        message: cap === null ? "There is no spend cap, so nothing is counted." : `Spent today: ${decimal(day.spent)}.`,
        data: {
          currency: prices.currency,
          counting: cap !== null,
          day: { period: periods.day, ...shown(day, cap?.perDay ?? null, periods.dayEnds) },
          month: { period: periods.month, ...shown(month, cap?.perMonth ?? null, periods.monthEnds) },
          held: { spending: held.spendCap, low_credit: held.lowCredit },
          ...(unpriced && { warnings: [UNPRICED] }),
        },
      };
    },
  });
}

const UNPRICED =
  'Numbers without a price count as free: the settings "prices" have none for "+", which would be the price of all others.';

function shown({ spent, messages, reachedAt }: PeriodSpending, cap: string | null, ends: number) {
  return {
    spent: decimal(spent),
    messages,
    cap,
    left: cap === null ? null : decimal(Math.max(0, millionths(cap) - spent)),
    reached_at: isoTime(reachedAt),
    ends_at: isoTime(ends),
  };
}
