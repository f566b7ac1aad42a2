/** What sending needs to know about groups. */
export type GroupLookup = {
  /** The ids that exist among `ids`. */
  existing(ids: readonly number[]): Promise<readonly number[]>;
  /** The ids of groups by these names, compared without case. */
  named(names: readonly string[]): Promise<ReadonlyMap<string, number>>;
};

export type GroupHold = {
  /** The ids that exist among `ids`; none of them is deleted before the surrounding transaction ends. */
  hold(ids: readonly number[]): Promise<readonly number[]>;
};
