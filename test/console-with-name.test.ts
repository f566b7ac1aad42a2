import { expect, test } from "vitest";

import { withName } from "../console/src/screens/inbox/with-name.ts";

test.for([
  ["Hello {{name}}!", "Ada Lovelace", "Hello Ada Lovelace!"],
  ["Hello {{ first_name | there }}!", "Ada Lovelace", "Hello Ada!"],
  ["Hello {{name|there}}, {{ name }}", undefined, "Hello there, {{ name }}"],
  ["{{fields.city}} and {{number}}", "Ada", "{{fields.city}} and {{number}}"],
  ["{{name}}", "$& {{name}}", "$& {{name}}"],
] as const)("a template for an answer, %j, with the name %j reads %j", ([text, name, read]) => {
  expect(withName(text, name)).toBe(read);
});
