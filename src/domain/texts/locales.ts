/** The languages in which the service itself writes to people: on public pages and in alerts. */
export const locales = ["en", "de", "fa"] as const;

export type Locale = (typeof locales)[number];
