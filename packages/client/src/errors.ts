import type { ErrorCode } from "./generated/error-codes.ts";

/** What is wrong with one parameter. */
export type ErrorDetail = {
  /** Path of the parameter, such as `numbers[2]`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly value?: unknown;
  /** The name or value that was probably meant. */
  readonly did_you_mean?: string;
};

/** The service refused a call, or failed to carry it out. */
export class TidingsError extends Error {
  override readonly name = "TidingsError";
  /** Decide by this, never by `message`. A newer service may return codes that this list lacks. */
  readonly code: ErrorCode;
  /** HTTP status. */
  readonly status: number;
  /** What is wrong with each parameter, by its path. */
  readonly params: Readonly<Record<string, string>>;
  readonly details: readonly ErrorDetail[];
  /** Facts of this error, such as `limit` or `message_id`, beside those above. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Names the call in the service's log. */
  readonly requestId: string;
  /** Address of the page that explains the code. */
  readonly docs: string;

  constructor(body: ErrorBody) {
    super(body.message);
    const { status, params = {}, details = [] } = body.data;
    this.code = body.code;
    this.status = status;
    this.params = params;
    this.details = details;
    this.data = body.data;
    this.requestId = body.request_id;
    this.docs = body.docs;
  }
}

/**
 * No usable response arrived: the network failed, the call timed out, or something other than the service answered. A
 * call that changes something may still have been carried out; it can be repeated with the same idempotency key.
 */
export class TidingsConnectionError extends Error {
  override readonly name = "TidingsConnectionError";
  /** HTTP status of a response that is not the service's; 0: a redirection, whose status a browser hides; null: none came. */
  readonly status: number | null;

  constructor(message: string, options: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
  }
}

/** The error envelope of the API. */
export type ErrorBody = {
  readonly status: "error";
  readonly code: ErrorCode;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly status: number;
    readonly params?: Readonly<Record<string, string>>;
    readonly details?: readonly ErrorDetail[];
  };
  readonly request_id: string;
  readonly docs: string;
};

/** A proxy in front of the service may answer with an error page of its own. */
export function isErrorBody(body: unknown): body is ErrorBody {
  const { status, code, message, data } = (body ?? {}) as Partial<ErrorBody>;
  return (
    status === "error" &&
    typeof code === "string" &&
    typeof message === "string" &&
    typeof data === "object" &&
    typeof data?.status === "number"
  );
}
