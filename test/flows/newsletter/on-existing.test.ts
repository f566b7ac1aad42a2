import { afterAll, beforeAll, expect, test } from "vitest";

import { freshPhone, openNewsletter, type Answer, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
beforeAll(async () => {
  service = await openNewsletter();
});
afterAll(() => service.close());

test("with on_existing=keep takes name, fields and language only of people who never were more than a request from a page", async () => {
  const [member, requested] = [freshPhone(), freshPhone()];
  const call = { double_opt_in: true, on_existing: "keep", consent_source: "page" };
  const profileOf = ({ json }: Answer) => {
    const { name, locale, custom_fields: fields } = json.data.subscriber;
    return { name, locale, fields };
  };
  await service.subscribe({ name: "Cara", mobile: member, custom_fields: { town: "Ulm" }, double_opt_in: false });
  const claimed = { name: "A fool", custom_fields: { town: "Nowhere" }, locale: "fr" };
  const answer = await service.subscribe({ ...call, ...claimed, mobile: member });
  expect(profileOf(answer)).toEqual({ name: "Cara", locale: null, fields: { town: "Ulm" } });
  await service.subscribe({ ...call, name: "Daen", mobile: requested, custom_fields: { town: "Bon" } });
  const corrected = { name: "Dean", custom_fields: { town: "Bonn" }, locale: "de" };
  const again = await service.subscribe({ ...call, ...corrected, mobile: requested });
  expect(profileOf(again)).toEqual({ name: "Dean", locale: "de", fields: { town: "Bonn" } });
});
