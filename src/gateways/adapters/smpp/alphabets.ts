import { gsm7Text } from "#lib/gsm7";
import { nationalTable } from "#lib/gsm7-national";

import { decode, readJapanese } from "./japanese.ts";
import type { Body } from "./octets.ts";
import type { SmppSettings } from "./settings.ts";

export type Alphabet = SmppSettings["alphabet"];

type Charset =
  | Alphabet
  | "octets"
  | "jis"
  | "kanji"
  | "shift-jis"
  | "cyrillic"
  | "hebrew"
  | "ucs2"
  | "korean"
  | "reserved"
  | "compressed";

/** SMPP 3.4 §5.2.19; the meaning of 0 is a setting. */
const CODINGS: readonly Charset[] = [
  "gsm7",
  "ascii",
  "octets",
  "latin1",
  "octets",
  "jis",
  "cyrillic",
  "hebrew",
  "ucs2",
  "shift-jis",
  "jis",
  "reserved",
  "reserved",
  "kanji",
  "korean",
  "reserved",
];

/** Bits 3 and 2 of a general data coding (3GPP TS 23.038 §4). */
const GENERAL: readonly Charset[] = ["gsm7", "octets", "ucs2", "reserved"];

function charsetOf(coding: number, alphabet: Alphabet): Charset {
  if (coding === 0) return alphabet;
  if (coding < 0x10) return CODINGS[coding]!;
  if (coding < 0x80) return (coding & 0x20) === 0 ? GENERAL[(coding >> 2) & 3]! : "compressed";
  if (coding < 0xc0) return "reserved";
  if (coding < 0xe0) return "gsm7";
  if (coding < 0xf0) return "ucs2";
  return (coding & 0x04) === 0 ? "gsm7" : "octets";
}

/**
 * The text that a person wrote. If it cannot be decoded, its octets in hexadecimal, so that nothing is lost and nothing
 * is mistaken for another text.
 *
 * @param alphabet what `data_coding` 0 means at this SMSC
 */
export function readText(body: Omit<Body, "elements">, shifts: Shifts, alphabet: Alphabet): string {
  return (body.broken ? null : read(body, shifts, alphabet)) ?? unreadable(body);
}

function read({ octets, coding }: Pick<Body, "octets" | "coding">, shifts: Shifts, alphabet: Alphabet): string | null {
  const charset = charsetOf(coding, alphabet);
  switch (charset) {
    case "gsm7":
      return readGsm7(octets, shifts);
    case "ascii":
      // IA5 text contains neither NUL nor an escape: if it does, it is GSM under the wrong name, as npm smpp writes it.
      return octets.some((octet) => octet === 0x00 || octet === 0x1b) ? readGsm7(octets, shifts) : readLatin(octets);
    case "latin1":
      return readLatin(octets);
    case "cyrillic":
      return decode("iso-8859-5", octets);
    case "hebrew":
      return decode("iso-8859-8", octets);
    case "ucs2":
      return readUcs2(octets);
    case "jis":
      return readJapanese(octets, "x0208");
    case "kanji":
      return readJapanese(octets, "x0212");
    case "shift-jis":
      return decode("shift_jis", octets);
    case "korean":
      return decode("euc-kr", octets);
    case "octets":
      return readOctets(octets);
    case "reserved":
      return COMMON.test(octets.toString("latin1")) ? octets.toString("latin1") : null;
    case "compressed":
      return null;
  }
}

/** Characters with the same position in ASCII, in the GSM alphabet and in nearly every other one. */
const COMMON = /^[\n\r A-Za-z0-9!"#%&'()*+,\-./:;<=>?]*$/;
const CONTROL = /[^\P{Cc}\t\n\r]/u;

function readGsm7(octets: Buffer, { single, locking }: Shifts): string | null {
  // Septets have no eighth bit, and cutting it off would change the text: this is what many SMSCs write instead.
  if (octets.some((octet) => octet >= 0x80)) return decode("utf-8", octets) ?? readLatin(octets);
  const table = nationalTable(single, locking);
  return table === null ? null : gsm7Text(octets, table);
}

/** Latin 1, with the characters of Windows-1252 in place of control characters. */
function readLatin(octets: Buffer): string {
  return new TextDecoder("windows-1252").decode(octets);
}

function readUcs2(octets: Buffer): string {
  const little = octets[0] === 0xff && octets[1] === 0xfe;
  return new TextDecoder(little ? "utf-16le" : "utf-16be").decode(octets);
}

/** Octets of no alphabet: CDMA carriers send plain text this way, and services send binary data. */
function readOctets(octets: Buffer): string | null {
  const text = decode("utf-8", octets);
  return text === null || CONTROL.test(text) ? null : text;
}

function unreadable({ octets, coding }: Pick<Body, "octets" | "coding">): string {
  return `[not readable: data_coding 0x${coding.toString(16).padStart(2, "0")}, octets ${octets.toString("hex")}]`;
}

/** Languages of the national tables that a header names; 0: none. */
export type Shifts = { readonly single: number; readonly locking: number };

/** 3GPP TS 23.040 §9.2.3.24.15 and 16. */
export function shiftsOf(elements: readonly Buffer[]): Shifts {
  const language = (identifier: number): number =>
    elements.find((element) => element[0] === identifier && element.length === 3)?.[2] ?? 0;
  return { single: language(0x24), locking: language(0x25) };
}
