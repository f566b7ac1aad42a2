import { end, type Plan, type Running } from "./postmaster.ts";
import { stopOnWindows } from "./windows.ts";

/**
 * Stops the server of a plan, the way its platform wants it.
 *
 * @throws EmbeddedError stop_failed
 */
export async function stopServer(plan: Plan, running: Pick<Running, "pid" | "gone">, millis: number): Promise<void> {
  if (plan.env.platform === "win32") await stopOnWindows(plan, millis);
  else await end(running, millis, plan.log);
}
