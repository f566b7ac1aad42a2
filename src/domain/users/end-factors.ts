import type { Caller } from "../access/capability.ts";
import type { PeopleDeps } from "./people-deps.ts";
import type { SignInMethods } from "./second-factor-store.ts";

type Ports = Pick<PeopleDeps, "secondFactors" | "passkeys" | "users">;
type By = Pick<Caller, "principal">;

/**
 * For a user who lost their devices: then the password alone opens a session, and the devices no longer do. Must be
 * called in a transaction of the users, like the other functions here.
 *
 * @returns what was removed; the second factor is the authenticator app with its recovery codes
 */
export async function endFactors(ports: Ports, by: By, id: number): Promise<SignInMethods> {
  return { secondFactor: await removeSecondFactor(ports, by, id), passkeys: await removePasskeys(ports, by, id) };
}

/** false: there was none. */
export async function removeSecondFactor(ports: Ports, by: By, id: number): Promise<boolean> {
  if (!(await ports.secondFactors.remove(id))) return false;
  await ports.users.record("second_factor.disabled", { user_id: id, by: by.principal });
  return true;
}

/** Ends the sessions that they opened too. Returns how many there were. */
export async function removePasskeys(ports: Ports, by: By, id: number): Promise<number> {
  const count = await ports.passkeys.removeAll(id);
  if (count > 0) await ports.users.record("passkey.removed", { user_id: id, count, by: by.principal });
  return count;
}
