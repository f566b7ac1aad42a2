export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/** Bytes searched for zeros. */
const HEAD = 4_096;

/** The encoding that the first bytes show: by a byte order mark, or by zeros at every other byte. */
function shownBy(head: Uint8Array): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  const pairs = Math.floor(Math.min(head.length, HEAD) / 2);
  let [even, odd] = [0, 0];
  for (let nth = 0; nth < pairs; nth += 1) {
    if (head[2 * nth] === 0) even += 1;
    if (head[2 * nth + 1] === 0) odd += 1;
  }
  // Delimiters, digits and line ends have a zero byte in every language.
  if (odd > 4 * even && odd * 4 > pairs) return "utf-16le";
  if (even > 4 * odd && even * 4 > pairs) return "utf-16be";
  return null;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The length in bytes of the UTF-8 sequence that begins with this byte; 0: none does. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** Whether the first byte beyond ASCII begins a complete UTF-8 sequence; null: there is no such byte. */
function beginsUtf8(bytes: Uint8Array): boolean | null {
  const at = bytes.findIndex((byte) => byte >= 0x80);
  if (at === -1) return null;
  const length = sequenceLength(bytes[at]!);
  return length > 0 && bytes.subarray(at + 1, at + length).every(isContinuation) && at + length <= bytes.length;
}

/** How many bytes at the end are the beginning of a sequence that continues in the next part. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (isContinuation(byte)) continue;
    return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

/**
 * Decodes text of an unknown encoding part by part. Without a byte order mark, and without the zeros of UTF-16, the
 * first byte beyond ASCII decides between UTF-8 and windows-1252: a sequence of UTF-8 is almost never Western European
 * text. Bytes that do not belong to the encoding become U+FFFD.
 */
export function textDecoding(given: Encoding | null): {
  readonly decode: (part: Uint8Array, isLast: boolean) => string;
  /** The encoding determined so far; plain ASCII counts as UTF-8. */
  readonly encoding: () => Encoding;
} {
  let decided = given;
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let held: Uint8Array = new Uint8Array();
  let isFirst = true;
  return {
    encoding: () => decided ?? "utf-8",
    decode(part, isLast) {
      const bytes = held.length === 0 ? part : Buffer.concat([held, part]);
      held = new Uint8Array();
      if (isFirst) {
        // Two bytes cannot show anything; the first part of a file is never so short, unless the file is.
        if (bytes.length < 4 && !isLast) {
          held = Uint8Array.from(bytes);
          return "";
        }
        decided ??= shownBy(bytes);
        isFirst = false;
      }
      if (decided === null) {
        const tail = isLast ? 0 : unfinished(bytes);
        const known = bytes.subarray(0, bytes.length - tail);
        const utf8 = beginsUtf8(known);
        if (utf8 === null) {
          held = Uint8Array.from(bytes.subarray(bytes.length - tail));
          return Buffer.from(known).toString("latin1");
        }
        decided = utf8 ? "utf-8" : "windows-1252";
      }
      decoder ??= new TextDecoder(decided);
      return decoder.decode(bytes, { stream: !isLast });
    },
  };
}
