/** The language of the page, which its first script has chosen. */
export const locale = (): string => globalThis.document?.documentElement.lang || "en";
