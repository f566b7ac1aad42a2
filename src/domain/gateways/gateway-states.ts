/** Why nothing is sent through a gateway for a while. */
export type Pause = {
  readonly code: string;
  readonly reason: string;
  /** Milliseconds since 1970, database time. */
  readonly until: number;
  /** When it began; absent if it was not recorded. */
  readonly since?: number;
};

/** What all nodes must know about a gateway at run time. */
export type GatewayStates = {
  /** Pauses a gateway for at least `ms` from now; a longer pause stays. Resolves when it is stored. */
  pause(name: string, code: string, reason: string, ms: number): Promise<void>;
  /** Ends a pause. Returns whether there was one. */
  lift(name: string): Promise<boolean>;
  /** The gateways that are paused at this moment, as of the last `refresh`. */
  paused(): ReadonlyMap<string, Pause>;
  /** Reads the pauses that other nodes stored. */
  refresh(): Promise<void>;
};
