import type { ReadSettings } from "#domain/settings/settings-store";
import { siteSection } from "#domain/settings/site-settings";
import type { PageLocale } from "#domain/texts/locales";

import { localeOf } from "./texts.ts";

/** The language of a page that belongs to no form: the browser's, or that of the site. */
export async function visitorLocale(
  { readSettings }: { readonly readSettings: ReadSettings },
  { headers }: Request,
): Promise<PageLocale> {
  return localeOf(headers.get("accept-language"), (await readSettings(siteSection)).locale);
}
