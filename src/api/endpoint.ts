import type { z } from "zod";

import type { ErrorCode } from "#contract/errors";
import type { Caller, Capability } from "#domain/access/capability";
import type { Detail } from "#domain/error";
import type { IdempotentReply } from "#domain/messages/message-store";
import type { Method } from "#lib/http-methods";

import type { Browser } from "./access/browser.ts";

/** The context of a call besides its parameters. */
export type CallContext = {
  readonly caller: Caller;
  readonly ip: string;
  readonly requestId: string;
  /** Key and fingerprint of the Idempotency-Key header, if there is one. */
  readonly idempotency: Pick<IdempotentReply, "key" | "fingerprint"> | null;
  /** The header of a reader that reopens a stream of events: the id of the last event that it received. */
  readonly lastEventId: string | null;
  /** The file of an endpoint with `upload`. */
  readonly upload?: AsyncIterable<Uint8Array>;
  /** Warnings about a call that is carried out nevertheless; `read` may add some. */
  readonly warnings: string[];
  /** The browser that made the call, as its headers describe it. */
  readonly browser: () => Browser;
};

export type Reply = {
  readonly status?: number;
  readonly message: string;
  readonly data: unknown;
  /** The body as `bodyOf` makes it, if the handler has stored it. */
  readonly body?: string;
  /** Fields that the contract puts next to `data`. */
  readonly top?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * A response whose body was written earlier, by the first call with this Idempotency-Key; null: it was erased since.
 * `originalAt`: when that was, in milliseconds since 1970.
 */
export type Replay = {
  readonly replayed: true;
  readonly status: number;
  readonly body: string | null;
  readonly originalAt: number;
};

/** A streaming response, in UTF-8. */
export type Stream = {
  readonly stream: ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Access =
  | Capability
  /** Everyone, without credentials. */
  | "public"
  /** Any user of the host platform. */
  | "user"
  /** The user's own web session, never an application password. */
  | "session"
  /** A web session, or svc_users. */
  | "session_or_svc_users";

/**
 * One route of the contract. `read` turns parameters into the command of the domain and adds their issues; `handle`
 * does the work, in the transaction of the Idempotency-Key if the call has one. Parsing, checks, idempotency and the
 * envelope belong to `api/pipeline`.
 */
export type Endpoint<Input extends z.ZodObject = z.ZodObject, Command = unknown, Prepared = Command> = {
  /** Its name in generated clients, a verb first: `sendMessage`. Never changed within a version of the API. */
  readonly operationId: string;
  readonly method: Method;
  /** Below the base path, with `{name}` for path parameters: `/users/{id}`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly input: Input;
  /**
   * The body is a file of one of these types, of at most `most` bytes, which `handle` reads from `context.upload` as it
   * arrives; parameters are in the query. A small file may be the field `file` of a multipart form instead.
   */
  readonly upload?: { readonly types: readonly string[]; readonly most: number };
  /** Maximum bytes of the body, if it is less than that of every route. */
  readonly bodyBytes?: number;
  /** No single parameter is required, but a call without any is always refused. */
  readonly needsBody?: true;
  /** Returns server-sent events, and `data` is the schema of each event's data; or a CSV file. */
  readonly stream?: true | "csv";
  /** Queries the platform, which therefore sends the caller here instead of waiting for the reply. */
  readonly queriesPlatform?: true;
  /** Schema of `data` on success. */
  readonly data: z.ZodType;
  /** Schema of the fields next to `data`, if the contract puts any there. */
  readonly top?: z.ZodObject;
  readonly status?: 200 | 201;
  /** Errors besides those that every route may return. */
  readonly errors?: readonly ErrorCode[];
  /**
   * How an Idempotency-Key is honored on a POST. `transaction` (default): work and key commit together.
   * `own`: the handler does it. `secret`: like `transaction`, but the response is not stored.
   */
  readonly idempotency?: "transaction" | "own" | "secret";
  /** Why a name that callers try is not accepted, and what to do instead: follows "is not known here". */
  readonly hints?: Readonly<Record<string, string>>;
  readonly read?: (
    fields: Partial<z.output<Input>>,
    context: CallContext,
    issues: Detail[],
  ) => Promise<Command> | Command;
  /**
   * Runs before `handle` and outside its transaction: for a call to a provider or a wait for another part of the
   * service, during which no database session must be held. A repeated call gets the first response without running it.
   */
  readonly prepare?: (command: Command, context: CallContext) => Promise<Prepared>;
  readonly handle: (command: Prepared, context: CallContext) => Promise<Reply | Replay | Stream>;
};

/** Declares an endpoint; the function only infers the types. Without `read`, the command is the parsed input. */
export function endpoint<Input extends z.ZodObject, Command = z.output<Input>, Prepared = Command>(
  definition: Endpoint<Input, Command, Prepared>,
): Endpoint {
  return definition as unknown as Endpoint;
}
