import fc from "fast-check";
import { expect, test } from "vitest";

import { placeholderDoubt, placeholdersIn } from "./placeholders.ts";

test.each([
  ["Hello {name}!", ["{name}"]],
  ["Hello {{ first_name }}, {{first_name}}, %subscriber_name%", []],
  ["Dear %name%, order %order_number%", ["%name%", "%order_number%"]],
  ["Hi [[name]] and #name#", ["[[name]]", "#name#"]],
  ["{{ name | upper }} {имя} {contact.name} {first-name}", ["{имя}", "{contact.name}", "{first-name}"]],
  ["{name} {name}", ["{name}"]],
  ["Hello {{name, and {{ fields.city | there", ["{{name", "{{ fields.city"]],
  ["Hello {{name}", ["{name}"]],
  ["Dear ((name)), ((city??there)) *|FNAME|*", ["((name))", "((city??there))", "*|FNAME|*"]],
])("in %j these are to be filled in: %j", (text, places) => {
  expect(placeholdersIn(text)).toEqual(places);
});

test.each([
  "20% off shoes, 30% off hats",
  "100%",
  "{1} of {2}",
  "{}",
  "{ }",
  "a { b",
  "#1 in town, #2 elsewhere",
  "#sale #summer",
  "[1] and [[ ]]",
  "a {{ 1 and (( 2 )) or *|*",
  "50%-60% today",
])("%j has no placeholder", (text) => {
  expect(placeholderDoubt(text)).toBeNull();
});

test("a text of any kind is scanned in no time worth measuring, and the warning stays short", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("{", "}", "%", "#", "[", "]", "a", " ", "_", "|"), { maxLength: 1_530 }),
      (parts) => {
        expect((placeholderDoubt(parts.join("")) ?? "").length).toBeLessThan(500);
      },
    ),
  );
});
