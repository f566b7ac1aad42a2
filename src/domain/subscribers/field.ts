export const fieldTypes = ["text", "number", "date", "choice", "yes_no"] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A property of subscribers that the operator defined: the values under `key` in their custom fields are checked. */
export type Field = {
  /** As in `custom_fields`; never changes. */
  readonly key: string;
  readonly label: string;
  /** Never changes: stored values would no longer fit. */
  readonly type: FieldType;
  /** Of a `choice`; otherwise empty. */
  readonly choices: readonly string[];
  readonly required: boolean;
  /** Values are kept, but none is accepted any more. Milliseconds since 1970; null: in use. */
  readonly archivedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type FieldDraft = Pick<Field, "key" | "label" | "type" | "choices" | "required">;

export type FieldChange = {
  readonly label?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly required?: boolean | undefined;
  readonly archived?: boolean | undefined;
};

export type FieldStore = {
  /** All of them, ordered by key: there are at most as many as a subscriber may have values. */
  all(): Promise<readonly Field[]>;
  find(key: string): Promise<Field | null>;
  /** Until the surrounding transaction ends, no other call changes fields, and no values are being stored. */
  lock(): Promise<void>;
  /**
   * No field changes, until the surrounding transaction ends: for code that reads definitions to store values by them.
   */
  lockForValues(): Promise<void>;
  create(draft: FieldDraft): Promise<Field>;
  update(key: string, change: FieldChange): Promise<Field>;
  remove(key: string): Promise<void>;
  /** Whether any subscriber has a value under this key, or one of `values` if they are given. */
  isUsed(key: string, values?: readonly string[]): Promise<boolean>;
  /** Whether a job that is not finished may store values under this key. */
  isAwaited(key: string): Promise<boolean>;
};
