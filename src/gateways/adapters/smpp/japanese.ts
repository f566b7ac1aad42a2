/** Octets without an escape that are ASCII words: in pairs they may be rare kanji as well. */
const WORDS = /^[\w .,!?'\r\n-]+$/;

/**
 * Decodes JIS, which SMSCs write in four forms: with the escapes of ISO-2022-JP, in Shift JIS, in EUC, or as the bare
 * two-byte codes that SMPP 3.4 §5.2.19 names. null if it is none of them.
 *
 * @param set the kanji of the bare codes: JIS X 0208, or the further ones of JIS X 0212
 */
export function readJapanese(octets: Buffer, set: "x0208" | "x0212"): string | null {
  if (octets.includes(0x1b)) return decode("iso-2022-jp", octets);
  if (octets.some((octet) => octet >= 0x80)) return decode("shift_jis", octets) ?? decode("euc-jp", octets);
  const ascii = octets.toString("latin1");
  if (WORDS.test(ascii) || octets.length % 2 !== 0) return ascii;
  return decode("euc-jp", bare(octets, set)) ?? ascii;
}

/** Bare codes as EUC writes them: the upper bit set, after a shift if they are of JIS X 0212. */
function bare(octets: Buffer, set: "x0208" | "x0212"): Buffer {
  const out: number[] = [];
  for (let i = 0; i < octets.length; i += 2) {
    if (set === "x0212") out.push(0x8f);
    out.push(octets[i]! | 0x80, octets[i + 1]! | 0x80);
  }
  return Buffer.from(out);
}

/** null if the octets are not in that encoding. */
export function decode(encoding: string, octets: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(octets);
  } catch {
    return null;
  }
}
