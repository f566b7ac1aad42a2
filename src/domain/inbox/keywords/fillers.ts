/** Words that change nothing in a request to stop, in lower case and without apostrophes. */
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

/** Other words beside a clear stop word: what is to stop, and for whom. */
export const OBJECTS = `
  all me it this these the to from of my your us i im want wish would like id need must anymore any more forever list
  sms text texts txt txts texting texted message messages messaging msg msgs mms send sending sends spam spamming ads ad promo
  promos promotional promotions marketing newsletter alerts notifications contacting contact number phone mobile service
  subscription sent fucking fuck damn bloody you we our database system records contacts receive receiving get getting
  calling harassing bothering annoying pestering communication communications sorry but so
  les des de vos mes votre veuillez liste envoi envoyer messages pub publicité publicite je la plus
  keine mehr die das von newsletter werbung nachrichten mich ich will möchte moechte senden schicken mir ihnen euch zu
  schreiben mit der liste meine meiner einwilligung weitere weiteren aus dem verteiler mehr erhalten bekommen
  mensajes mensaje sus lista nunca suscripción suscripcion los el la enviar los mas más quiero me recibir
  messaggi messaggio vostri dalla ricevere i gli invio più piu
  mensagens mensagem eu suas receber da o os a as mais
  berichten ik meer met het de van
  wiadomości wiadomosci mnie więcej wiecej smsów smsow otrzymywać otrzymywac
  meddelanden meldinger beskeder
  смс сообщения рассылку рассылка мне меня больше мені мене більше номер
  mesaj mesajları mesajlari artık artik bana
  문자 메시지 다시는 저에게 더 이상
  短信 订阅 رسائل لي پیامک پیام دیگر به من אותי לי עוד הודעות मुझे`;

/** Those that name the messages themselves: with one of them nothing else can be meant. */
export const MESSAGES = `
  sms texts texting messages messaging msgs mms sending spam spamming ads promos promotions newsletter marketing
  notifications communications harassing
  nachrichten werbung pub publicité publicite mensajes messaggi mensagens berichten wiadomości wiadomosci smsów smsow
  meddelanden meldinger beskeder viestit смс сообщения рассылку mesaj mesajları mesajlari رسائل پیامک 短信`;

/** What changes nothing in a request of a language that has no spaces. */
export const UNSPACED_FILLERS = `
  td t 回 请 請 麻烦 麻煩 你们 你們 给我 給我 向我 对我 再 短信 简讯 簡訊 信息 訊息 消息 发送 發送 发 發 了 吧 谢谢 謝謝 我要 我想 一下 以后 以後 这个 這個 sms
  もう メール メッセージ ショートメール を の は 配信 してください して下さい ください 下さい お願いします`;

/** What mail and message programs put in front of an answer. */
export const REPLY_PREFIX = /^(?:(?:re|aw|fwd?|wg|sv|vs|antw|tr|rif|odp|ynt|отв|回复|答复)\s?[:：]\s*)+/u;

/** The beginnings of what a phone adds below a message, as `folded` writes them. */
export const SIGNATURES: readonly string[] = [
  "--",
  "__",
  // Closings of a letter; a phone may add them, too.
  "regards",
  "best regards",
  "kind regards",
  "warm regards",
  "best wishes",
  "cheers",
  "yours ",
  "mfg",
  "mit freundlichen",
  "viele grüße",
  "liebe grüße",
  "cordialement",
  "saludos",
  "atentamente",
  "saluti",
  "cordiali saluti",
  "atenciosamente",
  "groeten",
  "met vriendelijke",
  "pozdrawiam",
  "med vänlig",
  "mvh",
  "hilsen",
  "med vennlig",
  "med venlig",
  "terveisin",
  "с уважением",
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
  "مرسل من",
  "ارسال از",
  "ارسال شده",
  "从我的",
  "來自我的",
  "来自我的",
  "נשלח",
  "στάλθηκε",
  "나의 iphone",
  "나의 ipad",
  "मेरे iphone",
  "ส่งจาก",
  "đã gửi từ",
  "dikirim dari",
];

/** A name behind a dash, as people sign: "-Jane". */
export const SIGNED = /^[-–—~]\s?\p{L}+(?: \p{L}+)?$/u;

/** A line above a quotation: "On 3 Nov, Shop wrote:". */
export const QUOTATION = /^(?:on|am|le|el|il|em|op|dnia|den)\s.{0,120}:$|^-+\s?(?:original|ursprüngliche|forwarded)/u;
