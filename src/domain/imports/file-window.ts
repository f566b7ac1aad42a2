import { createSecretKey } from "node:crypto";

import { readRecords, type CsvRecord } from "#lib/csv/records";
import { secretBox, type SecretBox } from "#lib/secret-box";
import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import type { ImportPlan } from "./import.ts";
import type { ImportStore } from "./import-store.ts";

/** Characters of a part of the file, before it is sealed. */
export const PART_LENGTH = 256 * 1024;
/** What a step reads. */
const FEW_PARTS = 3;
/** The largest record: beyond it, a quotation mark was probably never closed. */
const MOST_PARTS = 20;

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

/** A position in a file, in bytes of a part. */
export type Place = { readonly part: number; readonly offset: number };

/** Consecutive records of a file. */
export type FileChunk = {
  readonly records: readonly CsvRecord[];
  /** The file ends with these records. */
  readonly isEnd: boolean;
  /** Where the record after them begins. */
  readonly next: Place;
};

/** Some parts of a file, decrypted. */
export type FileWindow = {
  /** The next records, at most `limit`; none: the window has no more complete ones. @throws DomainError */
  read(limit: number): FileChunk;
};

/** The parts of a file from a position on: a few, or as many as one long record takes. */
export async function openWindow(
  ports: FileDeps,
  id: Uuid,
  from: Place & { readonly row: number },
  { delimiter }: ImportPlan,
): Promise<FileWindow> {
  const box = await fileBox(ports, id);
  for (let count = FEW_PARTS; ; count = MOST_PARTS) {
    const sealed = await ports.imports.parts(id, from.part, count + 1);
    const parts = sealed
      .slice(0, count)
      .map((one, nth) => Buffer.from(box.open(one, partContext(id, from.part + nth)), "utf8"));
    const isEnd = sealed.length <= count;
    const bytes = Buffer.concat(parts).subarray(from.offset);
    const { records, isOpen } = readRecords(bytes, { delimiter, isEnd, atMost: 1 });
    if (records.length > 0 || (isEnd && !isOpen)) return windowOf(parts, from, { bytes, isEnd, delimiter });
    if (isEnd || count === MOST_PARTS) throw neverClosed(from.row + 1, isOpen);
  }
}

function windowOf(
  parts: readonly Buffer[],
  from: Place & { readonly row: number },
  { bytes, isEnd, delimiter }: { readonly bytes: Buffer; readonly isEnd: boolean; readonly delimiter: string },
): FileWindow {
  let [read, row] = [0, from.row];
  return {
    read(limit) {
      const { records: all, isOpen } = readRecords(bytes.subarray(read), { delimiter, isEnd, atMost: limit + 1 });
      const records = all.slice(0, limit);
      row += records.length;
      const isLast = isEnd && records.length === all.length;
      if (isLast && isOpen) throw neverClosed(row + 1, isOpen);
      read += records.at(-1)?.end ?? 0;
      return { records, isEnd: isLast, next: placeOf(parts, from, read) };
    },
  };
}

/** The position `read` bytes after another one. */
function placeOf(parts: readonly Buffer[], from: Place, read: number): Place {
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
