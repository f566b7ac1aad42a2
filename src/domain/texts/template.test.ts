import fc from "fast-check";
import { expect, test } from "vitest";

import { personalText, requiredVariables } from "./personal-text.ts";
import { hasLinks, isPersonal, render, templateOf, unmatchedVariables, variablesOf } from "./template.ts";
import { cleanValue, valuesOf } from "./values.ts";

const ada = valuesOf({ phone: "+4915112345678", name: "Ada Lovelace", fields: { city: "London" } });
const rendered = (text: string, values = ada) => render(templateOf(text), values);

test.each([
  ["Hi {{name}}", "Hi Ada Lovelace"],
  ["Hi {{ first_name }}!", "Hi Ada!"],
  ["{{name|you}} {{title | friend}}", "Ada Lovelace friend"],
  ["{{fields.city}} {{number}}", "London +4915112345678"],
  ["Dear %subscriber_name%, %unknown% 100%", "Dear Ada Lovelace, %unknown% 100%"],
  ["{{ x | }}.", "."],
  ["{name} #name# [[name]] {{name", "{name} #name# [[name]] {{name"],
])("%j becomes %j", (text, expected) => {
  expect(rendered(text)).toEqual({ text: expected });
});

test("a link is put in whole, and the user's variable of WP SMS is the same one", () => {
  const url = `https://${"long.".repeat(60)}example/p/l/x`;
  const links = { preferences_url: url, unsubscribe_url: `${url}#leave` };
  const values = valuesOf({ phone: "+4915112345678", links });
  expect(rendered("%unsubscribe_url% {{unsubscribe_url}} {{preferences_url}}", values)).toEqual({
    text: `${url}#leave ${url}#leave ${url}`,
  });
  expect(rendered("{{unsubscribe_url}}")).toEqual({ missing: "unsubscribe_url" });
  const own = valuesOf({ phone: "+4915112345678", links, variables: { unsubscribe_url: "https://x.test" } });
  expect(rendered("{{unsubscribe_url}}", own)).toEqual({ text: "https://x.test" });
});

test.each([
  [["{{ unsubscribe_url }}"], true],
  [["Hi", "%unsubscribe_url%"], true],
  [["{{preferences_url|none}}"], true],
  [["unsubscribe_url {{name}} {unsubscribe_url}"], false],
])("%j has links: %j", (texts, expected) => {
  expect(hasLinks(texts)).toBe(expected);
});

test("variables of WP SMS without a counterpart are found, each once, and no other text in percent signs", () => {
  const text =
    "%subscriber_group% %subscriber_group% %site_name%! 50%-60% %subscriber_name% %SUBSCRIBER_GROUP% %APPDATA% %subscriber_status";
  expect(unmatchedVariables(text)).toEqual(["%subscriber_group%", "%site_name%"]);
  const all =
    "%subscriber_status%%subscriber_group%%subscriber_date%%subscriber_custom_fields%%site_name%%site_url%%site_version%";
  expect(unmatchedVariables(all)).toHaveLength(7);
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "fields.__proto__", "fields.constructor", ""])(
  "a property that every object has is not a value: %j",
  (path) => {
    expect(rendered(`{{${path}}}`)).toEqual({ missing: path });
    expect(rendered(`{{${path}|none}}`)).toEqual({ text: "none" });
  },
);

test("a value is not read again, whatever it looks like", () => {
  const values = valuesOf({ phone: "+4915112345678", name: "{{number}} $& %subscriber_mobile%" });
  expect(rendered("Hi {{name}}", values)).toEqual({ text: "Hi {{number}} $& %subscriber_mobi" });
});

test("a value that a call names __proto__ is a value like any other", () => {
  const variables = JSON.parse('{"__proto__": "a", "constructor": "b"}') as Record<string, string>;
  const values = valuesOf({ phone: "+4915112345678", variables });
  expect(rendered("{{__proto__}}{{constructor}}", values)).toEqual({ text: "ab" });
});

test("a name of 10 kB is cut to 30 characters, and never within one", () => {
  expect(cleanValue("x".repeat(10_240), 30)).toBe("x".repeat(30));
  expect(cleanValue("🙂".repeat(5_000), 30)).toBe("🙂".repeat(30));
  expect(cleanValue("🙂".repeat(1_001).slice(1), 30)?.isWellFormed()).toBe(true);
});

test("line breaks, control characters and changes of direction do not get into a text", () => {
  expect(cleanValue("Ada\r\nSTOP\u2028x\u0000y\u202ez", 30)).toBe("Ada STOP x y z");
  expect(cleanValue(" \n\t ", 30)).toBeNull();
  expect(cleanValue("e\u0301", 30)).toBe("\u00e9");
});

test("one emoji in a name turns a text of one segment into three: segments are counted per person", () => {
  const template = templateOf(`${"a".repeat(150)}{{name}}`);
  const text = (name: string) => personalText(template, valuesOf({ phone: "+4915112345678", name }), false);
  expect(text("Adalovelac")).toMatchObject({ segments: 1 });
  expect(text("Adalovel🙂")).toMatchObject({ segments: 3 });
  const long = templateOf(`${"a".repeat(1_500)}{{name}}`);
  expect(personalText(long, ada, false)).toMatchObject({ segments: 10 });
  expect(personalText(long, valuesOf({ phone: "+4915112345678", name: "Łukasz" }), false)).toMatchObject({
    reason: "too_long",
    segments: 23,
  });
});

test("any text is split and joined again without a loss, in time proportional to its length", () => {
  const text = fc.array(fc.constantFrom("{", "}", "{{", "}}", "%", "|", "a", "subscriber_name", "\n", "🙂"), {
    maxLength: 1_000,
  });
  fc.assert(
    fc.property(text, (parts) => {
      const all = parts.join("");
      const template = templateOf(all);
      expect(isPersonal(all)).toBe(variablesOf(template).length > 0);
      if (!isPersonal(all)) expect(template).toEqual(all === "" ? [] : [all]);
    }),
  );
});

test.each([
  ["Hi {{name | there}}", []],
  ["Hi {{name|}}, {{number}} {{fields.city|your city}} %subscriber_mobile%", []],
  ["Hi {{name}}, {{name}}", ["name"]],
  ["Hi {{name | there}}, {{fields.city}} {{first_name}}", ["fields.city", "first_name"]],
  ["{{unsubscribe_url | none}}", null],
  [`${"a".repeat(600)}{{name|you}}`, []],
  [`${"a".repeat(601)}{{name|you}}`, null],
  [`${"a".repeat(600)}{{name}}`, ["name"]],
  [`{{name|${"a".repeat(200)}}}`.repeat(4), null],
  ["{{name|}} {{fields.city|}}", null],
  ["{{name|}}{{fields.city|x}}", []],
  ["{{name|}}{{fields.city}}", ["fields.city"]],
])("for a text from %j a person must have values of %j", (text, expected) => {
  expect(requiredVariables(templateOf(text), Infinity, false)).toEqual(expected);
});

test("a link has the length that links have here, and a person must have one", () => {
  const template = templateOf(`${"a".repeat(300)}{{unsubscribe_url}}`);
  expect([360, 361].map((units) => requiredVariables(template, units, false))).toEqual([["unsubscribe_url"], null]);
  expect(requiredVariables(templateOf("{{unsubscribe_url | Reply STOP}}"), 360, false)).toEqual([]);
});

test("a text is refused for nobody who has the values that it requires, whatever they are", () => {
  const part = fc.constantFrom(
    "{{name|x}}",
    "{{first_name|}}",
    "{{fields.city|y}}",
    "{{number}}",
    "{{z|🙂}}",
    "{{name}}",
    "{{fields.city}}",
    "a",
    "🙂€",
  );
  const value = fc.option(fc.string({ unit: "binary", maxLength: 300 }), { nil: null });
  const long = fc.constantFrom("🙂".repeat(300), "a🙂".repeat(200), "€".repeat(300), "{".repeat(300), null);
  const values = fc.oneof(value, long);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.nat(650), values, values, (parts, filler, name, city) => {
      const template = templateOf("[".repeat(filler) + parts.join(""));
      const known = valuesOf({ phone: "+4915112345678", name, fields: { city } });
      fc.pre(requiredVariables(template, 0, false)?.every((variable) => known.has(variable)) ?? false);
      const made = personalText(template, known, false);
      expect(made).not.toHaveProperty("reason");
    }),
    { numRuns: 1_000 },
  );
});
