/** A table of commas as RFC 4180 writes it: quotes doubled, lines ended by LF or CRLF. null: a quote is never closed. */
export function readTable(text: string): readonly (readonly string[])[] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  // Asked of the cell itself at every quote, it would be copied each time.
  let blank = true;
  const endRow = (): void => {
    rows.push([...row, cell]);
    row = [];
    cell = "";
    blank = true;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && blank) {
      cell = "";
      blank = false;
      quoted = true;
    } else if (character === ",") {
      row.push(cell);
      cell = "";
      blank = true;
    } else if (character === "\n") endRow();
    else if (character !== "\r" || text[at + 1] !== "\n") {
      cell += character;
      blank &&= character.trim() === "";
    }
  }
  if (quoted) return null;
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}
