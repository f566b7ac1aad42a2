export type SavedReply = { readonly status: number; readonly body: string };

export type IdempotentRun =
  | { readonly kind: "done"; readonly reply: SavedReply }
  | { readonly kind: "replayed"; readonly status: number; readonly body: string | null }
  | { readonly kind: "mismatch" }
  | { readonly kind: "in_flight" };

export type IdempotencyKey = { readonly key: Buffer; readonly fingerprint: Buffer };

export type IdempotencyStore = {
  /**
   * Runs `work` once per key: key and work commit together. A reply that is not `keep` leaves the key free; its
   * own writes are rolled back with it.
   *
   * @param keepBody false: the reply holds a secret, so only the fact is kept
   */
  run(
    key: IdempotencyKey,
    keepBody: boolean,
    work: () => Promise<{ readonly reply: SavedReply; readonly keep: boolean }>,
  ): Promise<IdempotentRun>;
  /** Keeps a final answer of a call that changed nothing. */
  save(key: IdempotencyKey, reply: SavedReply): Promise<void>;
  /** What an earlier call with the key was answered, or null. */
  find(key: IdempotencyKey): Promise<Exclude<IdempotentRun, { kind: "done" }> | null>;
};
