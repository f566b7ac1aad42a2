/** Why nothing is sent through a gateway for a while. */
export type Pause = {
  readonly code: string;
  readonly reason: string;
  /** Milliseconds since 1970, database time. */
  readonly until: number;
  /** When it began; absent if it was not recorded. */
  readonly since?: number;
};

/** The code of a pause that a person began. */
export const HELD_BY_PERSON = "paused_by_operator";

/** The reason of such a pause where the person gave none. */
export const NO_REASON = "paused by a person";

/** Whether a pause ends only when a person ends it. */
export function isHeld({ code }: Pick<Pause, "code">): boolean {
  return code === HELD_BY_PERSON;
}

/** What all nodes must know about a gateway at run time. */
export type GatewayStates = {
  /**
   * Pauses a gateway for at least `ms` from now; a longer pause stays. Resolves when it is stored.
   *
   * @param version the stored gateway's that the reason is about. With another one by now, nothing is paused: the answer
   *   says nothing about settings that have replaced those of the call
   * @returns whether the pause began now; false: it was paused before, or nothing is paused
   */
  pause(name: string, code: string, reason: string, ms: number, version?: number): Promise<boolean>;
  /** Pauses a gateway until a person resumes it. Returns false if it was already paused that way. */
  hold(name: string, reason: string, by: string): Promise<boolean>;
  /** Ends a pause. Returns whether there was one. */
  lift(name: string): Promise<boolean>;
  /** Ends a pause that no person began. */
  liftAutomatic(name: string): Promise<void>;
  /** The gateways that are paused at this moment, as of the last `refresh`. */
  paused(): ReadonlyMap<string, Pause>;
  /** Reads the pauses that other nodes stored. */
  refresh(): Promise<void>;
};
