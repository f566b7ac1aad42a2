import { defaultTable, type Gsm7Table } from "./gsm7.ts";

/**
 * National language tables (3GPP TS 23.038 Annex A) that a user data header selects: 1 Turkish, 2 Spanish, 3
 * Portuguese. Those of the languages of India (4 to 13) are not included.
 */
const SINGLE: Readonly<Record<number, Gsm7Table["extension"]>> = {
  1: extended("GĞ IİSŞ cç gğ iı sş"),
  2: extended("\tç AÁ IÍ OÓ UÚ aá ií oó uú"),
  3: extended(
    "\u0005ê \tç \u000bÔ \u000cô \u000eÁ \u000fá \u0012Φ \u0013Γ \u0015Ω \u0016Π \u0017Ψ \u0018Σ \u0019Θ \u001fÊ " +
      "AÀ IÍ OÓ UÚ [Ã \\Õ aÂ ií oó uú {ã |õ \u007fâ",
  ),
};

const LOCKING: Readonly<Record<number, string>> = {
  1: "@£$¥€éùıòÇ\nĞğ\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1BŞşßÉ !\"#¤%&'()*+,-./0123456789:;<=>?İABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§çabcdefghijklmnopqrstuvwxyzäöñüà",
  // Spanish has no locking shift table of its own.
  2: defaultTable.basic,
  3: "@£$¥êéúíóç\nÔô\rÁáΔ_ªÇÀ∞^\\€Ó|\x1BÂâÊÉ !\"#º%&'()*+,-./0123456789:;<=>?ÍABCDEFGHIJKLMNOPQRSTUVWXYZÃÕÚÜ§~abcdefghijklmnopqrstuvwxyzãõ`üà",
};

/**
 * The table that a text is encoded in.
 *
 * @param single  the language of the single shift table, 0 for the default one
 * @param locking the language of the locking shift table, 0 for the default one
 * @returns null where the language is not supported
 */
export function nationalTable(single: number, locking: number): Gsm7Table | null {
  const extension = single === 0 ? defaultTable.extension : SINGLE[single];
  const basic = locking === 0 ? defaultTable.basic : LOCKING[locking];
  return extension === undefined || basic === undefined ? null : { basic, extension };
}

/**
 * The default extension plus the given pairs: each is a septet, written as the ASCII character of its number, and its
 * meaning.
 */
function extended(pairs: string): Gsm7Table["extension"] {
  const more = pairs.split(" ").flatMap((word) => {
    const out: [number, string][] = [];
    for (let i = 0; i + 1 < word.length; i += 2) out.push([word.charCodeAt(i), word[i + 1]!]);
    return out;
  });
  return new Map([...defaultTable.extension, ...more]);
}
