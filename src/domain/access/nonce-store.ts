/** Numbers that may be used only once, across all nodes. */
export type NonceStore = {
  /** Resolves to false if it was used before, here or on another node. */
  take(nonce: string): Promise<boolean>;
};
