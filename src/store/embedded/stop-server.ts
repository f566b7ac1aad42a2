import { end, type Plan, type Running } from "./postmaster.ts";
import { stopOnWindows } from "./windows.ts";

/**
 * Stops the server of a plan as its platform requires.
 *
 * @throws EmbeddedError stop_failed
 */
export async function stopServer(plan: Plan, running: Pick<Running, "pid" | "gone">, millis: number): Promise<void> {
  if (plan.env.platform === "win32") await stopOnWindows(plan, millis);
  else await end(running, millis, plan.log);
}
