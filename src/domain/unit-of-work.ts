/** Everything written within one is committed together, or not at all if `work` throws. */
export type UnitOfWork = {
  /** Runs `work` in one transaction. Within another unit of work, it becomes part of that one and ends with it. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Like `transaction`, for what must be committed, or rolled back, when it returns: a failure to be counted, a lock
   * that must not outlast it, a notification to other workers. Within another unit of work it throws without doing
   * anything.
   */
  ownTransaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction on another session, beside the surrounding one, which neither sees it nor can undo it.
   * Whoever waits for it must hold no lock that it needs: the database cannot detect that. Its commit does not wait for
   * the disk: until the next commit elsewhere, such as that of the surrounding one, a crash of the server undoes all of
   * it. So it must note by itself what it has done.
   */
  beside<T>(work: () => Promise<T>): Promise<T>;
  /** How many transactions can begin now without waiting for a session of another. */
  freeSessions(): number;
  inTransaction(): boolean;
};
