/** What a phone would show literally: HTML tags, and characters that control text direction. */
const TAG = /<\/?[a-z!][^<>]*>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,7}\d{0,2}));/gi;
/** Joiners are part of names in some scripts, and of emoji. */
const UNSEEN = /[\p{Cf}--[\u200c\u200d]]+/gv;

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bdquo: "„",
  bull: "•",
  cent: "¢",
  copy: "©",
  deg: "°",
  euro: "€",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: " ",
  ndash: "–",
  pound: "£",
  quot: '"',
  raquo: "»",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  shy: "",
  times: "×",
  trade: "™",
  yen: "¥",
};
/** Letters whose entities differ in case: `&AElig;`. */
const LETTERS: Readonly<Record<string, string>> = {
  AElig: "Æ",
  aelig: "æ",
  ETH: "Ð",
  eth: "ð",
  OElig: "Œ",
  oelig: "œ",
  Oslash: "Ø",
  oslash: "ø",
  szlig: "ß",
  THORN: "Þ",
  thorn: "þ",
};
/** The accent that follows a letter in the name of an entity: `&eacute;`. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ["acute", "\u0301"],
  ["caron", "\u030c"],
  ["cedil", "\u0327"],
  ["circ", "\u0302"],
  ["grave", "\u0300"],
  ["ring", "\u030a"],
  ["tilde", "\u0303"],
  ["uml", "\u0308"],
]);

/**
 * HTML from a website as one line of text: without tags, entities, control characters and repeated spaces. Entities are
 * decoded once: `&amp;lt;` is `&lt;`.
 */
export function plainText(html: string): string {
  return html
    .replaceAll(TAG, " ")
    .replaceAll(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named(name) ?? all;
      const point = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : "";
    })
    .replaceAll(UNSEEN, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();
}

/** The character of a named entity; undefined: there is no such entity in HTML 4. */
function named(name: string): string | undefined {
  const accent = ACCENTS.get(name.slice(1));
  const letter = accent === undefined ? "" : `${name[0]}${accent}`.normalize("NFC");
  // Only letters that exist with the accent as one character have an entity.
  return [...letter].length === 1 ? letter : (LETTERS[name] ?? NAMED[name.toLowerCase()]);
}

/**
 * The beginning of a text, without half a character at its end.
 *
 * @param longest UTF-16 units
 */
export function cutText(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
}
