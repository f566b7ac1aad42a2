/**
 * Words that ask to stop, by language, in lower case and without spaces, dashes and apostrophes. English and French
 * ones are those that carriers prescribe.
 *
 * `clear`: hardly means anything else, so it counts with an object, too ("stop texting me"), and among other words a
 * person has to decide what was meant. `alone`: also an everyday word ("cancel my order"), so it counts only alone or
 * with polite words.
 */
export const stopWords: Readonly<Record<string, { readonly clear: string; readonly alone?: string }>> = {
  en: {
    clear:
      "stop stopall stops stopping unsubscribe unsub optout stopsms cease unsubcribe unsuscribe unsubscibe unsubsribe unsubscrib",
    alone: "cancel end quit remove revoke",
  },
  fr: {
    clear:
      "arret arrêt arreter arrêter desabonner désabonner desabonnement désabonnement desinscrire désinscrire desinscription désinscription stopsms",
    alone: "td arrete arrête arretez arrêtez",
  },
  de: { clear: "stopp stoppen abmelden abbestellen abmeldung abbestellung austragen", alone: "aufhören aufhoeren" },
  es: {
    clear: "darmedebaja desuscribir desuscribirme desuscribirse",
    alone: "parar pare alto baja cancelar detener cancela salir",
  },
  it: { clear: "disiscrivi disiscrivimi disiscrizione cancellami stopsms", alone: "basta cancella annulla" },
  pt: { clear: "descadastrar paresms", alone: "sair remover" },
  nl: { clear: "stoppen uitschrijven stopnu afmelden" },
  pl: { clear: "rezygnuje rezygnuję wypisz", alone: "koniec anuluj przestan przestań przestancie przestańcie" },
  sv: { clear: "avregistrera avprenumerera", alone: "avsluta avmeld sluta" },
  no: { clear: "frameld", alone: "avslutt slutt" },
  da: { clear: "afmeld", alone: "afslut" },
  fi: { clear: "lopeta lopettakaa", alone: "peru" },
  cs: { clear: "odhlasit odhlásit", alone: "zrusit zrušit prestante přestaňte" },
  ro: { clear: "dezabonare" },
  ru: { clear: "стоп отписаться отписка", alone: "отмена" },
  uk: { clear: "відписатися відписка" },
  el: {
    clear: "στοπ απεγγραφή απεγγραφη",
    alone: "διακοπή διακοπη διαγραφή διαγραφη σταμάτα σταματα σταματήστε σταματηστε",
  },
  tr: { clear: "durdur", alone: "dur durun iptal iptalet ret çık" },
  ar: { clear: "توقف أوقف إيقاف ايقاف الغاءالاشتراك إلغاءالاشتراك", alone: "الغاء إلغاء قف" },
  fa: { clear: "لغو ستوپ استاپ" },
  he: { clear: "הסר הסירו", alone: "עצור תפסיקו" },
  hi: { clear: "रोकें रोको", alone: "बंद बंदकरो बंदकरें रुको" },
  ja: { clear: "ストップ 停止 配信停止 停止してください 配信停止してください", alone: "解除 やめて やめてください" },
  zh: { clear: "退订 退訂 取消订阅 取消訂閱 取消短信 取消簡訊 停止", alone: "取消 停 拒收 拒绝接收 拒絕接收" },
  ko: { clear: "수신거부 스톱 스탑", alone: "중지 정지 그만 그만보내세요" },
  th: { clear: "ยกเลิก", alone: "หยุด" },
  id: { clear: "unreg berhentiberlangganan", alone: "berhenti batal" },
  vi: { clear: "tuchoi từchối", alone: "huy hủy huỷ dừng" },
};

/** Clear stop words of languages in which the service has no texts: Hungarian, Croatian, Serbian, Bulgarian. */
export const STOP_ELSEWHERE = "leiratkozás leiratkozas leiratkozom odjava odjavi одјава отписване";

/**
 * One slip of the finger in STOP: a swap, a doubled, missing or neighboring letter. Words of their own are left out.
 */
export const STOP_SLIPS = `sotp stpo tsop stp sstop sttop stopp stopo stopl dtop wtop etop ztop xtop srop syop sgop sfop
  stip stpp stkp stlp st0p st9p sto0 stoo`;

/** Symbols that mean STOP, if the message contains nothing else. */
export const STOP_SIGNS: readonly string[] = ["🛑", "⛔", "✋", "🚫"];
