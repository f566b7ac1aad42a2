import { expect, test } from "vitest";

import type { Phone } from "../recipients/phone.ts";
import { withLinks, type AudiencePerson } from "./audience-texts.ts";

const links = {
  preferences_url: "https://sms.example.com/p/l/x",
  unsubscribe_url: "https://sms.example.com/p/l/x#leave",
};
const person = (more: Partial<AudiencePerson>): AudiencePerson => ({
  phone: "+4915112345601" as Phone,
  kind: "subscriber",
  id: 1,
  name: null,
  locale: null,
  viaGroup: true,
  ...more,
});

test("subscribers have their links, and numbers of the call have none", () => {
  const number = person({ kind: "number", id: null, viaGroup: false });
  expect(withLinks([person({}), number], new Map([[1, links]]))).toEqual([{ ...person({}), links }, number]);
});

test("people who were deleted since the page was read, or since a schedule was frozen, get no message", () => {
  expect(withLinks([person({ id: 2 }), person({ kind: "number", id: null })], new Map([[1, links]]))).toEqual([]);
});
