/** Words that change nothing in any request to stop, in lower case and without apostrophes. */
export const POLITE = `
  please pls plz now immediately asap thanks thank you thx ty ok okay kindly just already hi hello hey sir
  bitte sofort danke jetzt
  svp sil vous plait plaît merci maintenant bonjour
  por favor gracias ya obrigado obrigada
  per favore grazie subito ora
  alstublieft aub nu graag dank
  prosze proszę dziekuje dziękuję
  tack snälla takk vennligst venligst kiitos
  пожалуйста спасибо
  lütfen lutfen tesekkurler teşekkürler
  请 謝謝 谢谢 من فضلك شكرا لطفا`;

/** What else a clear stop word may stand with: what is to stop, and for whom. */
export const OBJECTS = `
  all me it this these the to from of my your us i im want wish would like id need must anymore any more forever list
  sms text texts texting texted message messages messaging msg msgs mms send sending sends spam spamming ads ad promo
  promos promotional promotions marketing newsletter alerts notifications contacting contact number phone mobile service
  subscription sent fucking fuck damn bloody
  les des de vos mes envoi envoyer messages pub publicité publicite je la plus
  keine mehr die das von newsletter werbung nachrichten mich ich will möchte moechte senden schicken mir ihnen euch zu
  schreiben mit der liste meine meiner einwilligung weitere weiteren
  mensajes mensaje los el la enviar los mas más quiero me recibir
  messaggi messaggio i gli invio più piu
  mensagens mensagem o os a as mais
  berichten met het de meer
  wiadomości wiadomosci mnie
  meddelanden meldinger beskeder
  смс сообщения рассылку рассылка
  mesaj mesajları mesajlari
  短信 订阅 رسائل پیامک دیگر אותי`;

/** What mail and message programs put in front of an answer. */
export const REPLY_PREFIX = /^(?:(?:re|aw|fwd?|wg|sv|vs|antw|tr|rif|odp|ynt|отв|回复|答复)\s?[:：]\s*)+/u;

/** With one of these begins what a phone adds below a message, as `folded` writes it. */
export const SIGNATURES: readonly string[] = [
  "--",
  "__",
  "sent from",
  "sent via",
  "sent with",
  "sent by",
  "get outlook",
  "gesendet",
  "von meinem",
  "envoyé",
  "envoye",
  "enviado",
  "inviato",
  "verzonden",
  "verstuurd",
  "wysłan",
  "wyslan",
  "skickat",
  "sendt fra",
  "lähetetty",
  "odesláno",
  "trimis",
  "отправлено",
  "надіслано",
  "iphone",
  "发自",
  "發自",
  "ارسلت",
  "ارسال از",
  "נשלח",
  "στάλθηκε",
  "나의 iphone",
  "나의 ipad",
  "मेरे iphone",
  "ส่งจาก",
  "đã gửi từ",
  "dikirim dari",
];

/** A line above a quotation: "On 3 Nov, Shop wrote:". */
export const QUOTATION = /^(?:on|am|le|el|il|em|op|dnia|den)\s.{0,120}:$|^-+\s?(?:original|ursprüngliche|forwarded)/u;
