import { errors, type ErrorCode } from "#contract/errors";
import { DomainError, type Detail } from "#domain/error";

type MoreOfError = {
  details?: readonly Detail[];
  facts?: Record<string, unknown>;
  headers?: Record<string, string>;
  originalAt?: number;
  cause?: unknown;
};

/** Ends a call with an error of the catalog. Domain errors are converted to one of these at the edge. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly code: ErrorCode;
  readonly details: readonly Detail[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** If this call repeats an earlier one: when that was executed or refused. Otherwise null. */
  readonly originalAt: number | null;

  constructor(code: ErrorCode, message: string, more: MoreOfError = {}) {
    super(message, { cause: more.cause });
    this.code = code;
    this.details = more.details ?? [];
    this.facts = more.facts ?? {};
    this.headers = more.headers ?? {};
    this.originalAt = more.originalAt ?? null;
  }
}

/** An error with the sentence that the catalog has for it. */
export function catalogError(code: ErrorCode, more?: MoreOfError): HttpError {
  return new HttpError(code, errors[code].sentence, more);
}

/** One sentence for any number of invalid parameters. */
export function invalidParameters(details: readonly Detail[]): HttpError {
  return new HttpError("invalid_parameter", sentenceOf(details), { details });
}

/** @param details unknown names first, then all other issues */
export function unknownParameters(details: readonly Detail[]): HttpError {
  return new HttpError("unknown_parameter", sentenceOf(details), { details });
}

function sentenceOf([first, ...others]: readonly Detail[]): string {
  const rest = others.length;
  const more =
    rest === 0 ? "" : rest === 1 ? " One more parameter is invalid." : ` ${rest} more parameters are invalid.`;
  const end = first!.message.endsWith("?") ? "" : ".";
  return `${first!.field} ${first!.message}${end}${more}`;
}

/** Every error code of the domain is in the catalog: this line does not compile if one is missing. */
export function httpErrorOf(error: DomainError): HttpError {
  const code: ErrorCode = error.code;
  const seconds = error.facts["retry_after"] ?? (code.endsWith("_unavailable") ? 5 : undefined);
  const retry: Record<string, string> = typeof seconds === "number" ? { "Retry-After": `${seconds}` } : {};
  return new HttpError(code, error.message, {
    details: error.details,
    facts: { ...error.facts },
    headers: retry,
    cause: error,
  });
}
