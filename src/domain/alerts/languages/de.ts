import { GRACE_MS } from "../../license/license.ts";
import { STOPS } from "../kinds/credit-low.ts";
import { ENDED, IN_GRACE } from "../kinds/license-ending.ts";
import { dayOf, instant, safeName, sentence, type AlertLanguage } from "../rule.ts";

const days = (count: number): string =>
  count < 1 ? "weniger als ein Tag" : count < 2 ? "ein Tag" : `${Math.floor(count)} Tage`;
const periods: Readonly<Record<string, string>> = { day: "Tag", month: "Monat" };

export const de: AlertLanguage = {
  kinds: {
    gateway_stopped: ({ subject, data }) => ({
      title: `Das Gateway ${safeName(subject)} ist gestoppt`,
      meaning: `Darüber wird nichts gesendet: ${sentence(safeName(data["reason"], 200), "Der Anbieter lehnt ab.")} Nachrichten, die kein anderes Gateway senden darf, warten darauf; nichts geht verloren.`,
      step: "Prüfen Sie Konto, Schlüssel und Guthaben beim Anbieter und testen Sie dann das Gateway. Das Senden wird von selbst erneut versucht.",
    }),
    gateway_idle: ({ subject, data }) => ({
      title: `Über das Gateway ${safeName(subject, 22)} wird nichts gesendet`,
      meaning: `Seit ${instant(data["since"])} warten Nachrichten darauf. ${data["lastSuccess"] ? `Die letzte wurde am ${instant(data["lastSuccess"])} gesendet.` : "Darüber wurde noch keine gesendet."}`,
      step: "Testen Sie das Gateway und prüfen Sie, ob ein Prozess mit der Rolle all oder worker läuft.",
    }),
    gateway_refuses: ({ subject, data }) => ({
      title: `Das Gateway ${safeName(subject, 20)} lehnt alle Nachrichten ab`,
      meaning: `Seit ${instant(data["since"])} hat es keine angenommen und mindestens ${Number(data["refused"])} abgelehnt. Diese sind fehlgeschlagen und werden nicht wiederholt.`,
      step: "Sehen Sie sich die Fehler der fehlgeschlagenen Nachrichten an: Vielleicht ist der Absender nicht registriert oder das Konto eingeschränkt. Testen Sie dann das Gateway.",
    }),
    credit_low: ({ subject, level, data }) => {
      const credit = safeName(`${data["amount"]} ${data["unit"]}`, 30);
      return {
        title: `Das Guthaben bei ${safeName(subject)} ist niedrig`,
        meaning:
          level >= STOPS
            ? `Das Guthaben beträgt noch ${credit} und liegt unter der Grenze von ${safeName(data["stopBelow"])}. Nachrichten der in den Einstellungen gewählten Kategorien werden zurückgehalten, bis es aufgeladen wird.`
            : `Das Guthaben beträgt noch ${credit}. Beim Verbrauch der letzten sieben Tage reicht es noch so lange: ${days(Number(data["days"]))}; dann lehnt der Anbieter Nachrichten ab.`,
        step: "Laden Sie beim Anbieter Guthaben auf. Zurückgehaltene Nachrichten werden von selbst gesendet, sobald das Guthaben wieder abgefragt ist.",
      };
    },
    webhook_disabled: ({ data }) => ({
      title: `Der Webhook an ${safeName(data["host"], 26)} ist ausgeschaltet`,
      meaning: `${data["reason"] === "gone" ? "Das Ziel hat geantwortet, dass es nicht mehr vorhanden ist (410)." : "Tagelang sind alle Versuche fehlgeschlagen."} Der Webhook erhält keine Ereignisse, bis er eingeschaltet wird.`,
      step: "Beheben Sie den Fehler beim Empfänger, schalten Sie den Webhook ein und senden Sie Verpasstes noch einmal.",
    }),
    license_ending: ({ level, data }) => {
      const expiresAt = Number(data["expiresAt"]);
      const other = "Andere Nachrichten sind nicht betroffen.";
      return {
        title:
          level >= IN_GRACE
            ? `Die Lizenz ist am ${dayOf(expiresAt)} abgelaufen`
            : `Die Lizenz läuft am ${dayOf(expiresAt)} ab`,
        meaning:
          level >= ENDED
            ? `Zeitpläne und Wiederholungen werden abgelehnt, und vorhandene warten. ${other}`
            : `Zeitpläne und Wiederholungen laufen bis ${dayOf(expiresAt + GRACE_MS)} weiter, danach warten sie. ${other}`,
        step: "Installieren Sie eine neue Lizenz: Setzen Sie TIDINGS_LICENSE und starten Sie den Dienst neu.",
      };
    },
    codes_unverified: ({ subject, data }) => ({
      title: `Nur wenige Codes nach ${safeName(subject, 10)} werden bestätigt`,
      meaning: `Von den letzten ${Number(data["sent"])} Einmalpasswörtern in dieses Land wurden ${Number(data["verified"])} bestätigt. Vielleicht fordert jemand Codes an, um an den Gebühren zu verdienen, oder die Codes kommen nicht an.`,
      step: "Prüfen Sie, wer die Codes anfordert. Beschränken Sie die Länder oder senken Sie die Grenzen für Codes.",
    }),
    run_failed: ({ data }) => ({
      title: "Geplante Nachrichten wurden nicht gesendet",
      meaning: `Läufe von Zeitplänen, die in den letzten 24 Stunden fehlgeschlagen sind: ${Number(data["runs"])}. Niemand hat sie erhalten, und sie werden nicht wiederholt.`,
      step: "Sehen Sie sich die Läufe der Zeitpläne an; jeder fehlgeschlagene nennt seinen Grund. Berichtigen Sie den Zeitplan und führen Sie ihn dann noch einmal aus.",
    }),
    schedule_paused: ({ data }) => ({
      title: "Zeitpläne sind angehalten",
      meaning: `Zeitpläne, deren Besitzer es nicht mehr gibt oder der nicht mehr senden darf: ${Number(data["schedules"])}. Bis jemand sie fortsetzt, erhält niemand ihre Nachrichten.`,
      step: "Sehen Sie sich die angehaltenen Zeitpläne an. Setzen Sie fort, wofür Sie die Verantwortung übernehmen, und brechen Sie die übrigen ab.",
    }),
    role_gone: ({ subject, data }) => ({
      title: `Eine Rolle von Zeitplänen fehlt: ${safeName(subject)}`,
      meaning: `Die Rolle wurde umbenannt oder gelöscht. Zeitpläne, die an sie senden: ${Number(data["schedules"])}. Sie finden niemanden in ihr.`,
      step: "Stellen Sie diese Zeitpläne auf die neue Rolle um oder brechen Sie sie ab. Läufe, die niemanden fanden, werden nicht wiederholt.",
    }),
    queue_late: ({ data }) => ({
      title: "Nachrichten warten zu lange in der Warteschlange",
      meaning: `Die älteste, die gesendet werden darf, wartet seit ${instant(data["since"])}; insgesamt warten ${Number(data["texts"])} oder mehr. Nichts geht verloren, aber die Nachrichten kommen spät an.`,
      step: "Prüfen Sie, ob die Gateways funktionieren und ob ein Prozess mit der Rolle all oder worker läuft.",
    }),
    spend_cap_reached: ({ subject, data }) => ({
      title: `Die Ausgabengrenze ist erreicht (${periods[subject] ?? safeName(subject, 12)})`,
      meaning: `Nachrichten der in den Einstellungen gewählten Kategorien werden zurückgehalten bis ${instant(data["until"])}.`,
      step: "Erhöhen Sie die Grenze, wenn sie früher gesendet werden müssen, oder finden Sie heraus, wer so viel sendet.",
    }),
  },
  newer: (kind) => ({
    title: `Warnmeldung: ${kind}`,
    meaning: "Das hat eine neuere Version des Dienstes gemeldet.",
    step: "Sehen Sie es mit einem Knoten dieser Version an.",
  }),
  frame: {
    ended: (title) => `Beendet: ${title}`,
    hasEnded: (title) => `${title}: Das ist vorbei.`,
    lasted: (from, to) => `Es dauerte von ${from} bis ${to}.`,
    endedMeanwhile: (from, to) => `Das ist inzwischen vorbei: Es dauerte von ${from} bis ${to}.`,
    since: (from) => `Seit ${from}.`,
    titleSince: (title, from) => `${title}, seit ${from}`,
    whatToDo: (step) => `Was zu tun ist: ${step}`,
    settings: "Wer das erhält, steht in der Konsole unter Einstellungen, Warnmeldungen.",
    testSubject: "Test: Warnmeldungen kommen hier an",
    testMail: "Dies ist ein Test. Warnmeldungen werden an diese Adresse gesendet.",
    testSms: "Dies ist ein Test. Warnmeldungen werden an diese Nummer gesendet.",
  },
};
