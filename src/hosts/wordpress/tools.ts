import type { FailedTries } from "#domain/access/failed-tries";
import type { NonceStore } from "#domain/access/nonce-store";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";

/** What the service passes to the adapter. */
export type HostDeps = {
  /** The outbound gate's. */
  readonly fetch: typeof fetch;
  /** A monotonic clock, in milliseconds. */
  readonly clock: Clock;
  /** Decides whether a signature has expired: the database's time, in milliseconds since 1970. */
  readonly time: Clock;
  /** For proxied calls: shared by all nodes. */
  readonly nonces: NonceStore;
  readonly randomBytes: (count: number) => Buffer;
  readonly tries: Pick<FailedTries, "check" | "failed" | "succeeded">;
  readonly log: Log;
};
