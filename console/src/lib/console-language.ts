/** Read by the page's first script, before anything is shown. It stays in this browser, as the colors do. */
const KEY = "tidings-language";

/** The languages of the console. The page names them once, for its first script. */
export const consoleLanguages: readonly string[] = (document.documentElement.dataset["languages"] ?? "en")
  .split(" ")
  .map((entry) => entry.split(":")[0]!);

/** `de` as "Deutsch". */
export function ownName(language: string): string {
  return new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
}

/** Loads the page again in another language. */
export function speak(language: string): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the browser's own language decides.
  }
  location.reload();
}
