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

/** The longest word has 14 letters; a text of more than this is none. */
const LONGEST = 40;

/**
 * Reads a keyword out of a text: case, full-width letters, and signs or blanks around it do not matter, nor do blanks
 * and dashes inside it ("opt-out"). The word must be the whole text: "stop by at six" is an invitation.
 */
export function readKeyword(text: string): Keyword | null {
  if (text.length > LONGEST) return null;
  const word = text
    .normalize("NFKC")
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, "")
    .toLowerCase()
    // A Turkish capital I with a dot leaves the dot behind as a sign of its own.
    .replaceAll("\u0307", "")
    .replaceAll(/[\s_-]/g, "");
  return meanings.get(word) ?? null;
}
