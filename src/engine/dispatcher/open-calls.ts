import type { InFlightDelivery } from "./in-flight.ts";

type Deliveries = readonly InFlightDelivery[];

/** The calls to one gateway that are under way. */
export type OpenCalls = {
  /** Calls under way, and their deliveries. */
  readonly count: number;
  readonly onWire: number;
  begin(deliveries: Deliveries): void;
  /** Returns false if a stop has recorded the deliveries already: what the call returned is only evidence. */
  end(deliveries: Deliveries): boolean;
  /** The deliveries of each call whose outcomes nobody has recorded: the caller records them. */
  takeUnanswered(): readonly Deliveries[];
};

export function openCalls(): OpenCalls {
  const unanswered = new Set<Deliveries>();
  let count = 0;
  let onWire = 0;
  return {
    get count() {
      return count;
    },
    get onWire() {
      return onWire;
    },
    begin(deliveries) {
      count += 1;
      onWire += deliveries.length;
      unanswered.add(deliveries);
    },
    end(deliveries) {
      count -= 1;
      onWire -= deliveries.length;
      return unanswered.delete(deliveries);
    },
    takeUnanswered() {
      const taken = [...unanswered];
      unanswered.clear();
      return taken;
    },
  };
}
