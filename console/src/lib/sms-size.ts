const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Two septets each: an escape and another. */
const extended = new Set("\f^{}\\[~]|€");

export type SmsSize = {
  readonly encoding: "gsm7" | "ucs2";
  /** The text of each SMS, in order: at least one. */
  readonly parts: readonly string[];
  /** Septets, or UTF-16 units. */
  readonly units: number;
  /** The capacity of one part. */
  readonly perPart: number;
};

/** Characters that the GSM alphabet lacks, each once, in their order. */
export function foreignCharacters(text: string): readonly string[] {
  return [...new Set([...text].filter((character) => !basic.has(character) && !extended.has(character)))];
}

/** In a text of another script throughout (Greek, Persian), no single character is the cause. */
export const isForeignScript = (foreign: readonly string[]): boolean => foreign.length > 8;

/** @returns the parts as phones join them; a surrogate pair or an escape pair stays in one part */
export function smsSize(text: string): SmsSize {
  const encoding = foreignCharacters(text).length > 0 ? "ucs2" : "gsm7";
  const cost = (character: string) => (encoding === "ucs2" ? character.length : extended.has(character) ? 2 : 1);
  const [alone, joined] = encoding === "ucs2" ? [70, 67] : [160, 153];
  const units = [...text].reduce((sum, character) => sum + cost(character), 0);
  if (units <= alone) return { encoding, parts: [text], units, perPart: alone };
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const character of text) {
    if (used + cost(character) > joined) {
      parts.push(part);
      part = "";
      used = 0;
    }
    part += character;
    used += cost(character);
  }
  return { encoding, parts: [...parts, part], units, perPart: joined };
}
