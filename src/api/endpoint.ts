import type { z } from "zod";

import type { ErrorCode } from "#contract/errors";
import type { Caller, Capability } from "#domain/access/capability";
import type { Detail } from "#domain/error";
import type { IdempotentReply } from "#domain/messages/message-store";

/** What a call is besides its parameters. */
export type CallContext = {
  readonly caller: Caller;
  readonly ip: string;
  readonly requestId: string;
  /** Key and fingerprint of the Idempotency-Key header, where one came. */
  readonly idempotency: Pick<IdempotentReply, "key" | "fingerprint"> | null;
  /** What the caller ought to know of a call that is done all the same; `read` adds to it. */
  readonly warnings: string[];
};

export type Reply = {
  readonly status?: number;
  readonly message: string;
  readonly data: unknown;
  /** Fields that the contract puts beside `data`. */
  readonly top?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A reply whose body was written earlier, by the first call with this Idempotency-Key. */
export type Replay = { readonly replayed: true; readonly status: number; readonly body: string };

/** A reply that goes on: server-sent events, in UTF-8. */
export type Stream = {
  readonly stream: ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Access =
  | Capability
  /** Everybody, without credentials. */
  | "public"
  /** Any user of the host platform. */
  | "user"
  /** The user's own web session, never an application password. */
  | "session"
  /** A web session, or svc_users. */
  | "session_or_svc_users";

/**
 * One route of the contract. `read` turns parameters into the command of the domain and adds what is wrong with
 * them; `handle` does the work. Parsing, checks, idempotency and the envelope are `api/pipeline`'s.
 */
export type Endpoint<Input extends z.ZodObject = z.ZodObject, Command = unknown> = {
  /** Its name in generated clients, a verb first: `sendMessage`. Never changed within a version of the API. */
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base path, with `{name}` for path parameters: `/users/{id}`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly input: Input;
  /** No parameter is required alone, and a call without any is always refused. */
  readonly needsBody?: true;
  /** Answers server-sent events; `data` is then the schema of each event's data. */
  readonly stream?: true;
  /** Schema of `data` on success. */
  readonly data: z.ZodType;
  /** Schema of the fields beside `data`, where the contract puts some there. */
  readonly top?: z.ZodObject;
  readonly status?: 200 | 201;
  /** Errors beside those that every route may answer. */
  readonly errors?: readonly ErrorCode[];
  /**
   * How an Idempotency-Key is honoured on a POST. `transaction` (default): work and key commit together.
   * `own`: the handler does it. `secret`: as `transaction`, but the reply is not kept.
   */
  readonly idempotency?: "transaction" | "own" | "secret";
  /** Why a name that callers try is not taken, and what to do instead: goes on after "is not known here". */
  readonly hints?: Readonly<Record<string, string>>;
  readonly read?: (
    fields: Partial<z.output<Input>>,
    context: CallContext,
    issues: Detail[],
  ) => Promise<Command> | Command;
  readonly handle: (command: Command, context: CallContext) => Promise<Reply | Replay | Stream>;
};

/** Declares an endpoint; the function only fixes the types. Without `read` the command is the parsed input. */
export function endpoint<Input extends z.ZodObject, Command = z.output<Input>>(
  definition: Endpoint<Input, Command>,
): Endpoint {
  return definition as unknown as Endpoint;
}
