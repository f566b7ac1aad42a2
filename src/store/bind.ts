export type Bind = (value: unknown, type?: string) => string;

/**
 * Values of a statement that is put together from what was asked, in the order in which they are bound: PostgreSQL takes
 * no parameter that stands nowhere.
 */
export function binder(): { readonly values: readonly unknown[]; readonly bind: Bind } {
  const values: unknown[] = [];
  return {
    values,
    bind: (value, type) => `$${values.push(value)}${type === undefined ? "" : `::${type}`}`,
  };
}

/** Assignments for `set`, of the columns that have a value; null is one. */
export function assignments(bind: Bind, columns: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => `${column} = ${bind(value)}`);
}
