import { expect, test } from "vitest";

import { readKeyword } from "./keyword.ts";

/** What people who do not know of STOP write, by language. */
const requests: Readonly<Record<string, readonly string[]>> = {
  de: [
    "Bitte nicht mehr schreiben",
    "Schreiben Sie mir bitte nicht mehr!",
    "Hören Sie auf",
    "Hör auf mir zu schreiben",
    "Lassen Sie mich in Ruhe",
    "Lasst mich in Ruhe!!!",
    "Ich will keine Nachrichten",
    "Ich möchte keine SMS von Ihnen",
    "Keine weiteren Nachrichten bitte",
    "Bitte nichts mehr schicken",
    "Bitte löschen Sie meine Nummer",
    "Melden Sie mich bitte ab",
    "Nehmen Sie mich von der Liste",
    "Ich widerrufe meine Einwilligung",
  ],
  fr: [
    "Ne m'écrivez plus",
    "Laissez-moi tranquille",
    "Je ne veux plus de SMS",
    "Je ne souhaite plus recevoir vos messages",
    "Arrêtez de m'envoyer des SMS",
    "Supprimez mon numéro",
    "Retirez-moi de la liste",
    "Arrêtez de m'écrire",
    "Ne m'envoie plus de SMS",
    "N'envoyez plus de messages",
  ],
  es: [
    "No me escriban más",
    "No me envíen más mensajes",
    "Déjenme en paz",
    "Borren mi número por favor",
    "No quiero más mensajes",
    "No quiero recibir mensajes",
    "No quiero recibir más SMS",
    "No me envíes más mensajes",
    "No me mandes más sms",
    "Deja de enviarme mensajes",
    "Dejen de molestar por favor",
    "Déjame en paz",
  ],
  it: [
    "Non voglio più SMS",
    "Non voglio più ricevere messaggi",
    "Non scrivetemi più",
    "Non mandatemi più messaggi",
    "Non scrivermi più",
    "Smettete di inviarmi messaggi",
    "Lasciatemi in pace",
    "Cancellate il mio numero",
  ],
  pt: [
    "Não me mandem mais mensagens",
    "Parem de me enviar mensagens",
    "Me deixem em paz",
    "Não quero mais mensagens",
    "Não quero mais receber SMS",
    "Apaguem o meu número",
    "Não envie mais mensagens",
    "Não me mande mais SMS",
    "Pare de me enviar mensagens",
  ],
  nl: ["Stuur me geen sms meer", "Laat me met rust", "Verwijder mijn nummer", "Haal mij van de lijst"],
  pl: ["Nie piszcie do mnie", "Dajcie mi spokój", "Usuńcie mój numer", "Przestańcie wysyłać wiadomości"],
  sv: ["Sluta skicka meddelanden", "Skicka inga fler sms tack"],
  no: ["Ingen flere meldinger takk", "Ikke send meg mer"],
  da: ["Ingen flere sms", "Hold op med at sende beskeder"],
  fi: ["Ei enää tekstiviestejä kiitos"],
  tr: ["Artık mesaj atmayın", "Bana sms gönderme lütfen"],
  he: ["אל תשלחו לי הודעות", "תפסיקו לשלוח לי הודעות"],
  hi: ["मुझे मैसेज मत भेजो", "मैसेज बंद करो"],
  ja: ["メッセージはいりません"],
  zh: ["不要發了"],
  ko: ["문자 보내지 마세요"],
  fa: ["دیگر پیام ندهید", "لطفا پیامک ندهید", "شماره من را حذف کنید", "مزاحم نشوید"],
};

for (const [language, texts] of Object.entries(requests))
  test(`a request in whole sentences is honored: ${language}`, () => {
    expect(texts.filter((text) => readKeyword(text)?.keyword !== "stop")).toEqual([]);
  });

test("a noun, and an imperative, that means to unsubscribe or to stop is a request alone and about messages", () => {
  const texts = `désinscription|Désinscription svp|Désabonnement SMS|Abbestellung|desuscribirme|disiscrizione|Slutt
    |відписка|قف|หยุด|batal|Berhenti berlangganan|रुको|σταμάτα|Σταματήστε|przestań|Přestaňte|durun|iptal et
    |拒收|拒绝接收|Please delete me from your list`;
  const missed = texts.split("|").filter((text) => readKeyword(text.trim())?.keyword !== "stop");
  expect(missed).toEqual([]);
  for (const text of ["Vi er slutt", "siparişi iptal et", "包裹拒收", "pesanan saya batal", "หยุดงานวันนี้", "قف هنا"])
    expect(readKeyword(text), text).toBeNull();
});

test("a word that asks for an answer more often than for an end is never a request at once: отпишись", () => {
  for (const text of ["Отпишись мне", "отпишись мне по номеру", "Отпишись смс", "Отпишись, как доедешь"])
    expect(readKeyword(text), text).toBeNull();
  for (const text of ["отпишись", "Отпишись пожалуйста"])
    expect(readKeyword(text)?.keyword, text).toBe("maybe_opt_out");
});

test("a sentence with such words about something else is not honored at once", () => {
  for (const text of [
    "Können Sie mir bitte meine Nummer bestätigen?",
    "Ich habe keine SMS bekommen",
    "Hört die Führung um acht auf?",
    "Je ne veux plus deux places mais trois",
    "No quiero recibir el pedido el lunes",
    "No quiero recibir la 2",
    "Stuur me geen rekening maar een bon",
    "Stuur mij geen 2",
    "Do I need to stop it now?",
    "Do I stop these 2?",
    "Don't just text me",
    "Please do not send me now the 2",
    "No me manden 2",
    "No me envíes la factura",
    "Não me mande 2",
    "Ingen flere problemer",
    "Skicka inga fler blommor",
    "मैसेज भेजो",
    "תפסיקו לצחוק",
    "Não quero mais duas, quero três",
  ])
    expect(readKeyword(text)?.keyword, text).not.toBe("stop");
});
