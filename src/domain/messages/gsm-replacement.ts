import { gsm7Cost } from "#lib/gsm7";

/** What reads the same in the GSM alphabet: word processors write these. The console has a copy that is generated. */
export const SAME_IN_GSM: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": ",",
  "‛": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "‹": "<",
  "›": ">",
  "«": '"',
  "»": '"',
  "‐": "-",
  "‑": "-",
  "–": "-",
  "—": "-",
  "−": "-",
  "…": "...",
  "•": "-",
  "·": "-",
  "\u00a0": " ",
  "\u202f": " ",
  "\u2009": " ",
  "\t": " ",
  "\u200b": "",
  "\u00ad": "",
  "\ufeff": "",
  "´": "'",
  "`": "'",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ı: "i",
  œ: "oe",
  Œ: "OE",
  "™": "(TM)",
  "®": "(R)",
  "©": "(c)",
};

/**
 * A replacement that the GSM alphabet has, for a character that it lacks: a letter loses its accent. null: there is
 * none that a reader would accept, as for an emoji or a letter of another script.
 */
export function gsmReplacement(character: string): string | null {
  const same = SAME_IN_GSM[character];
  if (same !== undefined) return same;
  const plain = character.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return plain !== "" && plain !== character && [...plain].every((one) => gsm7Cost(one.charCodeAt(0)) > 0)
    ? plain
    : null;
}
