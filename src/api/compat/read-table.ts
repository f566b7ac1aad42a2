import { CsvError, parse } from "csv-parse/sync";

/** Parses CSV as in RFC 4180: quotes doubled, lines ended by LF or CRLF. null: a quote is never closed. */
export function readTable(text: string): readonly (readonly string[])[] | null {
  try {
    return parse(text, {
      record_delimiter: ["\r\n", "\n"],
      // Tables may be typed by people: rows of any length, a quote within a cell, spaces around one.
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
