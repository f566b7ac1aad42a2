import type { FillIssue } from "#domain/forms/fill-form";
import type { FormLocale } from "#domain/forms/form";

/** Every sentence of the pages that the public sees. A language is complete, or it is not offered. */
export type Texts = {
  readonly number: string;
  readonly numberHint: string;
  readonly name: string;
  readonly optional: string;
  readonly groups: string;
  readonly choose: string;
  readonly leaveEmpty: string;
  readonly subscribe: string;
  readonly check: string;
  readonly stale: string;
  readonly changed: string;
  readonly issues: Readonly<Record<FillIssue, string>>;
  readonly closedTitle: string;
  readonly closed: string;
  readonly codeTitle: string;
  /** The same for every number: subscribed, unknown or opted out. */
  readonly codeSent: string;
  readonly noCode: string;
  readonly code: string;
  readonly confirm: string;
  readonly wrongCode: string;
  readonly again: string;
  readonly thanksTitle: string;
  readonly thanks: string;
  readonly confirmedTitle: string;
  readonly confirmed: string;
  readonly continue: string;
  readonly limitedTitle: string;
  readonly limited: string;
  readonly blocked: string;
  readonly preferencesTitle: string;
  readonly preferences: string;
  readonly noGroups: string;
  readonly save: string;
  readonly saved: string;
  readonly savedWithCode: string;
  readonly leaveTitle: string;
  readonly leave: string;
  readonly leaveAll: string;
  readonly left: string;
  readonly suppressed: string;
  readonly deadLinkTitle: string;
  readonly deadLink: string;
  readonly noFormTitle: string;
  readonly noForm: string;
  readonly foreign: string;
  readonly failedTitle: string;
  readonly failed: string;
};

const en: Texts = {
  number: "Mobile number",
  numberHint: "With the country code, for example +44 7400 123456.",
  name: "Name",
  optional: "optional",
  groups: "What would you like to receive?",
  choose: "Please choose",
  leaveEmpty: "Leave this field empty",
  subscribe: "Subscribe",
  check: "Please check your details and subscribe.",
  stale: "This page was open for a long time. Please subscribe again.",
  changed: "The text of the consent has changed meanwhile. Please read it again.",
  issues: {
    required: "Please fill in this field.",
    too_long: "This is too long.",
    phone: "This is not a phone number. Please write it with the country code, for example +44 7400 123456.",
    number: "Please enter a number.",
    date: "Please enter a date.",
    choice: "Please choose one of these.",
    group: "Please choose at least one.",
    consent: "Please agree in order to subscribe.",
  },
  closedTitle: "This form is closed",
  closed: "Nobody can subscribe here at present.",
  codeTitle: "Enter the code",
  codeSent: "If this number can receive our messages, a code is on its way. It is valid for 15 minutes.",
  noCode: "No code after a minute? The number may be mistyped, already subscribed, or opted out with STOP.",
  code: "Code from the message",
  confirm: "Confirm",
  wrongCode: "The code is wrong or no longer valid.",
  again: "Start again",
  thanksTitle: "Thank you",
  thanks:
    "If this number can receive our messages, it is now subscribed. If you left earlier, a code is on its way: please enter it here.",
  confirmedTitle: "You are subscribed",
  confirmed: "Your number is confirmed. You can leave at any time: reply STOP.",
  continue: "Continue",
  limitedTitle: "Too many attempts",
  limited: "Please try again later.",
  blocked: "Messages cannot be sent to this number.",
  preferencesTitle: "Your messages",
  preferences: "You receive what is checked.",
  noGroups: "You are in no group.",
  save: "Save",
  saved: "Your choice is saved.",
  savedWithCode: "Your choice is saved. To join, enter the code that we are sending to your phone.",
  leaveTitle: "Leave",
  leave: "You will get no more messages from these groups.",
  leaveAll: "Leave all",
  left: "You have left. You will get no more messages from these groups.",
  suppressed: "You opted out of all messages with STOP. To get messages again, reply START to one of ours.",
  deadLinkTitle: "This link is not valid",
  deadLink: "It is incomplete, or a newer one has replaced it.",
  noFormTitle: "There is no form here",
  noForm: "The address is mistyped, or the form is gone.",
  foreign: "Please use the buttons of this page itself.",
  failedTitle: "That did not work",
  failed: "Something went wrong on our side. Please try again in a moment.",
};

const de: Texts = {
  number: "Mobilnummer",
  numberHint: "Mit Landesvorwahl, zum Beispiel +49 1512 3456789.",
  name: "Name",
  optional: "freiwillig",
  groups: "Was möchten Sie erhalten?",
  choose: "Bitte wählen",
  leaveEmpty: "Dieses Feld leer lassen",
  subscribe: "Anmelden",
  check: "Bitte prüfen Sie Ihre Angaben und melden Sie sich an.",
  stale: "Diese Seite war lange geöffnet. Bitte melden Sie sich noch einmal an.",
  changed: "Der Text der Einwilligung hat sich inzwischen geändert. Bitte lesen Sie ihn noch einmal.",
  issues: {
    required: "Bitte füllen Sie dieses Feld aus.",
    too_long: "Das ist zu lang.",
    phone: "Das ist keine Telefonnummer. Bitte mit Landesvorwahl, zum Beispiel +49 1512 3456789.",
    number: "Bitte geben Sie eine Zahl ein.",
    date: "Bitte geben Sie ein Datum ein.",
    choice: "Bitte wählen Sie etwas davon aus.",
    group: "Bitte wählen Sie mindestens eines aus.",
    consent: "Zur Anmeldung ist Ihre Einwilligung nötig.",
  },
  closedTitle: "Dieses Formular ist geschlossen",
  closed: "Zurzeit kann sich hier niemand anmelden.",
  codeTitle: "Code eingeben",
  codeSent:
    "Wenn diese Nummer unsere Nachrichten empfangen kann, ist ein Code unterwegs. Er ist 15 Minuten lang gültig.",
  noCode:
    "Nach einer Minute noch kein Code? Vielleicht ist die Nummer vertippt, schon angemeldet oder mit STOP abgemeldet.",
  code: "Code aus der Nachricht",
  confirm: "Bestätigen",
  wrongCode: "Der Code ist falsch oder nicht mehr gültig.",
  again: "Von vorn beginnen",
  thanksTitle: "Vielen Dank",
  thanks:
    "Wenn diese Nummer unsere Nachrichten empfangen kann, ist sie jetzt angemeldet. Wenn Sie sich früher abgemeldet haben, ist ein Code unterwegs: Bitte geben Sie ihn hier ein.",
  confirmedTitle: "Sie sind angemeldet",
  confirmed: "Ihre Nummer ist bestätigt. Sie können sich jederzeit abmelden: Antworten Sie mit STOP.",
  continue: "Weiter",
  limitedTitle: "Zu viele Versuche",
  limited: "Bitte versuchen Sie es später noch einmal.",
  blocked: "An diese Nummer können keine Nachrichten gesendet werden.",
  preferencesTitle: "Ihre Nachrichten",
  preferences: "Sie erhalten, was angekreuzt ist.",
  noGroups: "Sie sind in keiner Gruppe.",
  save: "Speichern",
  saved: "Ihre Auswahl ist gespeichert.",
  savedWithCode: "Ihre Auswahl ist gespeichert. Zum Beitreten geben Sie den Code ein, den wir an Ihr Telefon senden.",
  leaveTitle: "Abmelden",
  leave: "Sie erhalten dann keine Nachrichten dieser Gruppen mehr.",
  leaveAll: "Von allem abmelden",
  left: "Sie sind abgemeldet und erhalten keine Nachrichten dieser Gruppen mehr.",
  suppressed:
    "Sie haben sich mit STOP von allen Nachrichten abgemeldet. Wenn Sie wieder welche erhalten möchten, antworten Sie auf eine unserer Nachrichten mit START.",
  deadLinkTitle: "Dieser Link ist nicht gültig",
  deadLink: "Er ist unvollständig oder durch einen neueren ersetzt.",
  noFormTitle: "Hier ist kein Formular",
  noForm: "Die Adresse ist vertippt, oder das Formular gibt es nicht mehr.",
  foreign: "Bitte benutzen Sie die Schaltflächen dieser Seite selbst.",
  failedTitle: "Das hat nicht geklappt",
  failed: "Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.",
};

const catalogue: Readonly<Record<FormLocale, Texts>> = { en, de };

export function textsIn(locale: FormLocale): Texts {
  return catalogue[locale];
}

/** The best language of a browser's Accept-Language header, for pages that belong to no form. */
export function localeOf(header: string | null): FormLocale {
  const wanted = (header ?? "").slice(0, 200).toLowerCase();
  const first = wanted.split(",").find((one) => /^\s*(?:en|de)\b/.test(one));
  return first?.trim().startsWith("de") ? "de" : "en";
}

const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur"]);

export function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(locale.split("-")[0]!) ? "rtl" : "ltr";
}
