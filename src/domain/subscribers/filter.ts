export const MAX_CONDITIONS = 20;

export const operators = ["is", "is_not", "contains", "before", "after", "greater", "less", "set", "not_set"] as const;
export type Operator = (typeof operators)[number];

/** The subjects of a filter besides custom fields. */
export const filterSubjects = ["group_id", "state", "created_at", "country", "name", "locale", "time_zone"] as const;
export type FilterSubject = (typeof filterSubjects)[number];

export const FIELD_PREFIX = "custom_fields.";

/** One condition, checked; `value` is in the form that is stored, absent for `set` and `not_set`. */
export type Condition = {
  /** A subject, or `custom_fields.` and a key. */
  readonly field: string;
  readonly op: Operator;
  readonly value?: string | number | boolean | undefined;
};

/** Matches people who meet each of `all` and, if there are any, one of `any`. Together they are never empty. */
export type Filter = { readonly all: readonly Condition[]; readonly any: readonly Condition[] };
