/** Numbers that are used once, on all nodes together. */
export type NonceStore = {
  /** Resolves to false: it was used before, here or on another node. */
  take(nonce: string): Promise<boolean>;
};
