/** The balance of a gateway as it was last read. */
export type StoredCredit = {
  readonly gateway: string;
  /** A decimal, exactly as reported by the provider. */
  readonly amount: string;
  readonly unit: string;
  readonly currency: string | null;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
};

export type CreditStore = {
  last(gateway: string): Promise<StoredCredit | null>;
  save(credit: Omit<StoredCredit, "checkedAt">): Promise<StoredCredit>;
};
