import { describe, expect, test } from "vitest";

import { stopWords } from "#domain/inbox/keywords/stop-words";
import { segmentsOf } from "#domain/messages/segments";
import { codeTexts } from "#domain/newsletter/code-texts";
import { withCode } from "#domain/newsletter/settings";
import { confirmTexts } from "#domain/opt-out/confirm-texts";
import { footerTexts } from "#domain/opt-out/footer-texts";
import { filled } from "#domain/opt-out/localized-text";
import { otpText } from "#domain/otp/otp-text";
import { otpTexts } from "#domain/otp/otp-texts";
import { variablesOf, templateOf } from "#domain/texts/template";

/** As long as the name of an installation should be at most. */
const NAME = "Stadtwerke und Nahverkehr Bonn";
const otp = (template: string, senderName: string) =>
  otpText({ template, senderName, validFor: 300, form: { kind: "plain" } }, "123456");

type Kind = {
  readonly texts: Readonly<Record<string, string>>;
  /** The entry for English. */
  readonly english: string;
  readonly variables: readonly string[];
  readonly write: (text: string, sender: string) => string;
  /** Whether a text is in the GSM alphabet in all of the languages below. */
  readonly gsm: boolean;
};

const kinds: Readonly<Record<string, Kind>> = {
  "one-time password": { texts: otpTexts, english: "en", variables: ["sender", "code"], write: otp, gsm: true },
  "activation code": {
    texts: codeTexts,
    english: "default",
    variables: ["sender", "code"],
    write: (text, sender) => withCode(filled(text, { sender }), "123456"),
    gsm: true,
  },
  "confirmation of a STOP": {
    texts: confirmTexts,
    english: "default",
    variables: ["sender"],
    write: (text, sender) => filled(text, { sender }),
    gsm: false,
  },
  footer: {
    texts: footerTexts,
    english: "default",
    variables: ["sender", "stop"],
    write: (text, sender) => filled(text, { sender, stop: "STOP" }),
    gsm: true,
  },
};

/** Languages of which a text can be written in the GSM alphabet without a wrong letter. */
const GSM = ["da", "de", "es", "fi", "fr", "id", "it", "nl", "no", "pl", "sv", "tr"];

test("the name of the tests has 30 characters", () => {
  expect(NAME).toHaveLength(30);
});

describe.each(Object.entries(kinds))(
  "the text of the service: %s",
  (_kind, { texts, english, variables, write, gsm }) => {
    test("is there in every language in which STOP is understood, and in no other", () => {
      const languages = Object.keys(stopWords).map((language) => (language === "en" ? english : language));
      expect(Object.keys(texts).toSorted()).toEqual(languages.toSorted());
      expect(new Set(Object.values(texts)).size).toBe(languages.length);
    });

    test.each(Object.entries(texts))("in %s is one segment with a name of 30 characters: %s", (language, text) => {
      expect(variablesOf(templateOf(text)).toSorted()).toEqual(variables.toSorted());
      const { segments, encoding, units } = segmentsOf(write(text, NAME));
      expect([segments, `${units} units`]).toEqual([1, `${units} units`]);
      if (gsm && GSM.includes(language)) expect(encoding).toBe("gsm7");
      expect(text).toBe(text.normalize("NFC"));
    });

    test.each(Object.entries(texts))("in %s is a sentence without a name, too: %s", (_language, text) => {
      const nameless = write(text, "");
      expect(nameless).not.toMatch(/^[\s:,.]|\{|\}| {2}/);
    });
  },
);
