import { afterAll, beforeAll, describe, expect, test } from "vitest";

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

test("with on_existing=keep, who has left joins again only with a code, unless the call says that they agreed", async () => {
  const mobile = freshPhone();
  await service.configure({ doubleOptIn: false });
  const call = { name: "Cara", mobile, consent_source: "page" };
  expect((await service.subscribe({ ...call, on_existing: "keep" })).json.data.state).toBe("active");
  await service.post("/newsletter/unsubscribe", { mobile });
  expect((await service.subscribe({ ...call, on_existing: "keep" })).json.data.state).toBe("pending");
  const agreed = { ...call, on_existing: "keep", double_opt_in: false };
  expect((await service.subscribe(agreed)).json.data.state).toBe("active");
  await service.configure({});
});

describe("with on_existing=keep and defined fields", () => {
  const page = { name: "Ada", double_opt_in: true, on_existing: "keep", consent_source: "page" };

  beforeAll(async () => {
    const fields = "insert into subscriber_fields (key, label, type, required) values";
    await service.rows(`${fields} ('age', 'Age', 'number', false), ('town', 'Town', 'text', true)`);
  });

  test("a value that is refused, or missing, is so for subscribers, too: the reply does not say who is one", async () => {
    const [member, stranger] = [freshPhone(), freshPhone()];
    await service.subscribe({ name: "Cara", mobile: member, custom_fields: { town: "Ulm" }, double_opt_in: false });
    for (const fields of [{ age: "old", town: "Ulm" }, { age: "4" }, undefined]) {
      const replies = [];
      for (const mobile of [member, stranger]) {
        const { status, json } = await service.subscribe({ ...page, mobile, ...(fields && { custom_fields: fields }) });
        replies.push({ status, details: json.data.details });
      }
      expect(replies[0]).toMatchObject({ status: 400, details: [{ field: expect.stringMatching(/^custom_fields/) }] });
      expect(replies[1]).toEqual(replies[0]);
    }
  });

  test("who is known under the other number of their phone has under this one what is known of them", async () => {
    const [local, mobile] = ["+541123459921", "+5491123459921"];
    const known = {
      name: "Cara",
      locale: "es",
      time_zone: "America/Argentina/Salta",
      custom_fields: { town: "Salta" },
    };
    await service.subscribe({ ...known, mobile: local, double_opt_in: false });
    const { status, json } = await service.subscribe({ ...page, mobile, custom_fields: { town: "Nowhere" } });
    expect([status, json.data]).toMatchObject([200, { subscriber: known, state: "pending" }]);
  });
});
