import type { Category } from "../messages/message.ts";
import type { DeliveryKey } from "../deliveries/queue.ts";

/** The queue before deliveries are separated by route: chunks of the default route. */
export type RoutingStore = {
  /**
   * Moves the deliveries of the next due chunks of these priorities into chunks of their own routes. Returns how many.
   *
   * @param request.rows chunks are taken until they have this many deliveries
   * @param request.routeOf the queue's route for a delivery
   */
  route(request: {
    readonly priorities: readonly number[];
    readonly rows: number;
    readonly routeOf: (key: DeliveryKey, category: Category) => string;
    readonly repeatable: readonly string[];
    readonly bound: readonly string[];
  }): Promise<number>;
  /** Returns what waits on routes that no longer exist to the default route. Returns how many chunks. */
  recall(routes: readonly string[]): Promise<number>;
};
