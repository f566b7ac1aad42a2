import { foreignCharacters, smsSize } from "./sms-size.ts";
import same from "./gsm-same.json" with { type: "json" };

const SAME_IN_GSM: Readonly<Record<string, string>> = same;

/**
 * The replacement that the API's preview offers, for a text that is not sent to it yet; null: none that a reader would
 * accept.
 */
function gsmReplacement(character: string): string | null {
  const known = SAME_IN_GSM[character];
  if (known !== undefined) return known;
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
