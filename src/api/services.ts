import type { Caller } from "#domain/access/capability";
import type { Host } from "#domain/access/host";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";
import type { Log } from "#lib/log";

/** Where a call came from, by the socket and, behind a trusted proxy, by its headers. */
export type Client = {
  readonly ip: string;
  /** The way to us is private: HTTPS as a trusted proxy says, or loopback. */
  readonly confidential: boolean;
  /** TLS all the way to the client's end: cookies are Secure. */
  readonly encrypted: boolean;
  /** The Host that the client called, as a trusted proxy says or the header does; "" where there is none. */
  readonly host: string;
};

/** Where a call comes from that this process makes of itself. */
export const ownCall = (ip: string): Client => ({ ip, confidential: true, encrypted: false, host: "" });

/** What every route needs. Endpoints are given their own ports beside this. */
export type ApiDeps = {
  readonly host: Host;
  readonly idempotency: IdempotencyStore;
  readonly clientOf: (environment: unknown, headers: Headers) => Client;
  /** Whether an Origin header names this service itself, by TIDINGS_PUBLIC_URL or by where the call went to. */
  readonly isOwnOrigin: (origin: string, client: Client) => boolean;
  /** The user behind a session cookie, for the routes that are the user's own. */
  readonly sessionOf: (cookie: string | undefined) => Promise<Caller | null>;
  /** Whether an error means that the database cannot be asked. */
  readonly isDatabaseDown: (error: unknown) => boolean;
  readonly newRequestId: () => string;
  /** Told of every call by its route's pattern; the function that is returned is told its status. */
  readonly observe?: (method: string, route: string) => (status: number) => void;
  readonly log: Log;
  /** Address of the error reference, for the `docs` field. */
  readonly docsUrl: string;
};
