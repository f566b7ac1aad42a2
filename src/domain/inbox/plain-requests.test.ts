import { expect, test } from "vitest";

import { readKeyword } from "./keyword.ts";

const otherThan = (keyword: string | null, texts: readonly string[]): readonly string[] =>
  texts.filter((text) => (readKeyword(text)?.keyword ?? null) !== keyword);

test("a sentence that says that messages are no longer wanted is honored as an opt-out", () => {
  const requests = [
    "I would like to opt out",
    "OPT OUT of all",
    "please opt-out",
    "Un-subscribe me",
    "I no longer wish to receive messages",
    "no longer want to receive these texts",
    "I do not want to receive any more messages from you",
    "I don't want to be contacted anymore",
    "we do not wish to be texted",
    "don't text me again",
    "Please do not contact me again",
    "do not message me again please",
    "remove my number from your database",
    "Delete my number from your system",
    "I said stop",
    "cease",
    "Stop harassing me",
    "stop calling me",
    "get me off this list",
  ];
  expect(otherThan("stop", requests)).toEqual([]);
});

test("a request with a complaint beside it is just as clear", () => {
  const requests = [
    "not interested, remove me",
    "no thanks stop",
    "Wrong number, stop",
    "Wrong number. Please stop!",
    "enough. stop",
    "Who is this? STOP",
    "stop please i never signed up",
    "I didn't sign up for this, stop",
    "I never subscribed. Unsubscribe me",
    "fuck off and stop",
    "Stop! I am not interested",
    "Thank you but I'm not interested, please remove me from your list",
    "Sorry, wrong person, please remove my number",
    "No, stop!",
    "Ѕtор, wrоng numbеr",
  ];
  expect(otherThan("stop", requests)).toEqual([]);
});

test("a clause that asks for the texts to end is honored, regardless of the rest of the message", () => {
  const requests = [
    "Who gave you this number? Stop texting me",
    "fuck off and stop texting me",
    "I have moved to Canada. Please stop sending me these messages.",
    "Can you stop texting me please",
    "You have the wrong person; unsubscribe me from these texts",
    "My husband died in May\nStop messaging this phone",
    "It is three in the morning - stop sending texts!",
    "J'ai déménagé. Arrêtez de m'envoyer des SMS",
    "Ich wohne nicht mehr hier. Keine SMS mehr bitte",
    "Estoy harto, no más mensajes",
  ];
  expect(otherThan("stop", requests)).toEqual([]);
});

test("requests in other languages are honored", () => {
  const requests = [
    "aufhören",
    "Bitte aufhören!",
    "Nehmen Sie mich aus dem Verteiler",
    "Ich möchte keine Nachrichten mehr erhalten",
    "Retirez mon numéro de votre liste",
    "Veuillez me désinscrire",
    "cancelar suscripción",
    "Cancelar mi suscripcion",
    "Quítenme de la lista",
    "Non voglio ricevere messaggi",
    "Toglietemi dalla lista",
    "Não quero receber mensagens",
    "Cancelar inscrição",
    "Niet meer sturen",
    "Schrijf me uit",
    "Proszę nie wysyłać SMS",
    "sluta",
    "Avprenumerera",
    "Ta bort mig",
    "Meld meg av",
    "abonelikten çık",
    "Lütfen mesaj atmayın",
    "отпишите меня",
    "не пишите мне",
    "Не пишите мне больше",
    "Удалите мой номер",
    "Відпишіть мене",
    "απεγγραφή",
    "διαγραφή",
    "leiratkozás",
    "odjava",
    "ستوپ",
    "لغو عضویت",
    "dừng",
    "不要再发了",
    "请不要再给我发短信了",
    "请停止发送短信",
    "別再發簡訊給我",
    "取消短信",
    "我要退订",
    "メールを停止してください",
    "もう送らないでください",
    "문자 보내지 마세요",
  ];
  expect(otherThan("stop", requests)).toEqual([]);
});

test("a complaint without a request is left to a person", () => {
  const doubts = [
    "I never signed up for this",
    "How did you get my number?",
    "This is harassment",
    "spam",
    "I have to opt out of the trip on Monday",
    "怎么退订",
  ];
  expect(otherThan("maybe_opt_out", doubts)).toEqual([]);
});

test("a message that texts no longer arrive is no opt-out: a person decides", () => {
  const reports = [
    "I get no more messages",
    "I receive no more messages from you",
    "Sorry, we receive no more texts",
    "Hello, I am getting no more sms",
    "you sent no more messages",
    "Keine SMS mehr erhalten!",
    "Hallo, keine Nachrichten mehr bekommen",
    "Who is this? I get no more messages",
    "My phone was stolen. I get no more messages",
    "Newsletter nicht mehr erhalten",
  ];
  expect(otherThan("maybe_opt_out", reports)).toEqual([]);
});

test("a message that nothing more is to arrive is an opt-out", () => {
  const requests = [
    "I want to get no more messages",
    "I wish to receive no more texts",
    "please no more messages, I want to receive no more sms",
    "No more messages from you!",
    "I must stop receiving messages",
    "Stop! I receive no more messages from you",
    "Keine SMS mehr bekommen. STOP",
    "Ich möchte keine SMS mehr erhalten",
    "Bitte keine Nachrichten mehr erhalten",
    "Ich möchte nicht mehr erhalten",
    "I don't want to get these texts",
  ];
  expect(otherThan("stop", requests)).toEqual([]);
});

test("a message about the person's own affairs is no opt-out", () => {
  const others = [
    "I'm driving. Don't text me now, call my wife",
    "Can't make it tonight. Remove me from the waiting list for table 4",
    "Stop! You're kidding",
    "No thanks! Don't stop",
    "cancel, not interested",
    "Can you cancel please?",
    "No, cancel please",
    "stop? no",
    "Can you stop the treatment?",
    "Why did you stop texting me?",
    "If you stop texting me I will miss it",
    "You told me to stop, so I did",
    "Should I stop sending invoices by mail?",
    "不要再下雨了",
    "停止位置はどこですか",
    "Who is this?",
    "enough for two?",
    "Please don't send it again",
    "We opt for the window, out of habit",
  ];
  expect(others.filter((text) => readKeyword(text)?.keyword === "stop")).toEqual([]);
});

test("a reaction to a message that says how to stop requests nothing", () => {
  const sent = "Bakery Nine: two loaves for one, this week only. Reply STOP to end texts, or STOP to stop sms";
  const reactions = [
    `Loved “${sent}”`,
    `Laughed at "${sent}"`,
    `👍 to “\u200a${sent}\u200a”`,
    `Gefällt „${sent}“`,
    `A aimé « ${sent} »`,
    `Removed a heart from “${sent}”`,
  ];
  expect(otherThan(null, reactions)).toEqual([]);
});

test.each(["“", "„", "«", '"'])("quotation marks without end are read once: %s", (mark) => {
  const before = process.cpuUsage();
  expect(readKeyword(`${mark.repeat(100_000)} stop`)?.keyword).toBe("stop");
  // A few milliseconds; half a minute if each mark were compared with all earlier ones.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});

test("words beside a quotation are the person's own, and so are those of a message that is entirely in quotes", () => {
  const sent = "Bakery Nine: two loaves for one, this week only. Reply STOP to end texts";
  const requests = [
    `“${sent}” Please stop`,
    `STOP "${sent}"`,
    "“Please stop sending me these messages immediately, thank you”",
    'I said "STOP"',
  ];
  expect(otherThan("stop", requests)).toEqual([]);
});
