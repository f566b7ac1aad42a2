/** What a phone would show literally: HTML tags, and characters that control text direction. */
const TAG = /<\/?[a-z!][^<>]*>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;
/** Joiners are part of names in some scripts, and of emoji. */
const UNSEEN = /[\p{Cf}--[\u200c\u200d]]+/gv;

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bdquo: "„",
  cent: "¢",
  copy: "©",
  euro: "€",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
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

/**
 * HTML from a website as one line of text: without tags, entities, control characters and repeated spaces. Entities are
 * decoded once: `&amp;lt;` is `&lt;`.
 */
export function plainText(html: string): string {
  return html
    .replaceAll(TAG, " ")
    .replaceAll(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
      const point = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : "";
    })
    .replaceAll(UNSEEN, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();
}

/**
 * The beginning of a text, without half a character at its end.
 *
 * @param longest UTF-16 units
 */
export function cutText(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
}
