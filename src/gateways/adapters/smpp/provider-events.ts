import type { GatewayDeps, Inbound, Receipt } from "#domain/gateways/gateway";

const MAX_AT_ONCE = 500;

type Item = { readonly receipt: Receipt } | { readonly inbound: Inbound };
type Waiting = { readonly item: Item; readonly resolve: () => void; readonly reject: (error: unknown) => void };

/**
 * Batches the items that arrive while the previous batch is being stored: receipts come by thousands a second, each
 * must be committed before its PDU is acknowledged, and one commit for each would be the limit.
 *
 * @returns resolves when the item is stored, rejects when it is not
 */
export function openProviderEvents(store: GatewayDeps["events"]): (item: Item) => Promise<void> {
  const queue: Waiting[] = [];
  let storing = false;

  const storeAll = (items: readonly Item[]): Promise<void> =>
    store({
      receipts: items.flatMap((item) => ("receipt" in item ? [item.receipt] : [])),
      inbound: items.flatMap((item) => ("inbound" in item ? [item.inbound] : [])),
    });

  const pump = async (): Promise<void> => {
    storing = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_AT_ONCE);
      try {
        await storeAll(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        if (batch.length === 1) batch[0]!.reject(error);
        // One item that cannot be stored must not send the others back to the SMSC.
        else for (const one of batch) await storeAll([one.item]).then(one.resolve, one.reject);
      }
    }
    storing = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!storing) void Promise.resolve().then(() => (storing ? undefined : pump()));
    });
}
