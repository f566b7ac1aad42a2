import type { FailedTries } from "#domain/access/failed-tries";
import type { NonceStore } from "#domain/access/nonce-store";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";

/** What the adapter is given by the service. */
export type HostDeps = {
  /** The outbound gate's. */
  readonly fetch: typeof fetch;
  /** One that never jumps, in milliseconds. */
  readonly clock: Clock;
  /** What decides whether a signature is too old: the database's, in milliseconds since 1970. */
  readonly time: Clock;
  /** Of calls that the site passed on: shared by all nodes. */
  readonly nonces: NonceStore;
  readonly randomBytes: (count: number) => Buffer;
  readonly tries: FailedTries;
  readonly log: Log;
};
