import type { Receipt } from "../gateways/gateway.ts";

export type ReceiptStore = {
  /** Resolves when the receipts are committed: only then is the provider told that we have them. */
  store(gateway: string, receipts: readonly Receipt[]): Promise<void>;
  /**
   * Applies stored receipts to their deliveries. Returns how many were looked at, whether it was as many as it takes at
   * once, and when the next one is due.
   */
  apply(): Promise<{ seen: number; more: boolean; nextMs: number | null }>;
};
