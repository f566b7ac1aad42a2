/**
 * Cyrillic and Greek letters that look like a Latin one in upper or lower case; each line with its Latin letters below.
 */
const CYRILLIC = "авекмнорстухѕіјѵԁԛԝһ";
const LIKE_CYRILLIC = "abekmhopctyxsijvdqwh";
const GREEK = "αβεζηικμνορτυχ";
const LIKE_GREEK = "abezhikmnoptyx";

/** Small capitals. */
const SMALL = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ";
const LIKE_SMALL = "abcdefghijklmnoprstuvwyz";

const LATIN_OF = new Map(
  [...CYRILLIC, ...GREEK, ...SMALL].map(
    (letter, nth) => [letter, [...LIKE_CYRILLIC, ...LIKE_GREEK, ...LIKE_SMALL][nth]!] as const,
  ),
);

/**
 * A word in lower case, in the Latin letters that it looks like: some people evade filters, and some phones mix
 * alphabets. A word with a letter that resembles no Latin one is not meant as Latin, and stays unchanged.
 */
export function asLatin(word: string): string {
  const latin = [...word].map((letter) => LATIN_OF.get(letter) ?? letter).join("");
  return /^[a-z]+$/.test(latin) ? latin : word;
}

/**
 * Letters that a keyboard leaves out or replaces by another: the I of Turkish, whose capital is that of an i everywhere
 * else; the hamza of Arabic; Yeh and Kaf of Arabic and of Persian.
 */
const ONE_OF: Readonly<Record<string, string>> = { ı: "i", أ: "ا", إ: "ا", آ: "ا", ٱ: "ا", ي: "ی", ى: "ی", ك: "ک" };

/** A text in lower case with one form of each such letter. */
export const onePerLetter = (text: string): string => text.replaceAll(/[ıأإآٱيىك]/g, (letter) => ONE_OF[letter]!);

/** The first of the 26 letters in circles, of those in squares, and of those that flags are made of. */
const SIGN_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

/** Letters that are signs to Unicode, as Latin ones: 🅢🅣🅞🅟 is "stop". */
export function spelledInSigns(text: string): string {
  return [...text]
    .map((sign) => {
      const nth = SIGN_ALPHABETS.map((first) => sign.codePointAt(0)! - first).find((place) => place >= 0 && place < 26);
      return nth === undefined ? sign : String.fromCharCode(97 + nth);
    })
    .join("");
}
