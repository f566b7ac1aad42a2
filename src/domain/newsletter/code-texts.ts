/**
 * The message with an activation code, in every language in which STOP is understood: kept as short as the text of a
 * one-time password.
 */
export const codeTexts: Readonly<Record<string, string>> = {
  default: "{{sender}}: Your activation code is {{code}}. If you did not subscribe, ignore this message.",
  ar: "{{sender}}: رمز اشتراكك {{code}}. لم تطلبه؟ تجاهله.",
  cs: "{{sender}}: kód k odběru {{code}}. Jinak ignorujte.",
  da: "{{sender}}: Din aktiveringskode er {{code}}. Har du ikke tilmeldt dig, kan du se bort fra denne besked.",
  de: "{{sender}}: Ihr Aktivierungscode ist {{code}}. Falls Sie sich nicht angemeldet haben, ignorieren Sie diese Nachricht.",
  el: "{{sender}}: κωδ. εγγραφής {{code}}. Αλλιώς σβήστε.",
  es: "{{sender}}: Su clave de alta es {{code}}. Si no se ha suscrito, ignore este mensaje.",
  fa: "{{sender}}: کد عضویت {{code}}. شما نبودید؟ پاک کنید.",
  fi: "{{sender}}: Vahvistuskoodisi on {{code}}. Jos et tilannut viestejä, jätä tämä huomiotta.",
  fr: "{{sender}} : votre code d'inscription est {{code}}. Si cette demande ne vient pas de vous, ignorez ce message.",
  he: "{{sender}}: קוד ההרשמה {{code}}. לא ביקשתם? התעלמו.",
  hi: "{{sender}}: सदस्यता कोड {{code}}। आप नहीं? हटा दें।",
  id: "{{sender}}: Kode aktivasi Anda {{code}}. Jika Anda tidak mendaftar, abaikan pesan ini.",
  it: "{{sender}}: Il suo codice di conferma è {{code}}. Se non ha chiesto l'iscrizione, ignori questo messaggio.",
  ja: "{{sender}}: 登録コードは {{code}} です。心当たりがなければ無視してください。",
  ko: "{{sender}}: 구독 인증번호 {{code}}. 신청하지 않았다면 무시하세요.",
  nl: "{{sender}}: Uw bevestigingscode is {{code}}. Hebt u zich niet aangemeld? Negeer dit bericht.",
  no: "{{sender}}: Aktiveringskoden din er {{code}}. Har du ikke meldt deg på, kan du se bort fra denne meldingen.",
  pl: "{{sender}}: Kod potwierdzenia zapisu: {{code}}. To nie Ty? Zignoruj ten SMS.",
  pt: "{{sender}}: Use {{code}} para confirmar que deseja receber as nossas mensagens. Se recebeu isto por engano, ignore.",
  ro: "{{sender}}: cod abonare {{code}}. Altfel ignorați.",
  ru: "{{sender}}: код подписки {{code}}. Не вы? Удалите.",
  sv: "{{sender}}: Din aktiveringskod är {{code}}. Har du inte anmält dig kan du bortse från detta meddelande.",
  th: "{{sender}}: รหัสสมัคร {{code}} หากไม่ได้ขอ โปรดลบ",
  tr: "{{sender}}: Abonelik kodunuz {{code}}. Abone olmak istemediyseniz bu SMS'i silin.",
  uk: "{{sender}}: код підписки {{code}}. Не ви? Видаліть.",
  vi: "{{sender}}: mã đăng ký {{code}}. Nếu nhầm, bỏ qua.",
  zh: "{{sender}}: 订阅验证码 {{code}}。如非本人操作，请忽略。",
};
