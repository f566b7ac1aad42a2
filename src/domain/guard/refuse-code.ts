import { counted } from "#lib/counted";

import { DomainError } from "../error.ts";
import type { GuardRefusal } from "./guard.ts";

/** The error for a code that the guard refused: the same for every number that is refused for that reason. */
export function refusedCode(refusal: GuardRefusal, field: string): DomainError {
  if (refusal.why === "destination") {
    const message = "is in a range or country to which this site sends no codes";
    return new DomainError("invalid_parameter", `${field} ${message}.`, [
      { field, code: "destination_blocked", message },
    ]);
  }
  const { why, retryAfter } = refusal;
  return new DomainError(
    "too_many_requests",
    `Too many codes were requested. Try again in ${counted(retryAfter, "second")}.`,
    [],
    { retry_after: retryAfter, limit: why },
  );
}
