import type { Caller } from "#domain/access/capability";
import type { Host } from "#domain/access/host";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";
import type { Log } from "#lib/log";

import type { RequestLog } from "./request-log.ts";

/** Where a call came from, by the socket and, behind a trusted proxy, by its headers. */
export type Client = {
  readonly ip: string;
  /** The connection is private: HTTPS according to a trusted proxy, or loopback. */
  readonly confidential: boolean;
  /** TLS up to the client: cookies are Secure. */
  readonly encrypted: boolean;
  /** The Host that the client called, from a trusted proxy or from the header; "" if there is none. */
  readonly host: string;
  /** Id of the user whom the program that runs the service has authenticated; absent: it has not. */
  readonly user?: number;
};

/** The client of a call that this process makes itself. */
export const ownCall = (ip: string): Client => ({ ip, confidential: true, encrypted: false, host: "" });

/** What every route needs. Endpoints get their own ports in addition. */
export type ApiDeps = {
  readonly host: Host;
  readonly idempotency: IdempotencyStore;
  /** 32 bytes: the key of the fingerprints that are stored with an Idempotency-Key. */
  readonly fingerprintKey: Buffer;
  readonly clientOf: (environment: unknown, headers: Headers) => Client;
  /**
   * Whether an Origin header names this service itself, according to TIDINGS_PUBLIC_URL or the host that was called.
   */
  readonly isOwnOrigin: (origin: string, client: Client) => boolean;
  /** The user behind a session cookie, for the routes that are the user's own. */
  readonly sessionOf: (cookie: string | undefined) => Promise<Caller | null>;
  /** Whether an error means that the database is unavailable. */
  readonly isDatabaseDown: (error: unknown) => boolean;
  readonly newRequestId: () => string;
  /** Called for every call with its route's pattern; the returned function is called with the status. */
  readonly observe?: (method: string, route: string) => (status: number) => void;
  /** Where calls are recorded; absent: they are not. */
  readonly requestLog?: RequestLog;
  readonly log: Log;
  /** URL of the error reference, for the `docs` field. */
  readonly docsUrl: string;
};
