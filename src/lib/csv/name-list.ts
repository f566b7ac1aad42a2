/** Names in one cell, separated by commas; one with a comma or a quotation mark is quoted, as in a CSV table. */
export const nameList = (names: readonly string[]): string =>
  names.map((name) => (/[",]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(", ");

/** The names in such a cell, without empty ones. A quotation mark elsewhere than around a name is part of it. */
export const namesIn = (cell: string): string[] =>
  Array.from(cell.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/g), ([, quoted, plain]) =>
    (quoted === undefined ? plain! : quoted.replaceAll('""', '"')).trim(),
  ).filter((name) => name !== "");
