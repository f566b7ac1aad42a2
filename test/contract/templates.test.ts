import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually, numbers } from "../support/engine/engine.ts";
import { textsTo } from "../support/service/sent-messages.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await allowWithoutRecord(service.pool);
});
afterAll(() => service.end());

const received = (to: string): string[] => textsTo(service, to);
const arrived = (to: string) => eventually(async () => received(to).length > 0 && received(to));

async function create(name: string, more: object = {}): Promise<any> {
  const reply = await service.call("POST", "/templates", { name, text: "Hello {{name | there}}", ...more });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  expect(reply.headers.get("location")).toMatch(new RegExp(`/templates/${reply.body.data.id}$`));
  return reply.body.data;
}

test("a template is created, listed, changed and deleted, and its name is unique whatever the case", async () => {
  const one = await create("Reminder", { variants: { de: "Hallo {{name}}, {{day}}" }, category: "transactional" });
  expect(one).toMatchObject({ variables: ["name", "day"], category: "transactional" });
  const doubled = await service.call("POST", "/templates", { name: "REMINDER", text: "x" });
  expect([doubled.status, doubled.body.data.details[0].code]).toEqual([409, "taken"]);
  const two = await create("Second");
  const renamed = await service.call("PATCH", `/templates/${two.id}`, { name: "reminder" });
  expect(renamed.status).toBe(409);
  const changed = await service.call("PATCH", `/templates/${one.id}`, { text: "Bye", category: null });
  expect(changed.body.data).toMatchObject({ text: "Bye", category: null, variants: one.variants, name: "Reminder" });
  const first = await service.call("GET", "/templates?per_page=1");
  const rest = await service.call("GET", `/templates?per_page=1&cursor=${first.body.data.pagination.next_cursor}`);
  expect([first, rest].map(({ body }) => body.data.items[0].name)).toEqual(["Reminder", "Second"]);
  expect(rest.body.data.pagination.next_cursor).toBeNull();
  expect((await service.call("DELETE", `/templates/${two.id}`)).status).toBe(200);
  for (const method of ["GET", "PATCH", "DELETE"]) {
    expect(
      (await service.call(method, `/templates/${two.id}`, method === "PATCH" ? { text: "x" } : undefined)).status,
    ).toBe(404);
  }
});

test("a message by template to a group has for each person the text of their language, with a footer in it", async () => {
  const [austrian, french, silent, direct] = numbers(4, 1_500) as [string, string, string, string];
  const { rows } = await service.pool.query(
    `with g as (insert into groups (name) values ('Languages') returning id),
     s as (insert into subscribers (phone, name, locale)
       select * from unnest($1::text[], '{Ada,Bob,Cleo}'::text[], array['de-AT', 'fr', null]) returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select g.id, s.id, s.phone, 'active' from g, s returning group_id`,
    [[austrian, french, silent]],
  );
  const settings = (enabled: boolean) =>
    service.call("PATCH", "/settings", { footer: { enabled }, opt_out: { sender_name: "Acme" } });
  await settings(true);
  const variants = { de: "Hallo {{name | du}}", "pt-BR": "Oi {{fields.city}}" };
  const { id } = await create("Languages", { text: "Hello all", variants });
  const sent = await service.call("POST", "/send", {
    template_id: id,
    group_ids: [rows[0].group_id],
    numbers: [direct],
  });
  await settings(false);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  expect([await arrived(austrian), await arrived(french), await arrived(silent), await arrived(direct)]).toEqual([
    ["Hallo Ada\nAcme: Ende mit STOP"],
    ["Hello all\nAcme: reply STOP to end"],
    ["Hello all\nAcme: reply STOP to end"],
    ["Hello all\nAcme: reply STOP to end"],
  ]);
  const log = await service.call("GET", `/outbox?recipient=${encodeURIComponent(austrian)}`);
  expect(log.body.data.items[0].message).toBe("Hallo Ada\nAcme: Ende mit STOP");
});

test("a call that names a locale, or wants no personal texts, sends one text to all languages", async () => {
  const [one, two] = numbers(2, 1_600) as [string, string];
  const { rows } = await service.pool.query(
    `with g as (insert into groups (name) values ('One language') returning id),
     s as (insert into subscribers (phone, name, locale) select p, '', 'de' from unnest($1::text[]) p returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select g.id, s.id, s.phone, 'active' from g, s returning group_id`,
    [[one, two]],
  );
  const group = rows[0].group_id;
  const { id } = await create("One language", { text: "Hello", variants: { de: "Hallo", fr: "Salut" } });
  await service.call("POST", "/send", { template_id: id, locale: "fr", group_ids: [group] });
  expect([await arrived(one), await arrived(two)]).toEqual([["Salut"], ["Salut"]]);
  await service.call("POST", "/send", { template_id: id, personalize: false, group_ids: [group] });
  await eventually(async () => received(one).length === 2 && received(two).length === 2);
  expect([received(one).toSorted(), received(two).toSorted()]).toEqual([
    ["Hello", "Salut"],
    ["Hello", "Salut"],
  ]);
});

test("a variable that nobody has is refused in the text of any language", async () => {
  const { id } = await create("Misspelled", { text: "Hello", variants: { de: "Hallo {{nmae}}" } });
  const refused = await service.call("POST", "/send", { template_id: id, group_ids: [1] });
  expect([refused.status, refused.body.data.details[0].code]).toEqual([400, "unknown_variable"]);
});

test("a message by template has the text of its locale, and keeps it when the template changes", async () => {
  const [ada, bob] = numbers(2, 1_000) as [string, string];
  const { id } = await create("Greeting", { variants: { de: "Hallo {{name | du}}" }, category: "transactional" });
  const german = await service.call("POST", "/send", {
    template_id: id,
    locale: "de-AT",
    numbers: [{ number: ada, variables: { name: "Ada" } }, bob],
  });
  expect(german.status, JSON.stringify(german.body)).toBe(200);
  await service.call("PATCH", `/templates/${id}`, { text: "changed", variants: {} });
  expect(await arrived(ada)).toEqual(["Hallo Ada"]);
  expect(await arrived(bob)).toEqual(["Hallo du"]);
});

test("a batch takes templates too, each entry with its own values", async () => {
  const people = numbers(3, 2_000) as [string, string, string];
  const { id } = await create("Code", { text: "{{code}} is your code, {{name}}", category: "otp" });
  const reply = await service.call("POST", "/send/batch", {
    messages: [
      { number: people[0], template_id: id, variables: { code: "1", name: "A" } },
      { number: people[1], template_id: id, variables: { code: "2" } },
      { number: people[2], template_id: 999_999 },
    ],
  });
  expect(reply.body.data.results).toMatchObject([
    { status: "accepted" },
    { status: "refused", error: { details: [{ code: "missing_value" }] } },
    { status: "refused", error: { details: [{ field: "template_id", code: "unknown_template" }] } },
  ]);
  expect(await arrived(people[0])).toEqual(["1 is your code, A"]);
  const log = await service.call("GET", `/outbox?recipient=${encodeURIComponent(people[0])}`);
  expect(log.body.data.items[0].message).toBe("[hidden]");
});

test("a template beside a text, an unknown one, and a locale without one are refused", async () => {
  const { id } = await create("Lonely");
  const codeOf = async (body: object) => {
    const reply = await service.call("POST", "/send", { numbers: numbers(1, 3_000), ...body });
    expect(reply.status).toBe(400);
    return reply.body.data.details.map((detail: any) => `${detail.field} ${detail.code}`);
  };
  expect(await codeOf({ message: "x", template_id: id })).toEqual(["template_id not_together"]);
  expect(await codeOf({ template_id: 999_999 })).toEqual(["template_id unknown_template"]);
  expect(await codeOf({ message: "x", locale: "de" })).toEqual(["locale not_together"]);
});

test("a variable of WP SMS that nothing replaces is refused when a template is stored, in any language", async () => {
  const refused = await service.call("POST", "/templates", {
    name: "From WP SMS",
    text: "%subscriber_name%, %site_name%",
    variants: { de: "%subscriber_group%" },
  });
  expect(refused.status).toBe(400);
  expect(refused.body.data.details).toMatchObject([
    { field: "text", code: "unknown_variable", value: "%site_name%" },
    { field: "variants.de", code: "unknown_variable", value: "%subscriber_group%" },
  ]);
  const { id } = await create("To WP SMS");
  const changed = await service.call("PATCH", `/templates/${id}`, { text: "%site_url%" });
  expect([changed.status, changed.body.data.details[0].field]).toEqual([400, "text"]);
});

test("a template for one-time passwords has a place for the code in every language", async () => {
  const category = "otp";
  const create = (more: object) => service.call("POST", "/templates", { name: "Sign-in", category, ...more });
  const codeless = await create({ text: "Hello {{name}}", variants: { de: "{{code}}", fr: "Salut" } });
  expect(codeless.body.data.details).toMatchObject([
    { field: "text", code: "invalid_text" },
    { field: "variants.fr", code: "invalid_text" },
  ]);
  const { body } = await create({ text: "{{ code }}", variants: { de: "{{code}}" } });
  const change = (more: object) => service.call("PATCH", `/templates/${body.data.id}`, more);
  expect((await change({ variants: { de: "Hallo" } })).status).toBe(400);
  expect((await change({ text: "Hello" })).status).toBe(400);
  expect((await change({ text: "Hello", category: "transactional" })).status).toBe(200);
  expect((await change({ category })).body.data.details).toMatchObject([{ field: "text", code: "invalid_text" }]);
  expect((await change({ name: "Renamed" })).status).toBe(200);
});

test("a change based on an earlier version of a template is refused, and names the present one", async () => {
  const { id, version } = await create("Edited by two", { variants: { de: "Hallo" } });
  const change = (more: object) => service.call("PATCH", `/templates/${id}`, more);
  const first = await change({ version, variants: { de: "Guten Tag" } });
  expect([first.status, first.body.data.version]).toEqual([200, version + 1]);
  const second = await change({ version, variants: { de: "Servus" } });
  expect([second.status, second.body.code, second.body.data.version]).toEqual([409, "conflict", version + 1]);
  const stored = (await service.call("GET", `/templates/${id}`)).body.data;
  expect(stored).toMatchObject({ variants: { de: "Guten Tag" }, version: version + 1 });
  expect((await change({ text: "Whatever it is" })).body.data.version).toBe(version + 2);
  expect((await service.call("PATCH", "/templates/999999", { version: 1, name: "x" })).status).toBe(404);
});
