import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { fieldQueries } from "#store/queries/subscribers/fields";

import { freshPhone, openNewsletter, type Answer, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
beforeAll(async () => {
  service = await openNewsletter();
});
afterAll(() => service.close());
afterEach(() => service.configure({}));

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

test("with on_existing=keep the fields are checked in the same manner, whoever has the number", async () => {
  const [member, requested, stranger] = [freshPhone(), freshPhone(), freshPhone()];
  const [withNine, without] = ["+5491123456789", "+541123456789"];
  const call = { name: "Cara", double_opt_in: true, on_existing: "keep", consent_source: "page" };
  for (const mobile of [member, withNine]) await service.subscribe({ name: "Ada", mobile, double_opt_in: false });
  await service.subscribe({ ...call, mobile: requested });
  const town = { key: "town", label: "Town", type: "choice", choices: ["Ulm", "Bonn"], required: true } as const;
  const fields = fieldQueries(service.db);
  await fields.create(town);
  const numbers = [member, requested, stranger, withNine, without];
  const answers = async (more: object): Promise<unknown[]> => {
    const all: Answer[] = [];
    for (const mobile of numbers) all.push(await service.subscribe({ ...call, ...more, mobile }));
    return all.map(({ status, json }) => [status, json.data?.params?.["custom_fields.town"]]);
  };
  const alike = (answer: unknown): unknown[] => numbers.map(() => answer);
  try {
    expect(await answers({ custom_fields: { town: "Nowhere" } })).toEqual(alike([400, expect.any(String)]));
    expect(await answers({})).toEqual(alike([400, "is required"]));
    expect(await answers({ custom_fields: { town: "Bonn" } })).toEqual(alike([200, undefined]));
    const stored = await service.rows(
      "select name, custom_fields as fields from subscribers where phone = any($1) order by array_position($1, phone)",
      [numbers],
    );
    const ada = { name: "Ada", fields: {} };
    const cara = { name: "Cara", fields: { town: "Bonn" } };
    expect(stored).toEqual([ada, cara, cara, ada, ada]);
  } finally {
    await fields.remove("town");
  }
});

test("with on_existing=keep people who left join again only with a code, unless the call says that it has their consent", async () => {
  await service.configure({ doubleOptIn: false });
  const call = { name: "Cara", on_existing: "keep" };
  const stateOf = async (mobile: string, more: object = {}): Promise<unknown> =>
    (await service.subscribe({ ...call, ...more, mobile })).json.data.state;
  const [stranger, left, leftOther] = [freshPhone(), freshPhone(), "+5491123456780"];
  for (const mobile of [left, leftOther]) {
    expect(await stateOf(mobile)).toBe("active");
    await service.post("/newsletter/unsubscribe", { mobile });
  }
  expect(await stateOf(stranger)).toBe("active");
  expect(await stateOf(left)).toBe("pending");
  expect(await stateOf("+541123456780")).toBe("pending");
  expect(await stateOf(left, { double_opt_in: false })).toBe("active");
});

test("with on_existing=keep, who is known under the other number of their phone has under this one what is known of them", async () => {
  const [local, mobile] = ["+541123459921", "+5491123459921"];
  const known = { name: "Cara", locale: "es", time_zone: "America/Argentina/Salta", custom_fields: { town: "Salta" } };
  await service.subscribe({ ...known, mobile: local, double_opt_in: false });
  const call = { name: "Ada", double_opt_in: true, on_existing: "keep", consent_source: "page" };
  const { status, json } = await service.subscribe({ ...call, mobile, custom_fields: { town: "Nowhere" } });
  expect([status, json.data]).toMatchObject([200, { subscriber: known, state: "pending" }]);
});
