import { count } from "./format.ts";
import { dateLocale, locale } from "./locale.ts";

/**
 * Has the browser read what it needs to write numbers and times. The first number took 24 ms, on a slow phone 100, in
 * the rendering of the screen.
 */
export function warmFormats(): void {
  count(0);
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium", timeStyle: "medium" }).format(0);
  new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "short" }).format(0, "second");
  new Intl.PluralRules(locale()).select(0);
}
