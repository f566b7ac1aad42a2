import type { PriceTable } from "#domain/credit/prices";
import type { Queue, Settlement } from "#domain/deliveries/queue";
import { errorText } from "#lib/error-text";
import type { Log } from "#lib/log";

export type PricingDeps = { readonly prices: () => Promise<PriceTable>; readonly log: Log };

/**
 * A queue that records the cost of a delivery together with its gateway's acceptance, at that gateway's present prices.
 * If the prices cannot be read, results are recorded without them: a missing price must not keep a delivery open.
 */
export function pricingQueue<Priced extends Queue>(queue: Priced, { prices, log }: PricingDeps): Priced {
  return {
    ...queue,
    async settle(settlements, over) {
      if (!settlements.some(({ state }) => state === "sent")) return queue.settle(settlements, over);
      const table = await prices().catch((error: unknown) => {
        log("warn", "prices could not be read: what was sent is recorded without its cost", {
          error: errorText(error),
          rows: settlements.length,
        });
        return null;
      });
      const priced =
        table === null || table.currency === null ? settlements : settlements.map((one) => withPrice(one, table));
      return queue.settle(priced, over);
    },
  };
}

function withPrice(settlement: Settlement, table: PriceTable): Settlement {
  const { state, gateway, phone } = settlement;
  const price = state === "sent" && table.currency !== null ? table.millionthsOf(gateway, phone) : null;
  return price === null ? settlement : { ...settlement, price: { millionths: price, currency: table.currency! } };
}
