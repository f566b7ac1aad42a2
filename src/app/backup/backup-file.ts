import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

import type { Shape, TableShape } from "#store/backup";
import { codeOf } from "#lib/error-text";

/**
 * A backup is one gzip stream:
 *
 * - a line of JSON, `Header`;
 * - for each table, in the header's order: its chunks, each preceded by its length in four bytes (big endian), as
 *   PostgreSQL's `copy … to stdout` writes them; a length of zero; 32 bytes of SHA-256 over the table's chunks;
 * - the four bytes `done`.
 */
export type Header = {
  readonly tidings_backup: 1;
  readonly shape: Shape;
  /** The secret key, if it was requested. */
  readonly key: string | null;
};

const DONE = Buffer.from("done");
const DIGEST_BYTES = 32;
const LONGEST_HEADER = 1_048_576;
const LONGEST_PART = 64 * 1_048_576;

/**
 * Writes a backup completely or not at all: under another name until it is on the disk. Only the owner can read it.
 *
 * @param stopping interrupts it
 */
export async function writeBackup(
  path: string,
  header: Header,
  rows: (table: TableShape) => AsyncIterable<Buffer>,
  stopping: AbortSignal,
): Promise<void> {
  const draft = `${path}.part`;
  const file = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
  try {
    await pipeline(Readable.from(parts(header, rows)), createGzip({ level: 4 }), file, { signal: stopping });
    await rename(draft, path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") {
      throw new Error(
        `${draft} already exists: another backup is running, or one was interrupted. If none is running, delete it.`,
      );
    }
    await unlink(draft).catch(() => undefined);
    if (stopping.aborted) throw new Error("The backup was interrupted: nothing was kept.");
    throw code in UNWRITABLE ? new Error(UNWRITABLE[code]!(path), { cause: error }) : error;
  }
}

const UNWRITABLE: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no folder ${dirname(path)}.`,
  ENOTDIR: (path) => `${dirname(path)} is not a folder.`,
  EACCES: (path) => `This user may not write to ${dirname(path)}.`,
  EROFS: (path) => `${dirname(path)} is on a read-only file system.`,
  ENOSPC: (path) => `${dirname(path)} has no space for the backup: nothing was kept.`,
  EDQUOT: (path) => `This user has no space left in ${dirname(path)}: nothing was kept.`,
};

async function* parts(header: Header, rows: (table: TableShape) => AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(header)}\n`);
  for (const table of header.shape.tables) {
    const digest = createHash("sha256");
    for await (const part of rows(table)) {
      digest.update(part);
      yield lengthOf(part.length);
      yield part;
    }
    yield lengthOf(0);
    yield digest.digest();
  }
  yield DONE;
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

export type ReadBackup = {
  readonly header: Header;
  /** Rows of the next table. @throws if they do not match what was written */
  rows(table: TableShape): AsyncIterable<Buffer>;
  /** @throws if the end of the file is missing */
  end(): Promise<void>;
  close(): void;
};

/** Opens a backup. @throws if the file is not a backup, or has a different format */
export async function openBackup(path: string): Promise<ReadBackup> {
  const file = createReadStream(path);
  const plain = file.pipe(createGunzip());
  file.on("error", (error) => plain.destroy(error));
  const source = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);

  let isBackup = false;
  async function more(): Promise<void> {
    const next = await source.next().catch((error: unknown) => {
      // Before the header, the file may be anything.
      throw isBackup && codeOf(error).startsWith("Z_") ? damaged(path) : error;
    });
    if (next.done) throw damaged(path);
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
  }
  async function take(bytes: number): Promise<Buffer> {
    while (held.length < bytes) await more();
    const taken = held.subarray(0, bytes);
    held = held.subarray(bytes);
    return taken;
  }
  async function readHeader(): Promise<Header> {
    for (;;) {
      const end = held.indexOf(10);
      if (end >= 0) {
        const header = JSON.parse((await take(end + 1)).toString()) as Partial<Header>;
        if (header.tidings_backup !== 1) throw new Error(`${path} is a backup in a different format.`);
        isBackup = true;
        return header as Header;
      }
      if (held.length > LONGEST_HEADER) throw damaged(path);
      await more();
    }
  }
  async function* rows(): AsyncGenerator<Buffer> {
    const digest: Hash = createHash("sha256");
    for (;;) {
      const length = (await take(4)).readUInt32BE();
      if (length === 0) break;
      if (length > LONGEST_PART) throw damaged(path);
      const part = await take(length);
      digest.update(part);
      yield part;
    }
    if (!digest.digest().equals(await take(DIGEST_BYTES))) throw damaged(path);
  }
  const close = (): void => void plain.destroy();
  try {
    return {
      header: await readHeader(),
      rows,
      async end() {
        if (!(await take(DONE.length)).equals(DONE)) throw damaged(path);
      },
      close,
    };
  } catch (error) {
    close();
    const code = codeOf(error);
    if (code === "ENOENT") throw new Error(`There is no file ${path}.`);
    if (code === "EISDIR") throw new Error(`${path} is a folder.`);
    if (code === "EACCES") throw new Error(`This user may not read ${path}.`);
    if (error instanceof SyntaxError || code.startsWith("Z_")) {
      throw new Error(`${path} is not a Tidings backup, or only the beginning of one.`);
    }
    throw error;
  }
}

function damaged(path: string): Error {
  return new Error(`${path} is damaged: it is truncated or was modified.`);
}
