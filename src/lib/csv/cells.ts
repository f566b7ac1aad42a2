/**
 * What makes a cell a formula, behind quotation marks that a program may remove. A sign before a closing parenthesis, as
 * in ";-)", begins none in any program. One before a space or at the end may: what follows in the row becomes a part of the
 * cell where the comma does not separate cells.
 */
const FORMULA = String.raw`(?=['"]*(?:[=@\uFF1D\uFF20]|[+\-\uFF0B\uFF0D](?!\))))`;
const START = String.raw`(?<=^|[;\t\r\n])`;
const UNGUARDED = new RegExp(START + FORMULA, "g");
const GUARDED = new RegExp(`${START}'${FORMULA}`, "g");

/**
 * The table is opened in a spreadsheet program, which would evaluate a cell that begins like a formula; some treat
 * full-width signs the same way. A number is not a formula. A text that looks guarded is guarded once more, so that its
 * own apostrophe is not taken for the guard.
 *
 * A cell of a program need not be one of ours: where the comma is the decimal sign, Excel separates cells at semicolons,
 * and a quotation mark of ours is then within a cell and protects nothing. So what follows a semicolon, a tab or a line
 * break is guarded, too.
 */
export function asCell(text: string): string {
  return /^\+?\d+$/.test(text) ? text : text.replaceAll(UNGUARDED, "'");
}

/** The text of a cell that {@link asCell} made. */
export const textOfCell = (cell: string): string => cell.replaceAll(GUARDED, "");

/** Spreadsheet programs read a table without it in the code page of the computer. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** A row of a CSV table (RFC 4180) in which no text is a formula. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return plainRow(cells.map((cell) => (typeof cell === "string" ? asCell(cell) : String(cell ?? ""))));
}

/** A row of a CSV table that a program reads. */
export function plainRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
