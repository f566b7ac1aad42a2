import { counted } from "#lib/counted";

import { DomainError, invalidParameters } from "../error.ts";
import type { GuardRefusal } from "./guard.ts";

/** The error for any code that is not accepted; it does not reveal the reason. */
export function wrongCode(): DomainError {
  return new DomainError("verification_failed", "The code is wrong or no longer valid.");
}

/** The error for a code that the guard refused: the same for every number that is refused for that reason. */
export function refusedCode(refusal: GuardRefusal, field: string): DomainError {
  if (refusal.why === "destination") {
    const message = "is in a range or country to which this site sends no codes";
    return invalidParameters([{ field, code: "destination_blocked", message }]);
  }
  const { why, retryAfter } = refusal;
  return new DomainError(
    "too_many_requests",
    `Too many codes were requested. Try again in ${counted(retryAfter, "second")}.`,
    [],
    { retry_after: retryAfter, limit: why },
  );
}
