/** One of the audience's people; their number identifies them. */
type Person = { readonly id: number; readonly name: string; readonly number: string };

/** What was pasted: people with a name and a number, and entries that are taken for numbers. */
export type Pasted = { readonly people: readonly Person[]; readonly numbers: readonly string[] };

const NUMBER = /^[+(\d][\d\s().-]{5,}$/;
const isNumber = (cell: string): boolean => NUMBER.test(cell) && !/^\d{4}-\d\d-\d\d$/.test(cell);
const hasLetters = (cell: string): boolean => /\p{L}/u.test(cell);

/**
 * Rows of a spreadsheet with a number and a name; null if no row has both. A row without a digit is the heads of the
 * columns.
 */
export function pastedRows(text: string): Pasted | null {
  const rows = text
    .split(/[\n\r]+/)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => /\d/.test(cell)));
  const people: Person[] = [];
  const numbers: string[] = [];
  for (const cells of rows) {
    const found = cells.filter(isNumber);
    const name = nameIn(cells);
    if (found.length === 1 && name !== "") people.push({ id: 0, name, number: found[0]! });
    else numbers.push(...cells);
  }
  return people.length > 0 ? { people, numbers } : null;
}

const cellsOf = (row: string): readonly string[] =>
  row
    .split(row.includes("\t") ? "\t" : /[,;،؛]/)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"))
    .filter((cell) => cell !== "");

/** First and last name may be columns of their own, beside each other. */
function nameIn(cells: readonly string[]): string {
  const first = cells.findIndex((cell) => hasLetters(cell) && !/[\d@]/.test(cell));
  if (first === -1) return "";
  const next = cells[first + 1];
  const isWord = (cell: string): boolean => /^[\p{L}\p{M}'’-]+$/u.test(cell);
  return next !== undefined && isWord(cells[first]!) && isWord(next) ? `${cells[first]} ${next}` : cells[first]!;
}
