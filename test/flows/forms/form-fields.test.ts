import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { fieldQueries } from "#store/queries/subscribers/fields";

import { openForms, type OpenForms } from "../../support/people/forms.ts";
import { freshPhone } from "../../support/people/newsletter.ts";

let service: OpenForms;
let networks = 0;
beforeAll(async () => {
  service = await openForms();
  const field = { required: false, choices: [], type: "text" } as const;
  await service.form("news", {
    fields: [
      { ...field, key: "size", label: "Your size" },
      { ...field, key: "age", label: "Your age" },
      { ...field, key: "nick", label: "Nickname" },
    ],
  });
});
afterEach(async () => {
  service.site.ip = `198.51.100.${(networks += 1)}`;
  await service.rows("delete from subscriber_fields");
  await service.rows("delete from form_requests");
  await service.rows("delete from code_requests");
});
afterAll(() => service.close());

type Draft = Parameters<ReturnType<typeof fieldQueries>["create"]>[0];
const define = (field: Partial<Draft> & Pick<Draft, "key" | "type">) =>
  fieldQueries(service.db).create({ label: field.key, choices: [], required: false, ...field });
const stored = async (phone: string): Promise<unknown> =>
  (await service.rows("select custom_fields from subscribers where phone = $1", [phone]))[0]?.["custom_fields"];

test("a defined field has the type and the choices of its definition, and a refused value is an issue on the page", async () => {
  await define({ key: "size", type: "choice", choices: ["Small", "Large  one"] });
  await define({ key: "age", type: "number" });
  const page = await service.visit("GET", "/p/news");
  expect(page.text).toMatch(/<select id="field_size"[\s\S]*<option value="Small"[\s\S]*<option value="Large {2}one"/);
  const json = await service.visit("GET", "/p/news/form.json", { headers: { accept: "application/json" } });
  expect(JSON.parse(json.text).inputs).toContainEqual(
    expect.objectContaining({ name: "field_size", label: "Your size", choices: ["", "Small", "Large  one"] }),
  );

  const number = freshPhone();
  const wrong = await service.send("news", { number, field_size: "Medium", field_age: "many", field_nick: "x" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('id="field_size-error"');
  expect(wrong.text).toContain('id="field_age-error"');
  expect(await service.requests()).toEqual([]);
  const right = { number, field_size: "Large  one", field_age: "42", field_nick: "x" };
  expect((await service.send("news", right)).status).toBe(200);
  expect(await service.fulfill()).toEqual(["done"]);
  expect(await stored(number)).toEqual({ size: "Large  one", age: 42, nick: "x" });
});

test("a field that is required for everyone is asked for in every form, and an archived one in none", async () => {
  await define({ key: "city", type: "text", label: "Town", required: true });
  await define({ key: "member", type: "yes_no", required: true });
  await define({ key: "age", type: "number" });
  await fieldQueries(service.db).update("age", { archived: true });
  const page = await service.visit("GET", "/p/news");
  expect(page.text).toContain("Town");
  expect(page.text).not.toContain("field_age");
  const number = freshPhone();
  const without = await service.send("news", { number, field_age: "42" });
  expect([without.status, /id="field_(\w+)-error"/.exec(without.text)?.[1]]).toEqual([400, "city"]);
  await service.send("news", { number, field_city: "Rome", field_age: "42" });
  expect(await service.fulfill()).toEqual(["done"]);
  expect(await stored(number)).toEqual({ city: "Rome", member: false });
});

test("a definition that comes after a form was sent does not lose the person, only the value that it refuses", async () => {
  const number = freshPhone();
  await service.send("news", { number, field_size: "Medium", field_nick: "x" });
  await define({ key: "size", type: "choice", choices: ["Small"] });
  await define({ key: "city", type: "text", required: true });
  expect(await service.fulfill()).toEqual(["done"]);
  expect(await stored(number)).toEqual({ nick: "x" });
  expect(await service.textsTo(number)).toHaveLength(1);
});
