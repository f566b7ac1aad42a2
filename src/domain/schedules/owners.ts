/** Why the service pauses a schedule by itself. */
export type PauseReason = "owner_gone" | "owner_may_not_send";

/** Whether the users who answer for schedules still exist and may send. */
export type ScheduleOwners = {
  /** null: nothing is against a run, or the platform cannot tell. undefined: not known yet. */
  verdict(owner: string): PauseReason | null | undefined;
  /** Asks the platform about owners; resolves when each has a verdict. Outside a transaction: it may be another server. */
  learn(owners: readonly string[]): Promise<void>;
};
