import { machineMs } from "../providers/gateway-tally.ts";
import { eventually } from "./processes.ts";

/** A frozen process, as in a throttled cgroup or a long garbage collection. */
export type Frozen = {
  /**
   * Resolves when it continues: `ms` after it was stopped, or at once if that is over. With that moment by {@link
   * machineMs}: what arrives later was not on the wire when it was stopped.
   */
  wakeAfter(ms: number): Promise<number>;
};

/** SIGSTOP. A test specifies the length of a freeze by the computer's own clock, and does not wait for it. */
export function freeze(pid: number): Frozen {
  const since = machineMs();
  process.kill(pid, "SIGSTOP");
  return {
    async wakeAfter(ms) {
      await eventually(() => machineMs() - since >= ms, ms + 60_000);
      const woke = machineMs();
      process.kill(pid, "SIGCONT");
      return woke;
    },
  };
}
