import { count } from "./format.ts";
import { dateLocale, locale } from "./locale.ts";

/**
 * Makes the browser load what it needs to format numbers and times. Otherwise the first number took 24 ms, on a slow
 * phone 100, during the rendering of the screen.
 */
export function warmFormats(): void {
  count(0);
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium", timeStyle: "medium" }).format(0);
  new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "short" }).format(0, "second");
  new Intl.PluralRules(locale()).select(0);
}
