import { foreignCharacters, smsSize } from "./sms-size.ts";

/** What reads the same in the GSM alphabet: word processors write these. */
const SAME: Readonly<Record<string, string>> = {
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

/** What the API's preview offers, for a text that is not sent yet; null: nothing that a reader would accept. */
function gsmReplacement(character: string): string | null {
  const same = SAME[character];
  if (same !== undefined) return same;
  const plain = character.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return plain !== "" && plain !== character && foreignCharacters(plain).length === 0 ? plain : null;
}

/** The first character that the SMS alphabet lacks, as the preview tells of it. */
export function forcedIn(text: string) {
  const [character] = foreignCharacters(text);
  if (character === undefined) return null;
  const inGsm = [...text]
    .map((one) => (foreignCharacters(one).length > 0 ? (gsmReplacement(one) ?? one) : one))
    .join("");
  return { character, replacement: gsmReplacement(character), segments_replaced: smsSize(inGsm).parts.length };
}
