import type { GatewayDeps } from "#domain/gateways/gateway";
import { deadline } from "#lib/deadline";

import type { SmppSettings } from "./settings.ts";

/** Finds a link on which the SMSC no longer responds. */
export type KeepAlive = {
  /** Something arrived. */
  heard(): void;
  end(): void;
};

/** Sends an `enquire_link` after every silent interval, and cuts the link after as many as `misses` in a row. */
export function keepAlive(
  settings: Pick<SmppSettings, "enquire" | "misses">,
  clock: GatewayDeps["clock"],
  link: {
    readonly isOpening: () => boolean;
    readonly enquire: () => void;
    readonly cut: (why: string) => void;
  },
): KeepAlive {
  const interval = settings.enquire * 1_000;
  let heardAt = clock.now();
  let misses = 0;
  let next = deadline(interval, check);

  function check(): void {
    next = deadline(interval, check);
    if (link.isOpening() || clock.now() - heardAt < interval) return;
    if (misses >= settings.misses) return link.cut("no response to enquire_link");
    misses += 1;
    link.enquire();
  }

  return {
    heard() {
      heardAt = clock.now();
      misses = 0;
    },
    end: () => next.end(),
  };
}
