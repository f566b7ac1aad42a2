/** A text in the address: one of digits is a number there. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? `${value}` : undefined;
