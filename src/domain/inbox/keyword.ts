/** What a person asks for with a text of one word. */
export type Keyword = "stop" | "start" | "help";

/**
 * The words, in small letters and without blanks and dashes. The English and French stop words are those that carriers
 * prescribe; the others say the same in more languages. Words that everybody also uses to answer a question ("no",
 * "ja") are not among them, except YES, which carriers count as START.
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

/** The longest word has 14 letters; a text of more than so many is none, whatever blanks and signs it has besides. */
const MOST_LETTERS = 40;
const LETTER = /[\p{L}\p{N}]\p{M}*/gu;

/**
 * Reads a keyword out of a text: case, full-width letters, and signs or blanks around it do not matter, nor do blanks
 * and dashes inside it ("opt-out"). The word must be the whole text: "stop by at six" is an invitation. Only who says
 * stop may say it again and again.
 */
export function readKeyword(text: string): Keyword | null {
  const word = withoutSigns(text.normalize("NFKC"))
    ?.toLowerCase()
    // A Turkish capital I with a dot leaves the dot behind as a sign of its own.
    .replaceAll("\u0307", "");
  if (word === undefined) return null;
  const meaning = meanings.get(word.replaceAll(/[\s_-]/g, ""));
  if (meaning) return meaning;
  const said = word.split(/[^\p{L}\p{N}\p{M}]+/u).map((one) => meanings.get(one));
  return said.every((one) => one === "stop") ? "stop" : null;
}

/**
 * From the first letter to the last one; undefined where there is none, or too many. A pattern for the signs at the end
 * would look at every run of them anew from each of them.
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
