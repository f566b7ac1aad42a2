import type { Category } from "../messages/message.ts";
import type { DeliveryKey } from "../deliveries/queue.ts";

/** The queue before texts are told apart by their way: chunks of the default route. */
export type RoutingStore = {
  /**
   * Puts the texts of due chunks of these priorities, the fair next ones, into chunks of their own ways. Returns how many.
   *
   * @param request.rows chunks are taken until they hold this many texts
   * @param request.routeOf the route of the queue for a text
   */
  sort(request: {
    readonly priorities: readonly number[];
    readonly rows: number;
    readonly routeOf: (key: DeliveryKey, category: Category) => string;
    readonly repeatable: readonly string[];
    readonly bound: readonly string[];
  }): Promise<number>;
  /** Brings back to the default route what waits on ways that are none any more. Returns how many chunks. */
  recall(routes: readonly string[]): Promise<number>;
};
