import type { LocalizedText } from "./localized-text.ts";

/**
 * The footer of marketing, in every language in which STOP is understood. In the GSM alphabet wherever a text of that
 * language can be: it must not turn the whole message into UCS-2.
 */
export const footerTexts: LocalizedText = {
  default: "{{sender}}: reply {{stop}} to end",
  ar: "{{sender}}: للإلغاء {{stop}}",
  cs: "{{sender}}: konec: {{stop}}",
  da: "{{sender}}: afmeld med {{stop}}",
  de: "{{sender}}: Ende mit {{stop}}",
  el: "{{sender}}: διαγραφή: {{stop}}",
  es: "{{sender}}: baja con {{stop}}",
  fa: "{{sender}}: لغو: {{stop}}",
  fi: "{{sender}}: lopetus: {{stop}}",
  fr: "{{sender}} : {{stop}}",
  he: "{{sender}}: להסרה {{stop}}",
  hi: "{{sender}}: बंद करें: {{stop}}",
  id: "{{sender}}: berhenti: {{stop}}",
  it: "{{sender}}: per uscire {{stop}}",
  ja: "{{sender}}: 配信停止は{{stop}}",
  ko: "{{sender}}: 수신거부 {{stop}}",
  nl: "{{sender}}: afmelden met {{stop}}",
  no: "{{sender}}: avslutt med {{stop}}",
  pl: "{{sender}}: rezygnacja: {{stop}}",
  pt: "{{sender}}: para sair, {{stop}}",
  ro: "{{sender}}: dezabonare: {{stop}}",
  ru: "{{sender}}: отписка: {{stop}}",
  sv: "{{sender}}: avsluta med {{stop}}",
  th: "{{sender}}: ยกเลิก {{stop}}",
  tr: "{{sender}}: iptal: {{stop}}",
  uk: "{{sender}}: відписка: {{stop}}",
  vi: "{{sender}}: hủy: {{stop}}",
  zh: "{{sender}}: 退订回复{{stop}}",
};
