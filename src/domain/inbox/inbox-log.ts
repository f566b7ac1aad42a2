/** A message that a person sent to us, as the log shows it. `at` in milliseconds since 1970. */
export type InboxEntry = {
  readonly id: number;
  readonly at: number;
  /** E.164 if the sender is a phone number, otherwise as the provider wrote it. */
  readonly sender: string;
  readonly recipient: string;
  readonly text: string;
  readonly media: readonly string[];
  readonly keyword: string | null;
  readonly gateway: string;
};

/** The filter; null: anything. `from` is inclusive and `to` exclusive, in milliseconds since 1970. */
export type InboxFilter = {
  readonly from: number | null;
  readonly to: number | null;
  readonly sender: string | null;
  readonly gateway: string | null;
  readonly keyword: string | null;
  /** Only entries with a smaller id. */
  readonly before: number | null;
  readonly limit: number;
};

export type InboxLog = {
  /** Newest first. */
  list(filter: InboxFilter): Promise<readonly InboxEntry[]>;
};
