import { beforeAll, describe, expect, test } from "vitest";

import { alertKinds } from "#domain/alerts/alert";
import { wordsOf } from "#domain/alerts/texts";
import { locales } from "#domain/texts/locales";

import { serviceTextIn } from "./support/console/service-text-in.ts";

const AT = Date.UTC(2027, 5, 1, 12);
/** The data of an alert: each line takes another branch of the texts. */
const facts = [
  {
    subject: "day",
    data: { reason: "The key is wrong.", since: AT, lastSuccess: AT, amount: 5, unit: "EUR", days: 0 },
  },
  { subject: "month", data: { reason: "gone", host: "hooks.example.com", since: AT, amount: 5, unit: "EUR", days: 1 } },
  {
    subject: "DE",
    data: { sent: 50, verified: 3, texts: 7, since: AT, expiresAt: AT, until: AT, stopBelow: 9, days: 4 },
  },
];

describe.each(locales.filter((locale) => locale !== "en"))("alerts in %s", (locale) => {
  let serviceText: (text: string) => string;
  beforeAll(async () => {
    serviceText = await serviceTextIn(locale);
  });

  test.each(alertKinds)("%s says in a mail what the console says", (kind) => {
    for (const fact of facts) {
      for (const level of [1, 2, 3, 4]) {
        const alert = { ...fact, kind, level };
        const { title, meaning, step } = wordsOf(alert);
        const { screen: _, ...mailed } = wordsOf(alert, locale);
        expect({ title: serviceText(title), meaning: serviceText(meaning), step: serviceText(step) }).toEqual(mailed);
      }
    }
  });
});
