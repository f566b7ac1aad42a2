/** Words that ask to begin again, all languages, in the form of the stop words. Only the whole message counts. */
export const START_WORDS = `
  start unstop optin resubscribe reprendre sabonner réinscrire reinscrire anmelden alta iniciar empezar começar comecar
  iniciare inizia iscrivimi aanmelden zapiszmnie starta meldpå tilmeld aloita přihlásit prihlasit abonare
  старт начать подписаться почати підписатися έναρξη εναρξη εγγραφή εγγραφη başla basla başlat baslat
  ابدأ اشتراك شروع התחל शुरू शुरूकरें เริ่ม mulai batdau bắtđầu
  开始 開始 订阅 訂閱 再開 配信再開 시작 수신동의`;

/** Answers to a question. Without an open question they change nothing. */
export const YES_WORDS = "yes";

export const HELP_WORDS = `
  help info aide hilfe ayuda ajuda aiuto hulp pomoc hjälp hjelp hjælp apua ohje nápověda napoveda ajutor
  помощь допомога βοήθεια βοηθεια yardım yardim مساعدة راهنما کمک עזרה मदद ช่วยเหลือ bantuan trogiup trợgiúp
  帮助 幫助 ヘルプ 도움말`;
