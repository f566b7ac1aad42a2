import type { Caller } from "../access/capability.ts";
import type { PeopleDeps } from "./ports.ts";

/** To be called in a transaction of the users. false: there was none. */
export async function removeSecondFactor(ports: PeopleDeps, by: Caller, id: number): Promise<boolean> {
  if (!(await ports.secondFactors.remove(id))) return false;
  await ports.users.record("second_factor.disabled", { user_id: id, by: by.principal });
  return true;
}
