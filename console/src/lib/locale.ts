type Page = { readonly documentElement: { readonly lang: string; readonly dir: string } };
/** Outside a browser there is none. */
const page = (): Page | undefined => (globalThis as { readonly document?: Page }).document;

/** The language of the page, which its first script has chosen. */
export const locale = (): string => page()?.documentElement.lang || "en";

/**
 * How dates are written: as where the reader is, if the browser speaks the page's language. Elsewhere than in the
 * United States, the day comes before the month.
 */
export function dateLocale(): string {
  const own = (globalThis as { readonly navigator?: { readonly language?: string } }).navigator?.language ?? "";
  return own.startsWith(`${locale()}-`) ? own : locale();
}

export const isRightToLeft = (): boolean => page()?.documentElement.dir === "rtl";
