import type { RouteInfo } from "../routing/routes.ts";

/** Texts that wait for a gateway by its name, which nobody serves: it was taken out of the setting. */
export type Stranded = { readonly gateway: string; readonly texts: number };

/** What the way that they shall take instead is called in the queue, and what it can. */
export type Reroute = Pick<RouteInfo, "route" | "abilities">;

export type StrandedStore = {
  /** What waits in the queue for other gateways than these; at most some thousand chunks of each are counted. */
  find(served: readonly string[]): Promise<readonly Stranded[]>;
  /**
   * Gives what waits for a gateway another way: chunks, retries, and messages whose audience is still being read. What
   * some node has in hand stays, and so do texts that only that gateway may repeat, and those that the new way cannot
   * send. Texts that a dead worker had on its wire are in doubt.
   *
   * @returns texts that were moved, and that stayed
   */
  move(from: string, to: Reroute, by: string): Promise<{ readonly moved: number; readonly stayed: number }>;
};
