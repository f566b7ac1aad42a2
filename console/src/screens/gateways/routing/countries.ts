import { countryName } from "./rules.ts";

/** Codes of former countries, and of territories without phone numbers of their own. */
const former = "AN BU CS DD EU EZ FX NT QO SU TP UN VD XA XB YD YU ZR ZZ".split(" ");

let codes: ReadonlyMap<string, string> | undefined;

/** Codes by their names in small letters, as the browser knows them. */
function byName(): ReadonlyMap<string, string> {
  if (codes) return codes;
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  const known = all.filter((code) => !former.includes(code) && countryName(code) !== code);
  return (codes = new Map(known.map((code) => [countryName(code).toLocaleLowerCase(), code])));
}

/** Reads codes and names that are separated by commas; `unknown` is what is neither. */
export function readCountries(text: string): { readonly codes: string[]; readonly unknown: string[] } {
  const found: string[] = [];
  const unknown: string[] = [];
  for (const part of text
    .split(/[,،]/)
    .map((one) => one.trim())
    .filter(Boolean)) {
    const code = /^[a-z]{2}$/i.test(part) ? part.toUpperCase() : byName().get(part.toLocaleLowerCase());
    if (code && [...byName().values()].includes(code)) found.push(code);
    else unknown.push(part);
  }
  return { codes: [...new Set(found)], unknown };
}
