import type { Random } from "../newsletter/activation-code.ts";
import { createSecretKey, hash } from "node:crypto";

import { textDecoding, type Encoding } from "#lib/csv/decode";
import { otherFormat } from "#lib/csv/other-format";
import { delimiterOf, readRecords, type CsvRecord } from "#lib/csv/records";
import { secretBox } from "#lib/secret-box";
import type { Uuid } from "#lib/ids";

import { DomainError, invalidParameters } from "../error.ts";
import { MAX_COLUMNS, namesGroupIds, namesOptOut, namesState, plainName, recognized } from "./columns.ts";
import type { FieldStore } from "../subscribers/field.ts";
import type { ColumnTarget, ImportState } from "./import.ts";
import { keyContext, PART_LENGTH, partContext, type FileDeps } from "./file-window.ts";

/** Files imported at once: each may take 200 MiB of the database. */
const MAX_OPEN = 20;

export type UploadDeps = FileDeps & { readonly fields: Pick<FieldStore, "all">; readonly randomBytes: Random };

export type FileOptions = {
  /** null: as the bytes show. */
  readonly encoding: Encoding | null;
  /** null: as the first records show. */
  readonly delimiter: string | null;
  /** Whether the first record names the columns; otherwise they are named 1, 2, 3. */
  readonly header: boolean;
  /** By heading; null: as for the last file with the same headings, or as the headings say. */
  readonly mapping: Readonly<Record<string, ColumnTarget>> | null;
  /** Of rows that do not state their own; null: the call does not say, which means active. */
  readonly state: ImportState | null;
};

/** What the beginning of a file shows. */
export type FileShape = {
  readonly delimiter: string;
  readonly headings: readonly string[];
  readonly columns: readonly ColumnTarget[];
  /** Headings of skipped columns that seem to say who opted out. */
  readonly overlooked: readonly string[];
  /** Headings of skipped columns that seem to have ids of groups. */
  readonly groupIds: readonly string[];
  /** Bytes before the first record with a person. */
  readonly skip: number;
  /** The first records with people. */
  readonly samples: readonly (readonly string[])[];
};

/**
 * Stores a file part by part, encrypted under a key of its own, and determines its shape. Nothing is left of a file
 * that is refused or whose upload is broken off.
 *
 * @param source the bytes of the file; an error of it ends the upload
 * @throws DomainError too_many_requests; invalid_parameter: the file is empty, or no column holds numbers
 */
export async function uploadFile(
  ports: UploadDeps,
  id: Uuid,
  source: AsyncIterable<Uint8Array>,
  options: FileOptions,
): Promise<FileShape & { readonly encoding: Encoding; readonly digest: Buffer }> {
  const { imports, box, randomBytes } = ports;
  if ((await imports.open()) >= MAX_OPEN) {
    throw new DomainError("too_many_requests", `${MAX_OPEN} files are being imported already: wait for one to end.`);
  }
  const key = Buffer.from(randomBytes(32));
  const file = secretBox(createSecretKey(key));
  await imports.begin(id, box.seal(key.toString("base64"), keyContext(id)));
  const decoding = textDecoding(options.encoding);
  let isFirst = true;
  let [text, nth, digest] = ["", 0, hash("sha256", "", "buffer")];
  let shape: FileShape | null = null;
  let storing = Promise.resolve();
  // The next part arrives and is sealed while the database stores this one.
  const store = async (part: string, isEnd: boolean): Promise<void> => {
    shape ??= await shapeOf(ports, Buffer.from(part, "utf8"), isEnd, options);
    digest = hash("sha256", Buffer.concat([digest, hash("sha256", part, "buffer")]), "buffer");
    const sealed = file.seal(part, partContext(id, nth));
    await storing;
    storing = imports.addPart(id, nth, sealed);
    // Reported where it is awaited, which may be after the process has noticed it.
    storing.catch(() => undefined);
    nth += 1;
  };
  try {
    for await (const bytes of source) {
      const format = isFirst ? otherFormat(bytes) : null;
      if (format !== null) throw refusal("file", `is ${format}: export the table as CSV`);
      isFirst = false;
      text += decoding.decode(bytes, false);
      while (text.length >= PART_LENGTH) {
        const at = cutOf(text);
        await store(text.slice(0, at), false);
        text = text.slice(at);
      }
    }
    text += decoding.decode(new Uint8Array(), true);
    if (text !== "" || shape === null) await store(text, true);
    await storing;
    return { ...shape!, encoding: decoding.encoding(), digest };
  } catch (error) {
    await Promise.allSettled([storing]);
    await imports.drop(id);
    throw error;
  }
}

/** Never between the two halves of a character. */
function cutOf(text: string): number {
  const isHalf = /[\uD800-\uDBFF]/.test(text[PART_LENGTH - 1]!);
  return isHalf ? PART_LENGTH - 1 : PART_LENGTH;
}

const SAMPLES = 10;

async function shapeOf(
  { imports, fields }: Pick<UploadDeps, "imports" | "fields">,
  head: Buffer,
  isEnd: boolean,
  options: FileOptions,
): Promise<FileShape> {
  const found = delimiterOf(head, isEnd);
  const { skip: before } = found;
  const delimiter = options.delimiter ?? found.delimiter;
  const atMost = SAMPLES + 1;
  const { records } = readRecords(head.subarray(before), { delimiter, isEnd, atMost });
  const [first] = records;
  const isBlank = ({ cells }: CsvRecord): boolean => cells.every((cell) => cell.trim() === "");
  if (!first && !isEnd) throw refusal("file", "has a first row that never ends, unlike a CSV table");
  if (!first || records.every(isBlank)) throw refusal("file", "is empty");
  if (isBlank(first)) throw refusal("file", "begins with an empty row: delete it");
  if (first.cells.length > MAX_COLUMNS) throw refusal("file", `has more than ${MAX_COLUMNS} columns`);
  const headings = first.cells.map((cell, nth) => (options.header ? cell.trim() : String(nth + 1)));
  const signature = hash("sha256", JSON.stringify(headings.map(plainName)), "buffer");
  const columns = await columnsOf({ imports, fields }, signature, headings, options);
  if (!columns.some((target) => target === "phone" || target === "attributes")) {
    throw refusal("mapping", "must name the column with phone numbers: no heading says which it is");
  }
  // Not a refused mapping: it would be applied to every later file with these headings.
  const { mapping } = options;
  if (mapping !== null && showsOptOuts(headings, columns)) await imports.rememberMapping(signature, mapping);
  const people = records.slice(options.header ? 1 : 0, (options.header ? 1 : 0) + SAMPLES);
  return {
    delimiter,
    headings,
    columns,
    overlooked: headings.filter((heading, nth) => columns[nth] === "skip" && isOverlooked(heading, columns, options)),
    groupIds: headings.filter((heading, nth) => columns[nth] === "skip" && isGuessed(heading, options)),
    skip: before + (options.header ? first.end : 0),
    samples: people.map(({ cells }) => cells),
  };
}

async function columnsOf(
  { imports, fields }: Pick<UploadDeps, "imports" | "fields">,
  signature: Buffer,
  headings: readonly string[],
  { mapping: given, state }: FileOptions,
): Promise<readonly ColumnTarget[]> {
  const names = headings.map(plainName);
  const mapping = given ?? ((await imports.mapping(signature)) as FileOptions["mapping"]);
  if (mapping === null) {
    const columns = recognized(headings, await fields.all());
    if (state === null && !columns.includes("state") && headings.some(namesOptOut)) throw optOutsUnread();
    return columns;
  }
  const byName = new Map(Object.entries(mapping).map(([name, target]) => [plainName(name), target]));
  const unknown = [...byName.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw refusal("mapping", `names ${unknown.length} columns that the file does not have`);
  const twice = [...byName.values()].find((one, nth, all) => one !== "skip" && all.indexOf(one) !== nth);
  if (twice !== undefined) throw refusal("mapping", `maps more than one column to ${twice}`);
  // Only what the mapping says: a heading that happens to be known may mean something else here. Of two with the same
  // content, the first counts, as without a mapping.
  return names.map((name, nth) => (names.indexOf(name) === nth && byName.get(name)) || "skip");
}

/**
 * Whether the next file with these headings can be read as this one. A call may skip a column that shows opt-outs, but
 * only for its own file: reused for the next one, that mapping would silently make opted-out people active.
 */
function showsOptOuts(headings: readonly string[], columns: readonly ColumnTarget[]): boolean {
  if (columns.includes("state")) return true;
  return !headings.some((heading, nth) => namesOptOut(heading) || (namesState(heading) && columns[nth] === "skip"));
}

/** A mapping settles that question. */
const isGuessed = (heading: string, { mapping }: FileOptions): boolean => mapping === null && namesGroupIds(heading);

function isOverlooked(heading: string, columns: readonly ColumnTarget[], { state }: FileOptions): boolean {
  return namesState(heading) || (namesOptOut(heading) && state === null && !columns.includes("state"));
}

/**
 * Such a column may be filled for everyone, as in Mailchimp's file of unsubscribed contacts, or for a few: reading it
 * either way would send to people who opted out, or suppress people who did not.
 */
function optOutsUnread(): DomainError {
  return refusal(
    "state",
    "is required, because a column seems to say who opted out: state=unsubscribed if everyone in the file did, otherwise state=active for a file without them, or a mapping with a column of states",
  );
}

function refusal(field: string, message: string): DomainError {
  return invalidParameters([{ field, code: "invalid_format", message }]);
}
