import { CsvError, parse } from "csv-parse/sync";

export const delimiters = [",", ";", "\t", "|"] as const;

/** A record, and the position in the bytes at which it ended. */
export type CsvRecord = { readonly cells: readonly string[]; readonly end: number };

/** Tables may be typed by people: rows of any length, and a quotation mark within a cell. */
const RELAXED = { record_delimiter: ["\r\n", "\n", "\r"], relax_column_count: true, relax_quotes: true };

/**
 * The complete records at the beginning of these bytes. Without the end of the file, the last record may continue
 * beyond them and is left out.
 *
 * @param isEnd the bytes reach to the end of the file
 * @returns `isOpen`: a quotation mark is not closed before the end of the bytes
 */
export function readRecords(
  bytes: Uint8Array,
  { delimiter, isEnd, atMost }: { readonly delimiter: string; readonly isEnd: boolean; readonly atMost?: number },
): { readonly records: readonly CsvRecord[]; readonly isOpen: boolean } {
  const records: CsvRecord[] = [];
  let isOpen = false;
  try {
    parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      ...RELAXED,
      delimiter,
      ...(atMost !== undefined && { to: atMost }),
      on_record(cells: string[], { bytes: end }: { bytes: number }) {
        records.push({ cells, end });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    isOpen = true;
  }
  if (!isEnd && records.at(-1)?.end === bytes.length) records.pop();
  return { records, isOpen };
}

const SAMPLE = 20;

/**
 * The delimiter of a table, by its first records: the one with which most of them have the same number of columns.
 *
 * @returns `skip`: bytes of a first line `sep=;`, which spreadsheet programs write for each other
 */
export function delimiterOf(head: Uint8Array, isEnd: boolean): { readonly delimiter: string; readonly skip: number } {
  const line = /^sep=([,;|\t])\r?\n/i.exec(Buffer.from(head.subarray(0, 16)).toString("latin1"));
  if (line) return { delimiter: line[1]!, skip: line[0].length };
  let best = { delimiter: ",", steady: 0, columns: 1 };
  for (const delimiter of delimiters) {
    const { records } = readRecords(head, { delimiter, isEnd, atMost: SAMPLE });
    const columns = records[0]?.cells.length ?? 1;
    const steady = records.filter(({ cells }) => cells.length === columns).length;
    const isBetter = steady > best.steady || (steady === best.steady && columns > best.columns);
    if (columns > 1 && (best.columns === 1 || isBetter)) best = { delimiter, steady, columns };
  }
  return { delimiter: best.delimiter, skip: 0 };
}
