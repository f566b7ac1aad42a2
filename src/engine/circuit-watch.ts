import type { GatewayStates } from "#domain/gateways/gateway-states";
import type { HealthStatus, HealthOf } from "#domain/routing/serving";
import type { Clock } from "#lib/time";

import type { Circuit } from "./circuit.ts";
import { workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

/** How soon a hanging gateway is detected and its waiting deliveries are released to other gateways. */
const POLL_MS = 250;

export type Watched = {
  readonly name: string;
  readonly circuit: Circuit;
  /** Releases deliveries that are claimed but not on the wire. */
  readonly releaseReady: () => void;
};

/**
 * Copies the stored pauses into the circuits. Must be called before the health of a circuit is read: otherwise the
 * circuit may still report a pause that has ended.
 */
export function pausesInto(options: {
  readonly pauses: () => ReturnType<GatewayStates["paused"]>;
  readonly clock: Clock;
}): (name: string, circuit: Circuit) => void {
  const pausedUntil = new Map<string, number>();
  return (name, circuit) => {
    const pause = options.pauses().get(name);
    const known = pausedUntil.get(name);
    if (pause && known !== pause.until) {
      pausedUntil.set(name, pause.until);
      circuit.paused(pause.until, pause.reason);
    } else if (!pause && known !== undefined) {
      pausedUntil.delete(name);
      // The pause ended early: a user reported that the gateway is healthy.
      if (known > options.clock.now()) circuit.reset();
    }
  };
}

/**
 * Watches all gateways of a node together: a gateway that others should replace releases its claims, and the gateways
 * that can now accept deliveries are woken.
 */
export function circuitWatch(
  options: LoopDeps & {
    readonly gateways: () => readonly Watched[];
    /** Copies the stored pauses into the circuit first: {@link pausesInto}. */
    readonly healthOf: HealthOf;
    readonly replaceable: (name: string) => boolean;
    readonly wake: () => void;
  },
): WorkerLoop {
  const before = new Map<string, HealthStatus>();

  function poll({ name, circuit, releaseReady }: Watched): boolean {
    const { status } = options.healthOf(name);
    const last = before.get(name) ?? "up";
    if (status === last) return false;
    before.set(name, status);
    const { reason } = circuit.health();
    options.log(status === "up" ? "info" : "warn", `gateway is ${status}`, {
      gateway: name,
      ...(reason && { reason }),
    });
    if ((status === "degraded" || status === "down") && options.replaceable(name)) releaseReady();
    return true;
  }

  return workerLoop({
    name: "circuits",
    log: options.log,
    random: options.random,
    async step() {
      const changed = options.gateways().map(poll);
      if (changed.includes(true)) options.wake();
      return POLL_MS;
    },
  });
}
