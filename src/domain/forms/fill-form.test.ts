import { expect, test } from "vitest";

import { fillForm } from "./fill-form.ts";
import { formDefaults, type Form } from "./form.ts";

const form: Form = {
  ...formDefaults,
  slug: "news",
  title: "News",
  consent: "Yes, send me news.",
  groupIds: [1],
  groups: [],
  groupChoice: "open",
  nameField: "required",
  fields: [{ key: "city", label: "City", type: "text", required: true, choices: [] }],
  consentVersion: 1,
  createdAt: 0,
  updatedAt: 0,
};

test("the issues are in the order of the page, whose first one has the focus", () => {
  const nothing = { number: "", name: "", groups: [], consent: false, fields: {} };
  const filled = fillForm(form, nothing, null);
  expect("issues" in filled && Object.keys(filled.issues)).toEqual([
    "number",
    "name",
    "group",
    "field_city",
    "consent",
  ]);
});
