/** Words that ask to begin again, all languages, in the form of the stop words. Only the whole message counts. */
export const START_WORDS = `
  start unstop optin resubscribe reprendre anmelden iniciar alta inizia
  старт başla basla ابدأ شروع התחל 开始 開始 시작`;

/** They answer a question. Without an open one they change nothing. */
export const YES_WORDS = "yes";

export const HELP_WORDS = "help info aide hilfe ayuda ajuda aiuto помощь yardım مساعدة راهنما 帮助";
