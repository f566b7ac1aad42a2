/** The errors that a domain rule can raise. `contract/errors` assigns each a status and a page. */
export type DomainErrorCode =
  | "invalid_parameter"
  | "selector_conflict"
  | "no_recipients"
  | "gateway_cannot"
  | "verification_failed"
  | "addon_required"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "consent_required"
  | "no_gateway"
  | "spend_cap_reached"
  | "insufficient_credit"
  | "no_commerce"
  | "no_phone_numbers"
  | "not_in_this_state"
  | "use_cursor"
  | "gateway_unreachable"
  | "host_unavailable"
  | "database_unavailable"
  | "too_many_requests"
  | "already_created"
  | "public_url_missing"
  | "passkeys_unavailable";

/** An issue with one parameter. `field` is a path as the caller wrote it: `numbers[2]`. */
export type Detail = {
  readonly field: string;
  readonly code: DetailCode;
  /** A phrase that follows the field's name: "is not a phone number". */
  readonly message: string;
  readonly value?: unknown;
  /** The value that was probably meant. */
  readonly suggestion?: string;
};

export type DetailCode =
  | "required"
  | "wrong_type"
  | "not_in_list"
  | "too_short"
  | "too_long"
  | "too_small"
  | "too_big"
  | "too_many"
  | "invalid_format"
  | "invalid_text"
  | "invalid_phone"
  | "invalid_date"
  | "in_the_past"
  | "too_far_ahead"
  | "end_before_start"
  | "unknown_group"
  | "unknown_segment"
  | "unknown_role"
  | "unknown_user"
  | "unknown_gateway"
  | "unknown_parameter"
  | "invalid_url"
  | "private_address"
  | "not_supported"
  | "not_selected"
  | "not_together"
  | "archived_field"
  | "taken"
  | "destination_blocked"
  | "unknown_template"
  | "unknown_variable"
  | "missing_value";

/** Thrown if a rule refuses. The message is for the caller: one sentence, no internals. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: DomainErrorCode;
  readonly details: readonly Detail[];
  /** Facts for the caller besides the message, already in API form. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: DomainErrorCode,
    message: string,
    details: readonly Detail[] = [],
    facts: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.details = details;
    this.facts = facts;
  }
}

/** The error for parameters with these issues; its sentence is the first of them. */
export function invalidParameters(details: readonly Detail[]): DomainError {
  const { field, message } = details[0]!;
  return new DomainError("invalid_parameter", `${field} ${message}.`, details);
}

/** @param seconds until the same call may succeed */
export function tooManyRequests(message: string, seconds: number): DomainError {
  return new DomainError("too_many_requests", message, [], { retry_after: seconds });
}

/** Does not name the kind of object, because other languages would have to inflect it. */
export function nameTaken(name: string): DomainError {
  return new DomainError("conflict", `There is already one with the name ${name.trim()}.`, [
    { field: "name", code: "taken", message: "is already the name of another one", value: name },
  ]);
}
