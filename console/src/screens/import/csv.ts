export type FileShape = { readonly encoding: string; readonly delimiter: string };

const delimiters = [",", ";", "\t", "|"];

/**
 * The records of a table, as the service reads them: rows of any length, and a quotation mark within a cell counts as
 * text. `most` ends it early.
 */
export function readCsv(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length && records.length < most) {
    let cell = "";
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end === -1 ? undefined : end);
        at = end === -1 ? text.length : end + 1;
        if (end === -1 || text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const start = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at += 1;
    cells.push(cell + text.slice(start, at));
    if (text[at] === delimiter) {
      at += 1;
      if (at < text.length) continue;
      cells.push("");
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    records.push(cells);
    cells = [];
  }
  return records;
}

/** A cell with a delimiter, a quotation mark or a line break is quoted. */
export function writeCsv(records: readonly (readonly string[])[], delimiter: string): string {
  const special = new RegExp(`["\\r\\n${delimiter === "|" ? "\\|" : delimiter}]`);
  const cellOf = (cell: string) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return records.map((cells) => `${cells.map(cellOf).join(delimiter)}\r\n`).join("");
}

/**
 * The text of a file, without a first line `sep=;`, and what divides its cells. Unless `shape` says so it is guessed.
 */
export async function textOf(file: Blob, shape: FileShape | undefined): Promise<FileShape & { readonly text: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = shape?.encoding ?? guessEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const line = /^sep=([,;|\t])\r?\n/i.exec(text);
  return {
    encoding,
    delimiter: shape?.delimiter ?? line?.[1] ?? guessDelimiter(text),
    text: text.slice(line?.[0].length ?? 0),
  };
}

function guessEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  try {
    // `stream`: the beginning of a file may end within a character.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

function guessDelimiter(text: string): string {
  const [line = ""] = text.split(/[\r\n]/, 1);
  const counted = delimiters.map((delimiter) => [delimiter, line.split(delimiter).length] as const);
  return counted.toSorted(([, one], [, other]) => other - one)[0]![0];
}
