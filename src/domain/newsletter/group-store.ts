/** What sending asks about groups. */
export type GroupLookup = {
  /** The ids that exist among `ids`. */
  existing(ids: readonly number[]): Promise<readonly number[]>;
};
