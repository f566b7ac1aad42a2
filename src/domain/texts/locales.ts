/** The languages of alerts, which are those of the console. */
export const locales = ["en", "de", "fa"] as const;

export type Locale = (typeof locales)[number];

/** The languages of the pages for the public: all those in which STOP is understood. */
export const pageLocales = [
  "en",
  "ar",
  "cs",
  "da",
  "de",
  "el",
  "es",
  "fa",
  "fi",
  "fr",
  "he",
  "hi",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "no",
  "pl",
  "pt",
  "ro",
  "ru",
  "sv",
  "th",
  "tr",
  "uk",
  "vi",
  "zh",
] as const;

export type PageLocale = (typeof pageLocales)[number];
