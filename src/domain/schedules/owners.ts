/** Why the service pauses a schedule by itself. */
export const pauseReasons = ["owner_gone", "owner_may_not_send"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Whether the owners of schedules still exist and may send. */
export type ScheduleOwners = {
  /** null: a run is permitted, or the platform cannot tell. undefined: not known yet. */
  verdict(owner: string): PauseReason | null | undefined;
  /**
   * Queries the platform about owners; resolves when each has a verdict. Outside a transaction: it may be another
   * server.
   */
  learn(owners: readonly string[]): Promise<ReadonlyMap<string, PauseReason | null>>;
};
