export type SavedReply = { readonly status: number; readonly body: string };

/** The response to an earlier call. `originalAt`: when it was stored, in milliseconds since 1970. */
export type StoredReply = {
  readonly kind: "replayed";
  readonly status: number;
  readonly body: string | null;
  readonly originalAt: number;
};

/** The run of an earlier call with the same key: its reply, or why there is none. */
export type EarlierRun = StoredReply | { readonly kind: "mismatch" } | { readonly kind: "in_flight" };

export type IdempotentRun = { readonly kind: "done"; readonly reply: SavedReply } | EarlierRun;

/**
 * Both are hashes in lower-case hexadecimal: `key`, 16 bytes, of caller, method, route and the caller's key;
 * `fingerprint` of what was called for, since the same key with something else is an error. As strings, since two buffers
 * for each of many calls cost 1.3 µs more.
 */
export type IdempotencyKey = { readonly key: string; readonly fingerprint: string };

export type IdempotencyStore = {
  /**
   * Runs `work` once per key: key and work commit together. A reply that is not `keep` leaves the key free, and its own
   * writes are rolled back.
   *
   * @param options.keepBody false: the reply contains a secret, so only the fact is stored
   */
  run(
    key: IdempotencyKey,
    options: { readonly keepBody: boolean },
    work: () => Promise<{ readonly reply: SavedReply; readonly keep: boolean }>,
  ): Promise<IdempotentRun>;
  /** Stores the final response of a call that changed nothing. */
  save(key: IdempotencyKey, reply: SavedReply): Promise<void>;
  /** The response to an earlier call with the key, or null. */
  find(key: IdempotencyKey): Promise<EarlierRun | null>;
  /** The same for each of several keys. */
  findAll(keys: readonly IdempotencyKey[]): Promise<readonly (EarlierRun | null)[]>;
};
