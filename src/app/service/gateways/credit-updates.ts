import type { Credit } from "#domain/credit/read-credit";
import { errorText } from "#lib/error-text";
import type { Log } from "#lib/log";
import { hour } from "#lib/time";

/**
 * Reads the credit of every gateway once an hour, so that the rate at which it falls is known even if it is never
 * viewed.
 *
 * @returns a function that starts the reads that are due and does not wait for them: a provider may be slow
 */
export function creditUpdates(ports: {
  readonly gateways: () => readonly string[];
  readonly readCredit: (gateway: string) => Promise<Credit>;
  /** Monotonic milliseconds. */
  readonly ticks: () => number;
  readonly log: Log;
}): () => void {
  const readAt = new Map<string, number>();
  return () => {
    const now = ports.ticks();
    for (const gateway of ports.gateways()) {
      const last = readAt.get(gateway);
      if (last !== undefined && now - last < hour) continue;
      readAt.set(gateway, now);
      // A start calls no provider.
      if (last === undefined) continue;
      ports
        .readCredit(gateway)
        .catch((error: unknown) =>
          ports.log("info", "the credit of a gateway could not be read", { gateway, error: errorText(error) }),
        );
    }
  };
}
