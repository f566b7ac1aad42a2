/** A word of a shell command: within single quotes, which know no escapes. */
export const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
