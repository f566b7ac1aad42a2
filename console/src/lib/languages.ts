/** Offered while a language is typed; every other tag can be typed as well. */
export const commonLanguages =
  "ar bg bn cs da de el en en-GB en-US es es-MX et fa fi fr fr-CA ga he hi hr hu id it ja ka ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur vi zh-Hans zh-Hant".split(
    " ",
  );

/** `German` for `de`; the tag itself where the browser does not know it. */
export function languageName(tag: string): string {
  try {
    const names = new Intl.DisplayNames(document.documentElement.lang || "en", { type: "language" });
    return names.of(tag.replaceAll("_", "-")) ?? tag;
  } catch {
    return tag;
  }
}
