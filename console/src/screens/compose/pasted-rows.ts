import { plainDigits } from "../../lib/plain-digits.ts";

/** One of the audience's people; their number identifies them. */
type Person = { readonly id: number; readonly name: string; readonly number: string };

/** What was pasted: people with a name and a number, and entries that are taken for numbers. */
export type Pasted = { readonly people: readonly Person[]; readonly numbers: readonly string[] };

/** Around numbers that were copied from a directory or a text from right to left. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const DIGITS = /^[+(\d][\d\s()./\u2010-\u2015\u2212-]*$/;
const DATE = /^(?:\d{4}|\d{1,2})([-./])\d{1,2}\1(?:\d{4}|\d{1,2})$/;
/** Shorter ones are numbers of something else, if a row has a longer one. */
const SHORTEST = 6;
const hasLetters = (cell: string): boolean => /\p{L}/u.test(cell);

/**
 * Rows of a spreadsheet with a number and a name; null if no row has both. First rows without a number are the heads of
 * the columns.
 */
export function pastedRows(text: string): Pasted | null {
  const rows = text.split(/[\n\r]+/).map((row) => {
    const cells = cellsOf(row);
    return { cells, found: phonesIn(cells), name: nameIn(cells) };
  });
  const begin = rows.findIndex(({ found }) => found.length > 0);
  const people: Person[] = [];
  const numbers: string[] = [];
  for (const { cells, found, name } of begin === -1 ? [] : rows.slice(begin)) {
    if (found.length > 0 && name !== "") people.push(...found.map((number) => ({ id: 0, name, number })));
    else if (found.length > 0) numbers.push(...cells);
    // It is shown as wrong: otherwise nobody would notice who is missing.
    else if (cells.length > 0) numbers.push(name || cells.join(" "));
  }
  return people.length > 0 ? { people, numbers } : null;
}

const cellsOf = (row: string): readonly string[] =>
  (row.includes("\t") ? row.split("\t") : (row.match(/"[^"]*"|[^,;،؛]+/g) ?? []))
    .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"))
    .filter((cell) => cell !== "");

/** Of several in a row, such as the number of a customer beside the phone's, those that are written as phones are. */
function phonesIn(cells: readonly string[]): readonly string[] {
  const texts = cells.map((cell) => plainDigits(cell.replace(INVISIBLE, "")).trim());
  const all = texts.filter((cell) => DIGITS.test(cell) && !DATE.test(cell));
  const long = all.filter(({ length }) => length >= SHORTEST);
  const ranks = [long.filter((one) => /^(?:\+|00)/.test(one)), long.filter((one) => /^[(0]/.test(one)), long, all];
  return ranks.find(({ length }) => length > 0) ?? [];
}

/** First and last name may be columns of their own, beside each other. */
function nameIn(cells: readonly string[]): string {
  const first = cells.findIndex((cell) => hasLetters(cell) && !/[\d@]/.test(cell));
  if (first === -1) return "";
  const next = cells[first + 1];
  const isWord = (cell: string): boolean => /^[\p{L}\p{M}'’-]+$/u.test(cell);
  return next !== undefined && isWord(cells[first]!) && isWord(next) ? `${cells[first]} ${next}` : cells[first]!;
}
