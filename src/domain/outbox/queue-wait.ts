import type { GatewayBoard, GatewayHealth } from "../gateways/gateway-board.ts";
import { isHeld } from "../gateways/gateway-states.ts";

/** Why a queued delivery does not leave. */
export type QueueWait = {
  /** One plain sentence. */
  readonly text: string;
  readonly gateway?: string;
  /** The code of the pause, and when the gateway is tried again unless a person paused it. */
  readonly code?: string;
  readonly until?: Date;
};

/**
 * What keeps a queued delivery from leaving: no gateway is left for it, or all of them are paused. null: only the
 * deliveries before it.
 *
 * @param candidates the gateways that its route may give it to, as configured now
 */
export function queueWait(candidates: readonly string[], health: GatewayBoard["health"]): QueueWait | null {
  if (candidates.length === 0) return { text: "Waiting: no configured gateway accepts it." };
  const pauses = candidates.map((name) => ({ name, pause: health(name).pause }));
  if (pauses.some(({ pause }) => pause === null)) return null;
  const { name, pause } = pauses.toSorted((a, b) => endOf(a.pause) - endOf(b.pause))[0]!;
  const why = pause!.reason.trim().replace(/[.!]$/, "") || pause!.code;
  return {
    text:
      pauses.length > 1
        ? `Waiting: ${name} is paused (${why}). So are the others that could send it.`
        : `Waiting: ${name} is paused (${why}).`,
    gateway: name,
    code: pause!.code,
    ...(!isHeld(pause!) && { until: new Date(pause!.until) }),
  };
}

/** A pause by a person has no planned end. */
const endOf = (pause: GatewayHealth["pause"]): number => (!pause || isHeld(pause) ? Infinity : pause.until);
