import { THROTTLE_HOLD } from "./status.ts";
import type { Window } from "./window.ts";

/** The pause of a link that the SMSC called too fast: it grants no slot. */
export type ThrottlePause = {
  /** Begins, or begins again. */
  pause(): void;
  end(): void;
};

export function throttlePause(window: Window): ThrottlePause {
  let release: NodeJS.Timeout | undefined;
  return {
    pause() {
      window.hold("throttled");
      clearTimeout(release);
      release = setTimeout(() => window.release("throttled"), THROTTLE_HOLD);
    },
    end: () => clearTimeout(release),
  };
}
