/** What a person requests with a one-word message. */
export type Keyword = "stop" | "start" | "help";

/**
 * The words, in lower case and without spaces and dashes. The English and French stop words are those that carriers
 * prescribe; the others mean the same in more languages. Words that are also common answers to a question ("no", "ja")
 * are not among them, except YES, which carriers count as START.
 */
const words: Readonly<Record<Keyword, string>> = {
  stop: `
    stop stopall unsubscribe cancel end quit remove revoke optout
    arret arrêt arreter arrêter td desabonner désabonner
    stopp abmelden abbestellen avmeld avsluta afmeld frameld afmelden lopeta
    parar pare alto baja cancelar salir sair basta cancella disiscrivi
    rezygnuje rezygnuję wypisz zrusit zrušit odhlasit odhlásit dezabonare
    стоп отписаться отписка отмена відписатися διακοπή διακοπη στοπ
    dur iptal ret توقف إيقاف ايقاف الغاء إلغاء لغو הסר עצור
    停止 退订 退訂 取消 配信停止 수신거부 중지 ยกเลิก रोकें बंद
    berhenti unreg huy hủy tuchoi`,
  start: `
    start yes unstop optin resubscribe reprendre anmelden iniciar alta inizia
    старт başla basla ابدأ شروع התחל 开始 開始 시작`,
  help: "help info aide hilfe ayuda ajuda aiuto помощь yardım مساعدة راهنما 帮助",
};

const meanings: ReadonlyMap<string, Keyword> = new Map(
  (Object.keys(words) as Keyword[]).flatMap((keyword) =>
    words[keyword]
      .trim()
      .split(/\s+/)
      .map((word) => [word.normalize("NFKC"), keyword] as const),
  ),
);

/** The longest word has 14 letters; a text with more letters than this is no keyword, whatever spaces and symbols it has. */
const MOST_LETTERS = 40;
const LETTER = /[\p{L}\p{N}]\p{M}*/gu;

/**
 * Recognizes a keyword in a text: case, full-width letters, and symbols or spaces around it do not matter, nor do spaces
 * and dashes inside it ("opt-out"). The word must be the whole text: "stop by at six" is an invitation. Only a stop word
 * may be repeated ("stop stop").
 */
export function readKeyword(text: string): Keyword | null {
  const word = withoutSigns(text.normalize("NFKC"))
    ?.toLowerCase()
    // Lower-casing a Turkish capital dotted I leaves the dot as a separate character.
    .replaceAll("\u0307", "");
  if (word === undefined) return null;
  const meaning = meanings.get(word.replaceAll(/[\s_-]/g, ""));
  if (meaning) return meaning;
  const said = word.split(/[^\p{L}\p{N}\p{M}]+/u).map((one) => meanings.get(one));
  return said.every((one) => one === "stop") ? "stop" : null;
}

/**
 * The text from the first letter to the last; undefined if there is none, or too many. A regular expression for trailing
 * symbols would rescan every run of them from each position.
 */
function withoutSigns(text: string): string | undefined {
  let start: number | undefined;
  let end = 0;
  let letters = 0;
  for (const { index, 0: letter } of text.matchAll(LETTER)) {
    letters += 1;
    if (letters > MOST_LETTERS) return undefined;
    start ??= index;
    end = index + letter.length;
  }
  return start === undefined ? undefined : text.slice(start, end);
}
