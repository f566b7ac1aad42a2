const FORMATS: readonly (readonly [begins: string, name: string])[] = [
  ["504b0304", "a ZIP archive, as workbooks of Excel (.xlsx) and OpenDocument (.ods) are"],
  ["d0cf11e0a1b11ae1", "a workbook of Excel (.xls)"],
  ["1f8b", "compressed by gzip"],
  ["25504446", "a PDF document"],
  ["89504e47", "a picture"],
  ["ffd8ff", "a picture"],
];

/** Identifies, by its first bytes, a file that people may take for a text table; null: not a known format. */
export function otherFormat(head: Uint8Array): string | null {
  const hex = Buffer.from(head.subarray(0, 8)).toString("hex");
  return FORMATS.find(([begins]) => hex.startsWith(begins))?.[1] ?? null;
}
