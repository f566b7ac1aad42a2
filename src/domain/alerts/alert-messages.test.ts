import { describe, expect, it } from "vitest";

import { withPrefix } from "#lib/ids";

import { locales } from "../texts/locales.ts";

import { alertKinds, type Alert, type AlertKind } from "./alert.ts";
import { alertMail, alertSms, testAlertMail, testAlertSms } from "./alert-messages.ts";
import { wordsOf } from "./texts.ts";

const HOSTILE = `evil\r\nBcc: all@example.com\r\n\r\n\u202egnp.exe\u2028${"x".repeat(300)}`;
const AT = Date.UTC(2027, 5, 1, 12);
const ID = "0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10" as Alert["id"];

const alertOf = (kind: AlertKind, more: Partial<Alert> = {}): Alert => ({
  id: ID,
  kind,
  subject: HOSTILE,
  level: 1,
  data: { code: HOSTILE, reason: HOSTILE, amount: HOSTILE, unit: HOSTILE, stopBelow: HOSTILE, host: HOSTILE, days: 2 },
  firstSeenAt: AT,
  openedAt: AT,
  closedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  ...more,
});
const tools = { publicUrl: "https://sms.example.com", locale: "en" } as const;

const everywhere = locales.flatMap((locale) => alertKinds.map((kind) => [kind, locale] as const));

describe.each(everywhere)("%s in %s", (kind, locale) => {
  it.each(["opened", "closed"] as const)(
    "has a short subject on one line when it is %s, with any characters in its names",
    (event) => {
      for (const level of [1, 2, 3, 4]) {
        const closedAt = event === "closed" ? AT + 60_000 : null;
        const { subject, text } = alertMail(
          { alert: alertOf(kind, { level, closedAt }), event, level },
          "ops@example.com",
          { ...tools, locale },
        );
        expect(subject.length).toBeLessThanOrEqual(78);
        expect(subject).not.toMatch(/[\p{Cc}\u2028]|(?!\u200c)\p{Cf}/u);
        expect(text).not.toMatch(/^Bcc/m);
        // Persian words have the zero-width non-joiner.
        expect(text).not.toMatch(locale === "fa" ? /(?!\u200c)\p{Cf}/u : /\p{Cf}/u);
        expect(text).toContain("2027-06-01 12:00 UTC");
        expect(text).toMatch(/\nhttps:\/\/sms\.example\.com\/\S+\n/);
      }
    },
  );

  it("fits into a text message, and its title into a line", () => {
    for (const level of [1, 2, 3, 4]) {
      const alert = alertOf(kind, { level });
      const sms = alertSms({ alert, event: "opened", level }, locale);
      expect(sms.length).toBeLessThanOrEqual(134);
      expect(sms).not.toMatch(/[\r\n]/);
      expect(sms).toMatch(/2027-06-01 12:00 UTC\.$/);
      expect(wordsOf(alert, locale).title.length).toBeLessThanOrEqual(60);
    }
  });

  it("differs from every other language, and leads to the same screen", () => {
    for (const level of [1, 2, 3, 4]) {
      const alert = alertOf(kind, { subject: "day", level, data: { reason: "", unit: "EUR", amount: 5, days: 0.5 } });
      const { screen, ...sentences } = wordsOf(alert, locale);
      for (const other of locales.filter((one) => one !== locale)) {
        const { screen: sameScreen, ...others } = wordsOf(alert, other);
        expect(sameScreen).toBe(screen);
        for (const [name, text] of Object.entries(sentences)) {
          expect(text.trim()).not.toBe("");
          expect(text).not.toBe(others[name as keyof typeof others]);
        }
      }
    }
  });
});

describe("alertMail", () => {
  it("says what happened, since when, what it means and what to do", () => {
    const alert = alertOf("gateway_stopped", {
      subject: "main",
      data: { code: "account", reason: "The key is wrong." },
    });
    expect(
      alertMail({ alert, event: "opened", level: 1 }, "ops@example.com", { publicUrl: null, locale: "en" }),
    ).toMatchObject({
      subject: "[Tidings] The gateway main is stopped",
      id: `alert-${ID}-1`,
      follows: null,
      text: expect.stringMatching(
        /^The gateway main is stopped\.\nSince .* UTC\.\n\nIt sends nothing: The key is wrong\. .*\n\nWhat to do: /,
      ),
    });
  });

  it("is in the language of the settings, with the same instants", () => {
    const alert = alertOf("spend_cap_reached", { subject: "month", data: { until: AT }, closedAt: AT + 60_000 });
    const german = { ...tools, locale: "de" } as const;
    const late = alertMail({ alert, event: "opened", level: 1 }, "ops@example.com", german);
    expect(late.subject).toBe("[Tidings] Die Ausgabengrenze ist erreicht (Monat)");
    expect(late.text).toContain("Es dauerte von 2027-06-01 12:00 UTC bis 2027-06-01 12:01 UTC.");
    const ended = alertMail({ alert, event: "closed", level: 1 }, "ops@example.com", german);
    expect(ended.subject).toBe("[Tidings] Beendet: Die Ausgabengrenze ist erreicht (Monat)");
    expect(alertSms({ alert, event: "closed", level: 1 }, "fa")).toBe("Tidings: پایان: سقف هزینهٔ ماه پر شده است.");
    expect(testAlertSms("de")).toBe("Tidings: Dies ist ein Test. Warnmeldungen werden an diese Nummer gesendet.");
    expect(testAlertMail("1", "ops@example.com", german).text).toContain("an diese Adresse");
  });

  it("a kind of a newer release is named by its code in every language", () => {
    const alert = alertOf("moon_eclipsed" as AlertKind);
    for (const locale of locales) expect(wordsOf(alert, locale).title).toContain("moon_eclipsed");
  });

  it("a mail that is sent late says that the alert has ended meanwhile", () => {
    const alert = alertOf("queue_late", { data: { since: AT, texts: 3 }, closedAt: AT + 60_000 });
    const { text } = alertMail({ alert, event: "opened", level: 1 }, "ops@example.com", tools);
    expect(text).toContain("This has ended: it lasted from 2027-06-01 12:00 UTC to 2027-06-01 12:01 UTC.");
  });

  it("the mail of the end continues the one that it ends", () => {
    const alert = alertOf("license_ending", { level: 2, data: { expiresAt: AT }, closedAt: AT });
    const ended = alertMail({ alert, event: "closed", level: 2 }, "ops@example.com", tools);
    expect(ended).toMatchObject({ id: `alert-${ID}-end`, follows: `alert-${ID}-2` });
  });

  it("names the host of a webhook and never its path", () => {
    const alert = alertOf("webhook_disabled", { subject: ID, data: { host: "hooks.example.com", reason: "failing" } });
    const { text } = alertMail({ alert, event: "opened", level: 1 }, "ops@example.com", tools);
    expect(text).toContain("The webhook to hooks.example.com is disabled");
    expect(text).toContain(`https://sms.example.com/webhooks/${withPrefix("wh", ID)}`);
  });
});
