import { createSecretKey } from "node:crypto";

import { readRecords, type CsvRecord } from "#lib/csv/records";
import { secretBox, type SecretBox } from "#lib/secret-box";
import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import type { ImportPlan } from "./import.ts";
import type { ImportStore } from "./import-store.ts";

/** Characters of a part of the file, before it is sealed. */
export const PART_LENGTH = 256 * 1024;
/** The largest record: beyond it, a quotation mark was probably never closed. */
const WINDOW_PARTS = 20;

export type FileDeps = {
  readonly imports: ImportStore;
  /** Seals the keys of files. */
  readonly box: SecretBox;
};

/** The key of one file. It is deleted with the import, and everything sealed with it becomes unreadable. */
export async function fileBox({ imports, box }: FileDeps, id: Uuid): Promise<SecretBox> {
  const sealed = await imports.sealedKey(id);
  if (sealed === null) throw new DomainError("not_found", "The file of this import is gone.");
  return secretBox(createSecretKey(box.open(sealed, keyContext(id)), "base64"));
}

export const keyContext = (id: Uuid): string => `import:${id}`;
export const partContext = (id: Uuid, nth: number): string => `import:${id}:${nth}`;

/** Consecutive records of a file. */
export type FileWindow = {
  readonly records: readonly CsvRecord[];
  /** The file ends with these records. */
  readonly isEnd: boolean;
  readonly next: { readonly part: number; readonly offset: number };
};

/** The next records of the file, at most `limit`, and the position of the record after them. */
export async function readWindow(
  ports: FileDeps,
  id: Uuid,
  from: { readonly part: number; readonly offset: number; readonly row: number },
  { delimiter }: ImportPlan,
  limit: number,
): Promise<FileWindow> {
  const box = await fileBox(ports, id);
  for (let count = 2; ; count = WINDOW_PARTS) {
    const sealed = await ports.imports.parts(id, from.part, count + 1);
    const parts = sealed
      .slice(0, count)
      .map((one, nth) => Buffer.from(box.open(one, partContext(id, from.part + nth)), "utf8"));
    const isEnd = sealed.length <= count;
    const bytes = Buffer.concat(parts).subarray(from.offset);
    const { records: all, isOpen } = readRecords(bytes, { delimiter, isEnd, atMost: limit + 1 });
    const records = all.slice(0, limit);
    const read = records.at(-1)?.end ?? 0;
    if (records.length < all.length || (!isEnd && records.length > 0)) {
      return { records, isEnd: false, next: placeOf(parts, from, read) };
    }
    if (isEnd && !isOpen) return { records, isEnd: true, next: from };
    if (isEnd || count === WINDOW_PARTS) throw neverClosed(from.row + records.length + 1, isOpen);
  }
}

/** The position `read` bytes after another one. */
function placeOf(
  parts: readonly Buffer[],
  from: { readonly part: number; readonly offset: number },
  read: number,
): { readonly part: number; readonly offset: number } {
  let [part, offset] = [0, from.offset + read];
  while (part < parts.length && offset >= parts[part]!.length) offset -= parts[part++]!.length;
  return { part: from.part + part, offset };
}

function neverClosed(row: number, isOpen: boolean): DomainError {
  const sentence = isOpen
    ? `A quotation mark that begins in row ${row} is never closed. The rows before it were not imported either.`
    : `Row ${row} is too long.`;
  return new DomainError("invalid_parameter", sentence);
}
