import { t } from "./translate.ts";

/** `a, b, c`, with the comma of the reader's writing. */
export const commas = (items: readonly string[]): string => items.join(t`, `);
