type Page = { readonly documentElement: { readonly lang: string; readonly dir: string } };
/** Outside a browser there is none. */
const page = (): Page | undefined => (globalThis as { readonly document?: Page }).document;

/** The language of the page, which its first script has chosen. */
export const locale = (): string => page()?.documentElement.lang || "en";

export const isRightToLeft = (): boolean => page()?.documentElement.dir === "rtl";
