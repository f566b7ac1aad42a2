import type { Operator } from "#app/operator";

import { readArguments, UsageError, wholeNumber, words } from "./arguments.ts";
import type { Command, Io } from "./command.ts";
import { printRefusal } from "./print-refusal.ts";
import { withOperator } from "./with-operator.ts";

const LIMIT = 20;
const MOST = 100;

const NOTHING =
  "No such decision. If an order is missing: is a notice set for its status, and does the shop report it, by its webhook or by the companion plugin? tidings doctor checks that.";

export const orders: Command = {
  usage: [
    "tidings orders [ORDER] [--outcome OUTCOME] [--status STATUS] [--to customer|staff] [--limit N] [--json]",
    "Newest first. ORDER is the order's id. OUTCOME is sent, no_phone, no_opt_in, suppressed, limited, too_old, too_long,",
    `empty or unknown_variable. N: ${LIMIT} by default, ${MOST} at most.`,
  ],
  async run(args, io) {
    const query = readOrders(args);
    return withOperator(io, (operator) => showOrders(query, io, operator));
  },
};

export type OrdersArguments = { readonly json: boolean; readonly query: Readonly<Record<string, string>> };

/** @throws UsageError */
export function readOrders(args: readonly string[]): OrdersArguments {
  const { values, positionals } = readArguments(args, {
    outcome: { type: "string" },
    status: { type: "string" },
    to: { type: "string" },
    limit: { type: "string" },
    json: { type: "boolean" },
  });
  const [order] = positionals.length === 0 ? [] : words(positionals, ["ORDER"]);
  const { json = false, limit: given, ...filters } = values;
  const limit = wholeNumber("limit", given, { usual: LIMIT, most: MOST });
  if (order !== undefined && !/^[1-9]\d{0,15}$/.test(order)) throw new UsageError("ORDER must be the id of an order");
  return { json, query: { per_page: String(limit), ...filters, ...(order !== undefined && { order_id: order }) } };
}

/** @returns 0, or 1 if a filter is invalid */
export async function showOrders(
  { json, query }: OrdersArguments,
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call">,
): Promise<number> {
  const reply = await operator.call("GET", `/order-notices/decisions?${new URLSearchParams(query).toString()}`);
  if (json) io.out(JSON.stringify(reply.body));
  else if (!reply.ok) printRefusal(reply, io);
  else if (reply.data.items.length === 0) io.err(NOTHING);
  else for (const one of reply.data.items) io.out(lineOf(one));
  return reply.ok ? 0 : 1;
}

type Shown = {
  readonly date: string;
  readonly order_id: number;
  readonly status: string;
  readonly to: string;
  readonly outcome: string;
  readonly message_id: string | null;
  readonly repeats: number;
};

function lineOf({ date, order_id, status, to, outcome, message_id, repeats }: Shown): string {
  const again = repeats === 0 ? [] : [`${repeats}x again, decided already`];
  return [date, `order ${order_id}`, status, to, outcome, ...(message_id === null ? [] : [message_id]), ...again].join(
    "  ",
  );
}
