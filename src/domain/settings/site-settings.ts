import { localeOf } from "../subscribers/locale-and-zone.ts";
import { defineSection } from "./section.ts";

export type SiteSettings = {
  /** Language tag: what the service writes in to people whose language it does not know. */
  readonly locale: string;
};

export const siteSection = defineSection<SiteSettings>({
  name: "site",
  defaults: { locale: "en" },
  usable: { locale: (locale) => localeOf(locale) !== null },
});
