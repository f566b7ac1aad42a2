import type { Caller, Capability } from "../access/capability.ts";
import { isInStanding } from "../access/standing.ts";
import { DomainError } from "../error.ts";
import type { PeopleDeps } from "./people-deps.ts";

/**
 * Carries out one change of users, roles or credentials at a time, if the caller may still make it. Between the check
 * of a call's credentials and this lock, another call may have ended them: a thief whose session is ended by a new
 * password must not replace that password, nor leave a way in behind.
 *
 * @throws DomainError `unauthorized`, `forbidden`
 */
export async function withAccountsLock<T>(
  { users, readStanding }: Pick<PeopleDeps, "users" | "readStanding">,
  by: Caller,
  work: () => Promise<T>,
): Promise<T> {
  return users.exclusive(async () => {
    const [standing = null] = await readStanding([by]);
    requireStanding(by, standing);
    return work();
  });
}

/**
 * @param standing what the caller may do now; null: the account or the credentials have ended
 * @throws DomainError `unauthorized`, `forbidden`
 */
export function requireStanding(by: Caller, standing: ReadonlySet<Capability> | null): void {
  if (!standing) throw new DomainError("unauthorized", "Your session or application password has ended.");
  if (!isInStanding(by, standing)) throw new DomainError("forbidden", "You have lost a capability meanwhile.");
}
