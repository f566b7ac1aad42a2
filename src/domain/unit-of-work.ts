/** What is written within one is committed together or not at all: nothing of it where `work` throws. */
export type UnitOfWork = {
  /** Runs `work` in one transaction. Within another unit of work it is a part of that, and ends with it. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * As `transaction`, for what must be committed, or undone, when it returns: a failure that is to be counted, a lock
   * that may not outlast it, a word to other workers. Within another unit of work it throws, and nothing was done.
   */
  ownTransaction<T>(work: () => Promise<T>): Promise<T>;
};
