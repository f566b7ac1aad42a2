import { afterAll, beforeAll, expect, test } from "vitest";

import { freshNumber, openOtp, type OpenOtp } from "../../support/people/otp.ts";

let service: OpenOtp["service"];
let textsTo: OpenOtp["textsTo"];
let send: OpenOtp["send"];
let check: OpenOtp["check"];
let codeOf: OpenOtp["codeOf"];
beforeAll(async () => {
  ({ service, textsTo, send, check, codeOf } = await openOtp());
  await service.call("PATCH", "/settings", { opt_out: { sender_name: "Acme" } });
});
afterAll(() => service.end());

let named = 0;
async function template(text: string, more: object = {}): Promise<number> {
  const body = { name: `Code ${(named += 1)}`, text, category: "otp", ...more };
  const reply = await service.call("POST", "/templates", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id;
}

async function subscriber(locale: string): Promise<string> {
  const number = freshNumber();
  await service.pool.query("insert into subscribers (phone, name, locale) values ($1, 'Ada', $2)", [number, locale]);
  return number;
}

const details = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.body.data.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);

test("a code is sent in the text of a template, its domain still in the last line, and it is the right code", async () => {
  const id = await template("{{sender}}: {{ code }} signs you in for {{minutes}} minutes.\n");
  const number = freshNumber();
  expect((await send(number, { template_id: id, expires_in: 600, domain: "shop.example.com" })).status).toBe(200);
  const code = await codeOf(number);
  expect(await textsTo(number)).toEqual([`Acme: ${code} signs you in for 10 minutes.\n\n@shop.example.com #${code}`]);
  expect((await check(number, code)).status).toBe(200);
});

test("the text of a template is in the language of the call, else of the person, else of the site", async () => {
  const id = await template("{{code}}", { variants: { de: "DE {{code}}", fr: "FR {{code}}" } });
  const person = await subscriber("de-AT");
  await send(person, { template_id: id });
  const asked = await subscriber("de");
  await send(asked, { template_id: id, locale: "fr-CA" });
  const unknown = freshNumber();
  await send(unknown, { template_id: id });
  await service.call("PATCH", "/settings", { site: { locale: "fr" } });
  const french = freshNumber();
  await send(french, { template_id: id });
  const builtIn = freshNumber();
  await send(builtIn);
  await service.call("PATCH", "/settings", { site: { locale: "en" } });
  expect((await textsTo(person))[0]).toMatch(/^DE \d{6}$/);
  expect((await textsTo(asked))[0]).toMatch(/^FR \d{6}$/);
  expect((await textsTo(unknown))[0]).toMatch(/^\d{6}$/);
  expect((await textsTo(french))[0]).toMatch(/^FR \d{6}$/);
  expect((await textsTo(builtIn))[0]).toMatch(/^Acme : \d{6} est votre code/);
});

test("the built-in text names the sender, but never a number that a phone would take for the code", async () => {
  const number = freshNumber();
  await send(number);
  expect((await textsTo(number))[0]).toMatch(/^Acme: \d{6} is your code\./);
  await service.call("PATCH", "/settings", { opt_out: { sender_name: null } });
  const [lettered, numeric] = [freshNumber(), freshNumber()];
  await send(lettered, { sender: "SHOP" });
  await send(numeric, { sender: "4915112345" });
  await service.call("PATCH", "/settings", { opt_out: { sender_name: "Acme" } });
  expect((await textsTo(lettered))[0]).toMatch(/^SHOP: \d{6} is your code\./);
  expect((await textsTo(numeric))[0]).toMatch(/^\d{6} is your code\./);
});

test("a template that cannot carry a code is refused when it is used, whatever it was when it was stored", async () => {
  const marketing = await template("Hello", { category: "marketing" });
  const named = await template("{{code}} for {{name | you}}");
  const linked = await template("{{code}} {{unsubscribe_url}}");
  const long = await template(`{{code}}${"ł".repeat(700)}`);
  const codeless = await template("{{code}}");
  await service.pool.query("update templates set body = 'Hello' where id = $1", [codeless]);
  const number = freshNumber();
  expect(details(await send(number, { template_id: 999_999 }))).toEqual(["template_id unknown_template"]);
  expect(details(await send(number, { template_id: marketing }))).toEqual(["template_id not_supported"]);
  expect(details(await send(number, { template_id: named }))).toEqual(["template_id unknown_variable"]);
  expect(details(await send(number, { template_id: linked }))).toEqual(["template_id unknown_variable"]);
  expect(details(await send(number, { template_id: long }))).toEqual(["template_id too_long"]);
  expect(details(await send(number, { template_id: codeless }))).toEqual(["template_id invalid_text"]);
  expect(details(await send(number, { template_id: named, message: "{{code}}" }))).toEqual([
    "template_id not_together",
  ]);
  for (const more of ["{{name}}", "{{name | you}}", "%site_name%", "%subscriber_name%", "{{preferences_url}}"])
    expect(details(await send(number, { message: `{{code}} ${more}` }))).toEqual(["message unknown_variable"]);
  expect(await textsTo(number)).toEqual([]);
});

test("a code in the text of a template is in no event, reply, log line or log of messages", async () => {
  const id = await template("Kenn ✓ {{code}}");
  const number = freshNumber();
  const sent = await send(number, { template_id: id, length: 10 });
  const code = await codeOf(number);
  expect(code).toMatch(/^\d{10}$/);
  const outbox = await service.call("GET", `/outbox?recipient=${encodeURIComponent(number)}`);
  expect(outbox.body.data.items[0].message).toBe("[hidden]");
  const { rows } = await service.pool.query("select data::text from events");
  for (const shown of [sent.body, outbox.body, rows, service.logged]) expect(JSON.stringify(shown)).not.toContain(code);
});

test("a setting for codes has only variables that can be known", async () => {
  const change = (texts: object) => service.call("PATCH", "/settings", { one_time_passwords: { texts } });
  const refused = await change({ en: "{{code}} {{unsubscribe_url}}" });
  expect([refused.status, refused.body.data.details[0].code]).toEqual([400, "unknown_variable"]);
  expect((await change({ en: "{{sender | us}}: {{code}}, {{minutes}}" })).status).toBe(200);
});
