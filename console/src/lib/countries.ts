import { commas } from "./commas.ts";
import { locale } from "./locale.ts";
import { t } from "./translate.ts";

const none = new Set("AQ BV CP CQ DG EA EU EZ GS HM IC PN QO TF UM UN XA XB ZZ".split(" "));

let known: readonly string[] | undefined;

/** The ISO codes of all countries that the browser can name. */
export function countries(): readonly string[] {
  if (known) return known;
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // A code that has become another one (SU) is not offered.
  return (known = codes.filter(
    (code) => !none.has(code) && names.of(code) && new Intl.Locale(`und-${code}`).region === code,
  ));
}

/** `DE` as "Germany", `US-FL` as "United States, FL". */
export function regionName(region: string): string {
  const [country = "", state] = region.split("-");
  if (!/^[A-Z]{2}$/.test(country)) return region;
  const name = new Intl.DisplayNames(locale(), { type: "region" }).of(country) ?? country;
  if (state === undefined) return name;
  return state === "??" ? t`${name}, state not known` : commas([name, state]);
}

/** For a `Select`, by name. */
export function regionOptions(regions: readonly string[]): { readonly value: string; readonly label: string }[] {
  return regions
    .map((value) => ({ value, label: regionName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale()));
}
