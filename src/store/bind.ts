export type Bind = (value: unknown, type?: string) => string;

/** A statement composed at run time. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/**
 * Values of a statement composed at run time, in the order in which they are bound: PostgreSQL rejects a parameter that
 * the statement does not use.
 *
 * @param skip parameters that come before, from elsewhere
 */
export function binder(skip = 0): { readonly values: readonly unknown[]; readonly bind: Bind } {
  const values: unknown[] = [];
  return {
    values,
    bind: (value, type) => `$${skip + values.push(value)}${type === undefined ? "" : `::${type}`}`,
  };
}

/** Assignments for `set`, of the columns that have a value; null counts as a value. */
export function assignments(bind: Bind, columns: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => `${column} = ${bind(value)}`);
}
