import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = { readonly name: string; readonly content: Buffer };

/** 1 January 1980, the earliest date of the format: an archive of the same files has the same bytes on any day. */
const DOS_TIME = 0;
const DOS_DATE = (1 << 5) | 1;
const DEFLATE = 8;
const VERSION = 20;
/** Created on Unix, names in UTF-8; a file that everyone may read and its owner may write. */
const MADE_BY_UNIX = (3 << 8) | VERSION;
const UTF8_NAMES = 0x0800;
const MODE = (0o100644 << 16) >>> 0;

/** A ZIP archive of small files (PKWARE's APPNOTE, 4.3: local headers, central directory, end record; no ZIP64). */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(content, { level: 9 });
    // The fields that both headers share: needed version, flags, method, time, date, checksum, sizes, name length, no
    // extras.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(DEFLATE, 4);
    common.writeUInt16LE(DOS_TIME, 6);
    common.writeUInt16LE(DOS_DATE, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const before = Buffer.from([0x50, 0x4b, 3, 4]);
    local.push(before, common, path, packed);

    const head = Buffer.from([0x50, 0x4b, 1, 2, MADE_BY_UNIX & 0xff, MADE_BY_UNIX >> 8]);
    // Comment length, disk, internal attributes; external attributes; file offset.
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(MODE, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(head, common, tail, path);
    offset += before.length + common.length + path.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
