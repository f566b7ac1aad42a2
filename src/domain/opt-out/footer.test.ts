import { expect, test } from "vitest";

import { contentOf } from "../messages/content.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { footerOf, withFooter, type Footer } from "./footer.ts";

const footer: Footer = {
  texts: { default: "{{sender}}: reply {{stop}} to end", fr: "{{sender}} : STOP au {{ stop }}" },
  stop: "STOP",
  senderName: "Acme",
  locale: "en",
};
const textOf = (text: string, given: Footer | null = footer, language: string | null = null): string =>
  withFooter(contentOf({ text }), given, language).text;

test("the footer is a line of its own behind the text, in the language of the text", () => {
  expect(textOf("20 % off  \n")).toBe("20 % off\nAcme: reply STOP to end");
  expect(textOf("20 % off", { ...footer, stop: "36111" }, "fr-CA")).toBe("20 % off\nAcme : STOP au 36111");
  expect(textOf("20 % off", footer, "nl")).toBe("20 % off\nAcme: afmelden met STOP");
  expect(textOf("20 % off", { ...footer, locale: "de" })).toBe("20 % off\nAcme: Ende mit STOP");
  const own = { ...footer, locale: "de", texts: { default: "{{stop}} ends it" } };
  expect(textOf("20 % off", own, "nl")).toBe("20 % off\nSTOP ends it");
  expect(textOf("20 % off", null)).toBe("20 % off");
  expect(textOf("")).toBe("Acme: reply STOP to end");
});

test("variables that are all of a text need values beside the footer, and others keep their empty fallbacks", () => {
  const personal = (text: string, media: readonly string[] = []): string =>
    withFooter(contentOf({ text, personal: true, media }), footer, null).text;
  const end = "\nAcme: reply STOP to end";
  expect(personal("{{ name | }} ")).toBe(`{{name}}${end}`);
  expect(personal("{{name|}} {{fields.city|}}")).toBe(`{{name}} {{fields.city}}${end}`);
  for (const text of [
    "Hi {{name|}}",
    "{{name|}}{{number|}}",
    "{{name|}}{{fields.city|you}}",
    "{{name|}}{{first_name}}",
  ])
    expect(personal(text)).toBe(`${text}${end}`);
  expect(personal("{{name|}}", ["media_1"])).toBe(`{{name|}}${end}`);
  expect(textOf("{{name|}}")).toBe(`{{name|}}${end}`);
  // Nothing is left of this footer, so nothing would be sent without the text.
  const nobody = { ...footer, senderName: null, texts: { default: "{{sender}}" } };
  expect(withFooter(contentOf({ text: "{{name|}}", personal: true }), nobody, null).text).toBe("{{name|}}");
});

test("a text that has the footer does not get it again, whatever its line breaks and case", () => {
  const once = textOf("20 % off");
  expect(textOf(once)).toBe(once);
  for (const text of ["News. acme: Reply stop\nto END", "Acme: reply STOP to end\n20 % off"])
    expect(textOf(text)).toBe(text);
  expect(textOf("Reply STOP to win a stop watch")).toContain("Acme: reply STOP to end");
});

test("without a name the sender id takes its place, and without either the footer begins after that place", () => {
  const nameless = { ...footer, senderName: null };
  expect(withFooter(contentOf({ text: "Hi", sender: "ACME" }), nameless, null).text).toBe(
    "Hi\nACME: reply STOP to end",
  );
  expect(textOf("Hi", nameless)).toBe("Hi\nreply STOP to end");
});

test("the footer counts: encoding and segments are those of the whole text", () => {
  const long = contentOf({ text: "a".repeat(150) });
  expect([long.segments, withFooter(long, footer, null).segments]).toEqual([1, 2]);
  const curly = { ...footer, texts: { default: "„{{stop}}“ beendet" } };
  expect(withFooter(contentOf({ text: "a".repeat(100) }), curly, null)).toMatchObject({
    encoding: "ucs2",
    segments: 2,
  });
});

test("the last line of a domain-bound code stays the last line", () => {
  const text = "Your code is 123456.\n@example.com #123456";
  expect(textOf(text)).toBe(text);
});

test("values are inserted as they are, and unknown placeholders stay", () => {
  expect(textOf("Hi", { ...footer, senderName: "$& {{stop}}" })).toBe("Hi\n$& {{stop}}: reply STOP to end");
  expect(textOf("Hi", { ...footer, texts: { default: "{{constructor}} {{stop}}" } })).toBe("Hi\n{{constructor}} STOP");
});

test("only marketing has a footer; for other messages no settings are read", async () => {
  const never: ReadSettings = async () => {
    throw new Error("the settings were read");
  };
  expect(await footerOf(never, "transactional")).toBeNull();
  expect(await footerOf(never, "otp")).toBeNull();
  await expect(footerOf(never, "marketing")).rejects.toThrow("the settings were read");
});
