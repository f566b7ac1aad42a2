import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { importer } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
const { upload, run, errors, empty } = importer(() => service);

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
});
afterAll(() => service.end());
beforeEach(async () => {
  await empty();
  await service.pool.query("truncate subscriber_fields");
});

const define = async (field: object): Promise<void> => {
  expect((await service.call("POST", "/fields", field)).status).toBe(201);
};
const mapped = (...keys: readonly string[]): Record<string, string> => ({
  mapping: JSON.stringify({ Mobile: "phone", ...Object.fromEntries(keys.map((key) => [key, `field:${key}`])) }),
});
/** The errors of an import, without the headings. */
const listed = async (id: string): Promise<string[]> => (await errors(id)).trim().split("\r\n").slice(1);
const stored = async (): Promise<Record<string, unknown>[]> =>
  (await service.pool.query("select phone, custom_fields, locale, time_zone from subscribers order by phone")).rows;
const [ada, ben, cleo] = ["+4915112345601", "+4915112345602", "+4915112345603"];

test("values of defined fields are checked and stored in the form that the API stores", async () => {
  await define({ key: "age", type: "number" });
  await define({ key: "born", type: "date" });
  await define({ key: "size", type: "choice", choices: ["Small", "Large"] });
  await define({ key: "member", type: "yes_no" });
  const file = `Mobile,age,born,size,member,nick\n${ada}, 42 ,2001-02-28,large,YES,x\n${ben},many,,,,\n${cleo},,2001-02-30,,,\n+4915112345604,,,Medium,,\n+4915112345605,,,,perhaps,\n+4915112345606,,,,,\n`;
  const done = await run(file, mapped("age", "born", "size", "member", "nick"));
  expect(done.result).toMatchObject({ rows: 6, invalid: 4, created: 2 });
  expect((await stored()).map((one) => one["custom_fields"])).toEqual([
    { age: 42, born: "2001-02-28", size: "Large", member: true, nick: "x" },
    {},
  ]);
  expect(await listed(done.id)).toEqual([
    "3,2,field:age,must be a number",
    "4,3,field:born,is not a day written YYYY-MM-DD",
    '5,4,field:size,"must be one of Small, Large"',
    "6,5,field:member,must be true or false",
  ]);
  expect(done.preview.samples.slice(0, 2)).toMatchObject([
    { custom_fields: { age: 42, member: true } },
    { row: 3, error: "Column 2 (field:age) must be a number." },
  ]);
});

test("a heading that is the key or the label of a field is read as that field without a mapping", async () => {
  await define({ key: "home_town", label: "City", type: "text" });
  await define({ key: "plan", type: "choice", choices: ["Guest", "Friend"] });
  await define({ key: "old", label: "Shoe size", type: "text" });
  await define({ key: "first_visit", label: "Visit", type: "text" });
  await define({ key: "last_visit", label: "Visit", type: "text" });
  expect((await service.call("PATCH", "/fields/old", { archived: true })).status).toBe(200);
  const done = await run(
    `Mobile,CITY,Plan,Shoe size,Visit,Last visit\n${ada},Köln,friend,42,May,June\n${ben},Ulm,None,,,\n`,
  );
  expect(done.preview.columns.map(({ target }: { target: string }) => target)).toEqual([
    "phone",
    "field:home_town",
    "field:plan",
    // Archived, and a label of two fields.
    "skip",
    "skip",
    "field:last_visit",
  ]);
  expect((await stored()).map((one) => one["custom_fields"])).toEqual([
    { home_town: "Köln", plan: "Friend", last_visit: "June" },
  ]);
  expect(await listed(done.id)).toEqual(['3,3,field:plan,"must be one of Guest, Friend"']);
});

test("days, numbers and answers are read as spreadsheet programs of other languages write them", async () => {
  await define({ key: "age", type: "number" });
  await define({ key: "born", type: "date" });
  await define({ key: "member", type: "yes_no" });
  const file = `Mobile;age;born;member;note;Opt-in Time\n${ada};3,5;3.4.1990;Ja;1,5;03.04.2026 18:30\n${ben};-1,25;28. 02. 2001;non;;03.04.2026\n${cleo};1,234;;;;\n+4915112345604;;30.02.2001;;;\n+4915112345605;;;;;31.6.2026\n+4915112345606;;4/3/1990;;;\n+4915112345607;1.234;;;;\n`;
  const done = await run(file, {
    mapping: JSON.stringify({
      Mobile: "phone",
      "Opt-in Time": "consent_at",
      ...Object.fromEntries(["age", "born", "member", "note"].map((key) => [key, `field:${key}`])),
    }),
  });
  expect((await stored()).map((one) => one["custom_fields"])).toEqual([
    { age: 3.5, born: "1990-04-03", member: true, note: "1,5" },
    { age: -1.25, born: "2001-02-28", member: false },
  ]);
  const { rows } = await service.pool.query<{ at: Date }>("select at from consents order by at");
  expect(rows.map(({ at }) => at.toISOString())).toEqual(["2026-04-03T00:00:00.000Z", "2026-04-03T18:30:00.000Z"]);
  // 1,234 and 1.234 are a thousand in some languages, and 4/3 is in March in others.
  expect((await listed(done.id)).map((line) => line.split(",").slice(0, 3).join())).toEqual([
    "4,2,field:age",
    "5,3,field:born",
    "6,6,consent_at",
    "7,3,field:born",
    "8,2,field:age",
  ]);
});

test("values among the attributes of a person are checked, too", async () => {
  await define({ key: "age", type: "number" });
  const done = await run(`Mobile,attributes\n${ada},"{""age"": ""7""}"\n${ben},"{""age"": true}"\n`);
  expect((await stored()).map((one) => one["custom_fields"])).toEqual([{ age: 7 }]);
  expect(await listed(done.id)).toEqual(["3,2,attributes,has a value of age that must be a number"]);
});

test("half a character in the attributes of one person excludes no one, and characters that JSON cannot write are left out", async () => {
  const file = `Mobile,attributes\n${ada},"{""ci\\udc00ty"": ""K\\ud800ln\\u0000"", ""big"": 1e999, ""\\u0001"": 1}"\n${ben},\n`;
  const done = await run(file);
  expect(done).toMatchObject({ state: "completed", result: { rows: 2, created: 2 } });
  expect((await stored()).map((one) => one["custom_fields"])).toEqual([{ "ci\ufffdty": "K\ufffdln" }, {}]);
});

test("a value of an archived field is refused, and an empty cell is not", async () => {
  await define({ key: "shoe", type: "number" });
  await service.call("PATCH", "/fields/shoe", { archived: true });
  const done = await run(`Mobile,shoe\n${ada},42\n${ben},\n`, mapped("shoe"));
  expect((await stored()).map((one) => one["phone"])).toEqual([ben]);
  expect(await listed(done.id)).toEqual([expect.stringMatching(/^2,2,field:shoe,"is archived/)]);
});

test("a new person needs every required field; a known one keeps the value that a row lacks", async () => {
  await run(`Mobile\n${ada}\n`);
  await define({ key: "city", type: "text", required: true });
  await service.pool.query(`update subscribers set custom_fields = '{"city": "Rome"}'`);
  const file = `Name,Mobile,city\nAda,${ada},\nBen,${ben},\nCleo,${cleo},Paris\n`;
  const done = await run(file, {
    on_existing: "update",
    mapping: '{"Name":"name","Mobile":"phone","city":"field:city"}',
  });
  expect(done.result).toMatchObject({ rows: 3, invalid: 1, created: 1, updated: 1 });
  expect((await stored()).map((one) => one["custom_fields"])).toEqual([{ city: "Rome" }, { city: "Paris" }]);
  expect(await listed(done.id)).toEqual(["3,3,field:city,is required"]);
  const without = await run(`Mobile\n${ben}\n`, { dry_run: "true" });
  expect(await listed(without.id)).toEqual(['2,1,phone,"has no value of city, which is required"']);
});

test("a row that ends a subscription is honored, whatever else it says", async () => {
  await run(`Mobile\n${ada}\n${ben}\n`);
  await define({ key: "age", type: "number" });
  await define({ key: "city", type: "text", required: true });
  const done = await run(
    `Mobile,age,locale,consent_at,name,status\n${ada},many,English,2099-01-01,${"x".repeat(300)},unsubscribed\n${ben},many,,,,active\n`,
    {
      mapping: JSON.stringify({
        Mobile: "phone",
        age: "field:age",
        locale: "locale",
        consent_at: "consent_at",
        name: "name",
        status: "state",
      }),
    },
  );
  expect(done.result).toMatchObject({ rows: 2, invalid: 1, unsubscribed: 1 });
  expect((await run(`Mobile\n${cleo}\n`, { state: "unsubscribed" })).result).toMatchObject({ unsubscribed: 1 });
  const { rows } = await service.pool.query("select phone from suppressions order by phone");
  expect(rows.map(({ phone }) => phone)).toEqual([ada, cleo]);
});

test("a language and a time zone are read from their columns, kept where a cell is empty, and refused if unknown", async () => {
  const file = `Mobile,Locale,Time Zone\n${ada},pt-br,Europe/Lisbon\n${ben},,\n${cleo},xx_YY,\n+4915112345604,,+02:00\n`;
  const done = await run(file);
  expect(done.result).toMatchObject({ rows: 4, invalid: 2, created: 2 });
  const person = (phone: string, locale: string | null, time_zone: string | null) => ({
    phone,
    custom_fields: {},
    locale,
    time_zone,
  });
  expect(await stored()).toEqual([person(ada!, "pt-BR", "Europe/Lisbon"), person(ben!, null, null)]);
  expect(await listed(done.id)).toEqual([
    "4,2,locale,must be a language tag (BCP 47)",
    "5,3,time_zone,must be the name of a time zone (IANA)",
  ]);
  expect(done.preview.samples[0]).toMatchObject({ locale: "pt-BR", time_zone: "Europe/Lisbon" });
  const next = `Mobile,Locale,Time Zone\n${ada},,Europe/Berlin\n${ben},de,\n`;
  expect((await run(next, { on_existing: "update", dry_run: "true" })).result).toMatchObject({ updated: 2 });
  expect((await run(next)).result).toMatchObject({ unchanged: 2 });
  expect((await run(next, { on_existing: "update" })).result).toMatchObject({ updated: 2 });
  expect(await stored()).toEqual([person(ada!, "pt-BR", "Europe/Berlin"), person(ben!, "de", null)]);
  expect((await run(next, { on_existing: "update" })).result).toMatchObject({ updated: 0, unchanged: 2 });
});

test("of two columns with one heading the first counts, with a mapping too, and two headings cannot be one thing", async () => {
  const file = `Mobile,Name,mobile\n${ada},Ada,${ben}\n${cleo},Cleo,\n`;
  const mapping = JSON.stringify({ Mobile: "phone", Name: "name" });
  for (const query of [{}, { mapping }] as const) {
    expect((await run(file, query)).result).toMatchObject({ rows: 2, invalid: 0 });
    expect((await stored()).map(({ phone }) => phone)).toEqual([ada, cleo]);
  }
  const refused = await upload(`A,B\n${ada},${ben}\n`, { mapping: JSON.stringify({ A: "phone", B: "phone" }) });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining("more than one column") } });
});

test("a mapping with what cannot be stored is refused, however it is written", async () => {
  for (const [heading, target] of [
    ["City", "field:a\u0000b"],
    ["City", "field:a\ud800b"],
    ["Ci\u0000ty", "field:city"],
  ] as const) {
    const mapping = JSON.stringify({ Mobile: "phone", [heading]: target });
    const answer = await upload(`Mobile,${heading}\n${ada},Rome\n`, { mapping });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_parameter" } });
  }
});

test("a consent on a day that does not exist is an error of its row", async () => {
  const done = await run(`Mobile,Opt-in Time\n${ada},2024-02-30\n${ben},2023-02-29 10:00:00\n${cleo},2024-02-29\n`);
  expect(done.result).toMatchObject({ rows: 3, invalid: 2, created: 1 });
  expect(await listed(done.id)).toEqual([
    expect.stringContaining("2,2,consent_at,is not a date"),
    expect.stringContaining("3,2,consent_at,is not a date"),
  ]);
});

test("a mapping of a call that was refused is not remembered", async () => {
  const file = `Name,Mobile\nAda,${ada}\n`;
  for (const mapping of [{}, { Name: "name" }, { Name: "name", Mobile: "skip" }]) {
    expect((await upload(file, { mapping: JSON.stringify(mapping) })).status).toBe(400);
  }
  expect((await run(file)).result).toMatchObject({ created: 1 });
  expect(await stored()).toMatchObject([{ phone: ada }]);
});

test.each([
  ["nothing but line ends", "\n\r\n\n", "is empty"],
  ["an empty first row", `\nName,Mobile\nAda,${ada}\n`, "begins with an empty row"],
  ["a first row without an end", `${"x".repeat(600_000)},Mobile\nAda,${ada}\n`, "first row that never ends"],
  ["the format of a workbook", "PK\u0003\u0004\u0014\0\u0006\0", "is a ZIP archive, as workbooks of Excel (.xlsx)"],
  ["numbers and no heading", `${ada}\n${ben}\n`, "must name the column with phone numbers"],
])("a file with %s is refused for what is wrong with it", async (_name, file, reason) => {
  expect(await upload(file)).toMatchObject({ status: 400, body: { message: expect.stringContaining(reason) } });
});

test("a word of JavaScript is a heading and a state like any other", async () => {
  const done = await run(`Name,Mobile,constructor,__proto__,toString\nAda,${ada},x,y,z\n`);
  expect(done).toMatchObject({ state: "completed", result: { created: 1 } });
  const states = await run(`Name,Mobile,Status\nAda,${ada},active\nBen,${ben},constructor\n`);
  expect(states).toMatchObject({ state: "completed", result: { unchanged: 1, invalid: 1 } });
  expect(await stored()).toMatchObject([{ phone: ada, custom_fields: {} }]);
});
