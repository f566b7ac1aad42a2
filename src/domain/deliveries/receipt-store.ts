import type { Receipt } from "../gateways/gateway.ts";

export type ReceiptStore = {
  /**
   * Resolves when the receipts are committed: only then are they acknowledged to the provider. Their texts are stored
   * as they are: `receive-provider-events.ts` has cut them.
   */
  store(gateway: string, receipts: readonly Receipt[]): Promise<void>;
  /**
   * Applies stored receipts to their deliveries. Returns how many were read, whether that was a full batch, and when
   * the next one was due before this call.
   */
  apply(): Promise<{ seen: number; more: boolean; nextMs: number | null }>;
};
