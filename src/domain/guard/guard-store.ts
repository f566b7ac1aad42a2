/** What codes are counted by. Buffers are keyed hashes of 32 bytes. */
export type GuardKeys = {
  readonly number: Buffer;
  readonly prefix: Buffer;
  readonly address: Buffer | null;
  readonly country: string;
};

export type Scope = keyof GuardKeys | "site";

/** The codes of one scope within one window of time. */
export type WindowCount = {
  readonly sent: number;
  readonly verified: number;
  /** Seconds since the first of them that was not verified; null if there is none. */
  readonly oldestAge: number | null;
};

/** The last codes of one scope that people have had time to type. */
export type Sample = {
  readonly sent: number;
  readonly verified: number;
  /** Seconds since the newest of them. */
  readonly newestAge: number;
};

export type GuardCounts = {
  /** In the order of the requested windows; null: that one is unlimited. */
  readonly windows: readonly (WindowCount | null)[];
  readonly prefix: Sample;
  readonly country: Sample;
};

export type CountryShare = { readonly country: string; readonly sent: number; readonly verified: number };

/** The codes sent in the last two days, by the database's clock. */
export type GuardStore = {
  /** Locks the counted keys until the surrounding transaction ends, which serializes takes on all nodes. */
  lock(locks: readonly bigint[]): Promise<void>;
  /**
   * @param limited for each window whether it is limited; @param prefixSample how many codes of the prefix to look at
   */
  counts(keys: GuardKeys, limited: readonly boolean[], prefixSample: number): Promise<GuardCounts>;
  add(keys: GuardKeys, purpose: string): Promise<void>;
  /** Notes that the owner of the number has typed a code; it counts for all codes sent to it in the last day. */
  verified(number: Buffer): Promise<void>;
  /** Of each country: its last codes that people have had time to type, at most as many as a country is judged by. */
  shares(): Promise<readonly CountryShare[]>;
};
