/**
 * The text with a one-time password, in every language in which STOP is understood. One segment with a name of 30
 * characters: where a word would leave the GSM alphabet, the text is short enough for UCS-2.
 */
export const otpTexts: Readonly<Record<string, string>> = {
  en: "{{sender}}: {{code}} is your code. Do not share it with anyone.",
  ar: "{{sender}}: رمزك هو {{code}}. لا تشاركه مع أحد.",
  cs: "{{sender}}: kód {{code}}. Nikomu ho nesdělujte.",
  da: "{{sender}}: {{code}} er din kode. Del den ikke med nogen.",
  de: "{{sender}}: {{code}} ist Ihr Code. Geben Sie ihn an niemanden weiter.",
  el: "{{sender}}: κωδικός {{code}}. Μην τον μοιραστείτε.",
  es: "{{sender}}: {{code}} es su clave. No la comparta con nadie.",
  fa: "{{sender}}: کد شما {{code}}. آن را به کسی ندهید.",
  fi: "{{sender}}: {{code}} on koodisi. Älä kerro sitä kenellekään.",
  fr: "{{sender}} : {{code}} est votre code. Ne le communiquez à personne.",
  he: "{{sender}}: הקוד שלך {{code}}. אין למסור אותו לאיש.",
  hi: "{{sender}}: आपका कोड {{code}} है। किसी को न बताएं।",
  id: "{{sender}}: {{code}} adalah kode Anda. Jangan berikan kepada siapa pun.",
  it: "{{sender}}: {{code}} è il suo codice. Non lo comunichi a nessuno.",
  ja: "{{sender}}: 認証コードは {{code}} です。他人に教えないでください。",
  ko: "{{sender}}: 인증번호 {{code}}. 다른 사람에게 알려주지 마세요.",
  nl: "{{sender}}: {{code}} is uw code. Deel hem met niemand.",
  no: "{{sender}}: {{code}} er koden din. Ikke del den med noen.",
  pl: "{{sender}}: Kod: {{code}}. Nie podawaj go nikomu.",
  pt: "{{sender}}: {{code}} é o seu código. Não o divulgue.",
  ro: "{{sender}}: cod {{code}}. Nu îl dați nimănui.",
  ru: "{{sender}}: код {{code}}. Никому его не сообщайте.",
  sv: "{{sender}}: {{code}} är din kod. Dela den inte med någon.",
  th: "{{sender}}: รหัสของคุณคือ {{code}} ห้ามบอกผู้อื่น",
  tr: "{{sender}}: kodunuz {{code}}. Kimseye vermeyin.",
  uk: "{{sender}}: код {{code}}. Нікому його не кажіть.",
  vi: "{{sender}}: mã xác nhận {{code}}. Không cho ai biết.",
  zh: "{{sender}}: 您的验证码是 {{code}}，请勿告知他人。",
};
