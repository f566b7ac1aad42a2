import type { Caller } from "../access/capability.ts";
import type { FailedTries } from "../access/failed-tries.ts";
import { DomainError } from "../error.ts";
import type { PeopleDeps } from "./people-deps.ts";
import type { User } from "./user-store.ts";

/** The caller's web password, once more. */
export type PasswordProof = { readonly password: string; readonly ip: string };

/**
 * Requires the caller's own web password once more, for what a borrowed session must not change. Wrong ones count as
 * failed sign-ins.
 *
 * @param given.field the parameter to report
 * @throws DomainError `invalid_parameter`, `too_many_requests`
 */
export async function requireOwnPassword(
  ports: PeopleDeps & { readonly tries: FailedTries },
  by: Caller,
  given: PasswordProof & { readonly field: string },
): Promise<User> {
  ports.tries.attempt(given.ip, by.username);
  const user = await ports.users.findByLogin(by.username);
  if (
    !(await ports.credentials.verifyWebPassword(user?.passwordHash ?? null, given.password, { isKnown: true })) ||
    !user
  ) {
    throw new DomainError("invalid_parameter", "The current password is wrong.", [
      { field: given.field, code: "invalid_format", message: "is wrong" },
    ]);
  }
  ports.tries.forgive(given.ip, by.username);
  return user;
}
