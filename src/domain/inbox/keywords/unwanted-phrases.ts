/** Beginnings that ask to stop if it is messages that are not wanted: "I don't want any onions" does not. */
export const unwantedPhrases: Readonly<Record<string, readonly string[]>> = {
  en: [
    "dont want",
    "do not want",
    "no longer want",
    "dont wish",
    "do not wish",
    "no longer wish",
    "no longer interested in",
  ],
  es: ["no quiero", "no deseo", "ya no quiero", "ya no deseo"],
  it: ["non voglio", "non desidero"],
  pt: ["não quero", "nao quero", "não desejo", "nao desejo"],
  nl: ["wil geen", "wens geen"],
  pl: ["nie chcę", "nie chce", "nie życzę sobie", "nie zycze sobie"],
  sv: ["vill inte ha"],
  no: ["vil ikke ha"],
  da: ["vil ikke have"],
  ru: ["не хочу", "не желаю"],
  uk: ["не хочу"],
};
