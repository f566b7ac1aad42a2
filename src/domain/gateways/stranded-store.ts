import type { RouteInfo } from "../routing/routes.ts";

/** Deliveries that wait for a gateway, or for the default route (`default`), which nothing serves any longer. */
export type Stranded = { readonly gateway: string; readonly texts: number };

/** The queue name and the abilities of the route that they are moved to. */
export type Reroute = Pick<RouteInfo, "route" | "abilities">;

export type StrandedStore = {
  /**
   * Work that waits in the queue for routes other than these; at most a few thousand chunks and holds of each are
   * counted.
   */
  find(served: readonly string[]): Promise<readonly Stranded[]>;
  /**
   * Reroutes the work that waits for a gateway: chunks, retries, held deliveries, and messages whose audience is still
   * being read. What a node holds under a lease stays, and so do deliveries that only that gateway may repeat, and
   * those that the new route cannot send. Deliveries that a dead worker had in flight are in doubt.
   *
   * @returns deliveries that were moved, and that stayed
   */
  move(from: string, to: Reroute, by: string): Promise<{ readonly moved: number; readonly stayed: number }>;
};
