/** PostgreSQL stores neither a NUL character nor half a surrogate pair, which UTF-8 cannot write. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");
