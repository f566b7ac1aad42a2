/** What is thrown away with time. Each call removes one batch and returns how many rows went. */
export type PruningStore = {
  /** Idempotency keys that have been kept as long as was promised. */
  endIdempotencyKeys(hours: number, limit: number): Promise<number>;
  endSessions(limit: number): Promise<number>;
  /** Finished webhook deliveries of that age. `after` is the id to begin behind; `next` null: nothing old is left. */
  endWebhookDeliveries(days: number, after: number, limit: number): Promise<{ removed: number; next: number | null }>;
  /** Makes the partitions that will be needed soon. */
  ensurePartitions(): Promise<void>;
};
