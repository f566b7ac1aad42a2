export type SetupLinkStore = {
  /** In place of the user's earlier link. @param link.seconds until it expires */
  replace(link: { readonly userId: number; readonly hash: Buffer; readonly seconds: number }): Promise<void>;
  /** The user whose link is valid; null: there is none. */
  find(hash: Buffer): Promise<number | null>;
  /** The same, and uses it up. */
  take(hash: Buffer): Promise<number | null>;
  /** The user's link ends, if there is one. */
  remove(userId: number): Promise<void>;
};
