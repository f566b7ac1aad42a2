export const isPicture = (type: string): boolean => type.startsWith("image/");

/** An uploaded file at this page's own origin, which may have another name than the one for providers. */
export const pathOf = (url: string): string => URL.parse(url)?.pathname ?? "";
