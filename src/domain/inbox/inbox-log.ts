/** A text that a person sent to us, as the log shows it. `at` in milliseconds since 1970. */
export type InboxEntry = {
  readonly id: number;
  readonly at: number;
  /** E.164 where the sender is a phone number, else as the provider wrote it. */
  readonly sender: string;
  readonly recipient: string;
  readonly text: string;
  readonly media: readonly string[];
  readonly keyword: string | null;
  readonly gateway: string;
};

/** What is looked for; null: anything. Milliseconds since 1970, the first inside and the first outside. */
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
