import type { ChainedFields } from "./chain.ts";

/** A record as it is stored, with what its person's row says about the chain. */
export type StoredRecord = {
  readonly id: number;
  readonly fields: ChainedFields;
  readonly sealed: Buffer;
  readonly hash: Buffer;
  readonly person: {
    readonly length: number;
    readonly head: Buffer;
    /** Both null after an erasure. */
    readonly lookup: Buffer | null;
    readonly sealedKey: Buffer | null;
  };
};

export type StoredSeal = {
  readonly number: number;
  readonly recordIds: readonly number[];
  readonly root: Buffer;
  readonly mac: Buffer;
};

export type LedgerSize = {
  readonly records: number;
  readonly people: number;
  readonly seals: number;
  /** Records in seals. */
  readonly listed: number;
  /** Records that wait for their seal. */
  readonly unsealed: number;
};

/** Reads the ledger for its verification. */
export type LedgerReader = {
  /** Runs `work` on the state of one instant. */
  snapshot<T>(work: () => Promise<T>): Promise<T>;
  size(): Promise<LedgerSize>;
  /** The next records by person and position; of `people` only, if given. */
  records(
    after: { readonly personId: number; readonly seq: number },
    limit: number,
    people: readonly number[] | null,
  ): Promise<readonly StoredRecord[]>;
  /** A person who has fewer records than their row says, if there is one: none at all. */
  emptyPerson(): Promise<number | null>;
  /** A record whose person has no row, if there is one. */
  orphan(): Promise<number | null>;
  /** The next seals by number. */
  seals(after: number, limit: number): Promise<readonly StoredSeal[]>;
  /** The hashes of these records, in their order; null: there is no such record. */
  hashes(ids: readonly number[]): Promise<readonly (Buffer | null)[]>;
  /** A record that no seal lists and that does not wait for one, if there is one. */
  unlisted(): Promise<number | null>;
  /** People of the newest records, and others from the whole ledger. */
  sample(newest: number, others: number): Promise<readonly number[]>;
};
