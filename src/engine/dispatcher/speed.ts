import { second, type Clock } from "#lib/time";

/** How many deliveries were taken to be sent recently. */
export type Speed = {
  note(deliveries: number): void;
  /** Deliveries of the last whole second. */
  perSecond(): number;
};

export function speed(clock: Clock): Speed {
  let from = 0;
  let now = 0;
  let before = 0;

  function turn(): void {
    const passed = Math.floor((clock.now() - from) / second);
    if (passed === 0) return;
    before = passed === 1 ? now : 0;
    now = 0;
    from = clock.now();
  }

  return {
    note(deliveries) {
      turn();
      now += deliveries;
    },
    perSecond() {
      turn();
      return before;
    },
  };
}
