import { z } from "zod";

import { siteSection } from "#domain/settings/site-settings";
import { LOCALE_ISSUE, localeOf } from "#domain/subscribers/locale-and-zone";

import { limits } from "../limits.ts";
import { settingsSchema } from "./define.ts";

export const siteSettings = settingsSchema(siteSection, {
  locale: z
    .string()
    .max(limits.locale)
    .refine((tag) => localeOf(tag) !== null, LOCALE_ISSUE)
    .meta({
      description:
        "The language of the site, as a tag such as `de` or `pt-BR`: of codes, confirmations and pages for people of whom no language is known, and of new forms. What does not exist in it is in English.",
    }),
});
