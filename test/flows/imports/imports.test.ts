import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { suppress } from "../../support/database/ledger.ts";
import { apiWith } from "../../support/service/api.ts";
import { importer } from "../../support/people/imports.ts";
import { startTestService, type Answer, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
const { upload, run, ended, errors, empty } = importer(() => service);

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await service.call("POST", "/groups", { name: "Second" });
});
afterAll(() => service.end());
beforeEach(() => empty());

type Person = { phone: string; name: string; custom_fields: object; groups: Record<string, string> };

/** Everyone in the database, by number. */
async function people(): Promise<Person[]> {
  const { rows } = await service.pool.query<Person>(`
    select s.phone, s.name, s.custom_fields,
      coalesce((select json_object_agg(group_id, state) from memberships where subscriber_id = s.id), '{}') as groups
    from subscribers s order by s.phone`);
  return rows;
}

async function left(): Promise<number> {
  const { rows } = await service.pool.query<{ n: number }>(
    "select (select count(*) from imports) + (select count(*) from import_parts) + (select count(*) from import_people) + (select count(*) from import_erasures) as n",
  );
  return Number(rows[0]!.n);
}

const counts = {
  rows: 0,
  invalid: 0,
  duplicates: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  suppressed: 0,
  unsubscribed: 0,
  stayed_out: 0,
  dry_run: false,
  group_ids: [1],
};
const ada = { phone: "+4915112345678", name: "Ada", custom_fields: {}, groups: { 1: "active" } };

test("a table becomes subscribers with memberships and consents, and nothing of the file is left", async () => {
  const done = await run("Name;Mobile;City\r\nAda;0151 12345678;Köln\r\nBen;+49 151 1234-5679;\r\n", {
    mapping: JSON.stringify({ Name: "name", Mobile: "phone", City: "field:city" }),
    consent_source: "paper form",
    consent_wording: "News by SMS",
  });
  expect(done).toMatchObject({
    state: "completed",
    progress: { done: 2, total: 2 },
    result: { ...counts, rows: 2, created: 2 },
  });
  expect(await people()).toEqual([
    { ...ada, custom_fields: { city: "Köln" } },
    { ...ada, phone: "+4915112345679", name: "Ben" },
  ]);
  const { rows } = await service.pool.query("select kind, source, actor, wording, group_id::int from consents");
  expect(rows).toEqual(
    Array.from({ length: 2 }, () => ({
      kind: "imported",
      source: "paper form",
      actor: "builtin:1",
      wording: "News by SMS",
      group_id: 1,
    })),
  );
  expect(await left()).toBe(0);
});

test("the reply shows how the file is read", async () => {
  const { preview } = await run(
    "sep=;\r\nFirst Name;Last Name;SMS Phone Number;Notes\r\nAda;Lovelace;4,92E+11;x\r\nBen;;0151 12345678;y\r\n",
    { dry_run: "true" },
  );
  expect(preview).toMatchObject({
    encoding: "utf-8",
    delimiter: ";",
    columns: [
      { heading: "First Name", target: "first_name" },
      { heading: "Last Name", target: "last_name" },
      { heading: "SMS Phone Number", target: "phone" },
      { heading: "Notes", target: "skip" },
    ],
    samples: [
      {
        row: 2,
        mobile: null,
        error: "Column 3 (phone) was rounded by a spreadsheet program: export the column as text.",
      },
      { row: 3, mobile: "+4915112345678", name: "Ben", custom_fields: {}, state: "active", error: null },
    ],
  });
});

const table = "Name,Mobile\nJörg Müßig,015112345678\n";
const utf16 = (text: string) => Buffer.from(text, "utf16le");
test.each<[string, Uint8Array, string]>([
  ["UTF-8", Buffer.from(table), "utf-8"],
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${table}`), "utf-8"],
  ["windows-1252", Buffer.from(table, "latin1"), "windows-1252"],
  ["UTF-16 with a byte order mark", utf16(`\uFEFF${table}`), "utf-16le"],
  ["UTF-16 without one", utf16(table), "utf-16le"],
  ["UTF-16 big-endian", utf16(`\uFEFF${table}`).swap16(), "utf-16be"],
])("umlauts survive in %s", async (_name, file, encoding) => {
  const done = await run(file);
  expect(done.preview.encoding).toBe(encoding);
  expect(await people()).toEqual([{ ...ada, name: "Jörg Müßig" }]);
});

test("an umlaut far behind the beginning of a windows-1252 file survives", async () => {
  const rows = Array.from({ length: 20_000 }, (_, nth) => `Ada,+49151${String(20_000_000 + nth)}\n`).join("");
  await run(Buffer.from(`Name,Mobile\n${rows}Jörg,015112345678\n`, "latin1"));
  expect((await people())[0]).toEqual({ ...ada, name: "Jörg" });
  expect(await people()).toHaveLength(20_001);
});

test("quotes, line breaks, NUL and formulas in cells are text", async () => {
  const cells = [
    `"Ada ""the first""\nof all",015112345601`,
    `A\u0000da,015112345602`,
    `=HYPERLINK("x"),015112345603`,
    `"=1+1",'+4915112345604`,
    `"a;b,c",015112345605`,
  ];
  expect(await run(`Name,Mobile\n${cells.join("\n")}\n`)).toMatchObject({
    result: { rows: 5, created: 5, invalid: 0 },
  });
  expect((await people()).map(({ name }) => name)).toEqual([
    'Ada "the first" of all',
    "A da",
    '=HYPERLINK("x")',
    "=1+1",
    "a;b,c",
  ]);
});

test("a cell of a megabyte is an error of its row, and the rows around it are imported", async () => {
  const done = await run(`Name,Mobile\nAda,015112345678\n"${"x\n".repeat(524_288)}",015112345679\nBen,015112345680\n`);
  expect(done).toMatchObject({ state: "completed", result: { rows: 3, created: 2, invalid: 1 } });
  expect(await errors(done.id)).toBe("row,column,target,error\r\n3,1,name,is longer than 250 characters\r\n");
});

test("a quotation mark that is never closed fails the import with its row, and imports nobody", async () => {
  const rows = Array.from({ length: 10_000 }, (_, nth) => `Ada,+49151${20_000_000 + nth}\n`).join("");
  const done = await run(`Name,Mobile\n${rows}"Ben,015112345678\n${rows.repeat(3)}`);
  expect(done).toMatchObject({ state: "failed", error: expect.stringContaining("row 10002 is never closed") });
  expect(await people()).toEqual([]);
  expect(await left()).toBe(0);
});

test("rows that cannot be read are counted exactly, and listed without their values", async () => {
  const rows = Array.from({ length: 5_000 }, (_, nth) =>
    nth % 50 === 7 ? `Bad,12\n` : `P${nth},+49151${20_000_000 + nth}\n`,
  );
  const done = await run(`Name,Mobile\n${rows.join("")}\n\n`);
  expect(done.result).toEqual({ ...counts, rows: 5_000, invalid: 100, created: 4_900 });
  const lines = (await errors(done.id)).trim().split("\r\n");
  expect(lines.slice(0, 3)).toEqual([
    "row,column,target,error",
    "9,2,phone,is too short for a phone number",
    "59,2,phone,is too short for a phone number",
  ]);
  expect(lines).toHaveLength(101);
});

test("of two rows with one number the later one counts, however it is written and however far behind", async () => {
  const rows = Array.from({ length: 12_000 }, (_, nth) => `P${nth},+49151${20_000_000 + nth}\n`).join("");
  const done = await run(`Name,Mobile\nFirst,015112345678\nSecond,+4915112345678\n${rows}Last,0049 151 12345678\n`);
  expect(done.result).toEqual({ ...counts, rows: 12_003, duplicates: 2, created: 12_001 });
  expect((await people())[0]!.name).toBe("Last");
});

test("numbers that opted out stay out, whatever the file says of them", async () => {
  await suppress(service.pool, ["+4915112345678", "+4915112345679"]);
  await service.pool.query("insert into subscribers (phone, name) values ('+4915112345679', 'Old')");
  const done = await run(
    "Name,Mobile,Status\nAda,015112345678,active\nBen,015112345679,active\nCleo,015112345680,active\n",
    { on_existing: "update" },
  );
  expect(done.result).toEqual({ ...counts, rows: 3, created: 1, suppressed: 2 });
  expect(await people()).toEqual([
    { ...ada, phone: "+4915112345679", name: "Old", groups: {} },
    { ...ada, phone: "+4915112345680", name: "Cleo" },
  ]);
});

test("people who left a group do not come back to it, and known people change only where that was requested", async () => {
  await run("Name,Mobile\nAda,015112345678\nBen,015112345679\n", { group_id: "1" });
  await service.call("POST", "/newsletter/unsubscribe", { mobile: "+4915112345678" });
  const file = "Name,Mobile\nNew Ada,015112345678\nNew Ben,015112345679\n";
  expect((await run(file, { group_id: "1,2" })).result).toEqual({
    ...counts,
    rows: 2,
    unchanged: 2,
    group_ids: [1, 2],
  });
  const done = await run(file, { group_id: "1,2", on_existing: "update" });
  expect(done.result).toEqual({ ...counts, rows: 2, updated: 2, stayed_out: 1, group_ids: [1, 2] });
  expect(await people()).toEqual([
    { ...ada, name: "New Ada", groups: { 1: "left", 2: "active" } },
    { ...ada, phone: "+4915112345679", name: "New Ben", groups: { 1: "active", 2: "active" } },
  ]);
  expect((await run(file, { group_id: "1,2", on_existing: "update" })).result).toMatchObject({
    updated: 0,
    unchanged: 2,
  });
});

test("rows that say unsubscribed suppress their numbers and end subscriptions", async () => {
  await run("Name,Mobile\nAda,015112345678\n");
  const done = await run(
    "Email Address,First Name,Phone Number,Status\na@x,Ada,015112345678,unsubscribed\nb@x,Ben,015112345679,cleaned\nc@x,Cleo,015112345680,subscribed\n",
  );
  expect(done.result).toEqual({ ...counts, rows: 3, created: 1, unsubscribed: 2 });
  expect((await people()).map(({ phone, groups }) => [phone, groups])).toEqual([
    ["+4915112345678", { 1: "left" }],
    ["+4915112345680", { 1: "active" }],
  ]);
  const { rows } = await service.pool.query("select phone, reason, source from suppressions order by phone");
  expect(rows).toEqual(
    ["+4915112345678", "+4915112345679"].map((phone) => ({
      phone,
      reason: "opted out before the import",
      source: "import",
    })),
  );
});

test("consent is recorded with the time and the source of the file", async () => {
  const file =
    "contact_id,sender_id,status,source,date_of_consent,consent_source\n+4915112345678,S,opt-in,website,2026-03-01T10:00:00Z,website\n+4915112345679,S,opt-in,website,2099-01-01,website\n+4915112345680,S,opt-out,website,2026-03-01,website\n";
  const done = await run(file);
  expect(done.result).toEqual({ ...counts, rows: 3, created: 1, invalid: 1, unsubscribed: 1 });
  const { rows } = await service.pool.query("select at, source, kind from consents");
  expect(rows).toEqual([{ at: new Date("2026-03-01T10:00:00Z"), source: "website", kind: "imported" }]);
});

test("the file of listmonk has its numbers among the attributes", async () => {
  await run(
    `email,name,attributes\na@x,Ada,"{""phone"": ""+4915112345678"", ""city"": ""Köln"", ""vip"": true, ""tags"": [1]}"\n`,
  );
  expect(await people()).toEqual([{ ...ada, custom_fields: { city: "Köln", vip: true } }]);
});

test("the export of WP SMS needs no mapping", async () => {
  const done = await run(
    "ID,date,name,mobile,status,group_ID\n1,2024-01-01 10:00:00,Ada,+4915112345678,1,1\n2,2024-01-01 10:00:00,Ben,+4915112345679,0,1\n",
  );
  expect(done.result).toMatchObject({ created: 2, invalid: 0 });
  expect((await people()).map(({ groups }) => groups)).toEqual([{ 1: "active" }, { 1: "pending" }]);
});

test("a dry run counts what an import would do, and changes nothing", async () => {
  await run("Name,Mobile\nAda,015112345678\n");
  await suppress(service.pool, "+4915112345679");
  const before = [await people(), (await service.pool.query("select * from suppressions")).rows];
  const file =
    "Name,Mobile,Status\nAnn,015112345678,active\nBen,015112345679,active\nCleo,015112345680,active\nDan,015112345681,unsubscribed\nx,12,active\n";
  const tried = await run(file, { dry_run: "true", on_existing: "update" });
  expect(tried.result).toEqual({
    ...counts,
    rows: 5,
    invalid: 1,
    created: 1,
    updated: 1,
    suppressed: 1,
    unsubscribed: 1,
    dry_run: true,
  });
  expect([await people(), (await service.pool.query("select * from suppressions")).rows]).toEqual(before);
  expect(await left()).toBe(0);
  expect((await run(file, { on_existing: "update" })).result).toEqual({ ...tried.result, dry_run: false });
});

test("a mapping is remembered for the next file with the same headings", async () => {
  const file = (phone: string) => `Wer,Wo,Womit\nAda,Köln,${phone}\n`;
  await run(file("015112345678"), { mapping: JSON.stringify({ Wer: "name", Womit: "phone", Wo: "field:city" }) });
  await run(file("015112345679"));
  expect(await people()).toEqual([
    { ...ada, custom_fields: { city: "Köln" } },
    { ...ada, phone: "+4915112345679", custom_fields: { city: "Köln" } },
  ]);
});

test("a file without headings is read by the numbers of its columns", async () => {
  const done = await run("015112345678\n015112345679\n", { header: "false", mapping: JSON.stringify({ 1: "phone" }) });
  expect(done.result).toMatchObject({ rows: 2, created: 2 });
});

test.each([
  ["an empty file", "", {}, "file"],
  ["headings alone that are unknown", "A,B\n1,2\n", {}, "mapping"],
  ["a mapping to something unknown", "A,B\n1,2\n", { mapping: '{"A":"telephone"}' }, "mapping.A"],
  ["a mapping of a column that is not there", "Mobile\n1\n", { mapping: '{"Phone":"phone"}' }, "mapping"],
  ["a group that does not exist", "Mobile\n015112345678\n", { group_id: "999" }, "group_id"],
  ["an unknown country", "Mobile\n015112345678\n", { country: "XX" }, "country"],
  ["an unknown state", "Mobile\n015112345678\n", { state: "maybe" }, "state"],
  ["an unknown parameter", "Mobile\n015112345678\n", { dryrun: "true" }, "dryrun"],
])("%s is refused, and nothing is left of it", async (_name, file, query, field) => {
  const answer = await upload(file, query as Record<string, string>);
  expect([answer.status, answer.body.data.details[0].field]).toEqual([400, field]);
  expect(await left()).toBe(0);
});

test("a file that is too large is refused while it arrives, and nothing is left of it", async () => {
  const route = service.routes.find(({ operationId }) => operationId === "importSubscribers")!;
  const small = { ...route, upload: { ...route.upload!, most: 1024 * 1024 } };
  const { call } = apiWith(service.store.db, [small]);
  const part = Buffer.alloc(100_000, "Ada,015112345678\n");
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(sent === 1 ? Buffer.from("Name,Mobile\n") : part);
    },
  });
  const init = { method: "POST", headers: { "content-type": "text/csv" }, body, duplex: "half" };
  const answer = await call("/imports", init as RequestInit);
  expect(answer.status).toBe(413);
  expect(sent).toBeLessThan(20);
  expect(await left()).toBe(0);
});

async function postForm(content: string | Uint8Array<ArrayBuffer>, dryRun = false) {
  const form = new FormData();
  form.set("file", new File([content], "people.csv", { type: "text/csv" }));
  if (dryRun) form.set("dry_run", "true");
  // As bytes: undici does not expect that a form which it is still writing is no longer read.
  const written = new Response(form);
  const authorization = `Basic ${btoa(`${service.admin.user}:${service.admin.password}`)}`;
  const headers = { authorization, "content-type": written.headers.get("content-type")! };
  const body = await written.arrayBuffer();
  return service.app.request("http://127.0.0.1/svc/v1/imports", { method: "POST", headers, body });
}

test("a form that is too large is told that the file alone may be larger", async () => {
  const answer = await postForm(Buffer.alloc(9 * 1024 * 1024, table));
  const { message } = (await answer.json()) as { readonly message: string };
  expect([answer.status, message]).toEqual([413, expect.stringContaining("Content-Type: text/csv: up to 209715200")]);
});

test("an upload that breaks off leaves nothing", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.from("Name,Mobile\n"));
      controller.error(new Error("the client is gone"));
    },
  });
  const response = await service.app.request("http://127.0.0.1/svc/v1/imports", {
    method: "POST",
    headers: {
      "content-type": "text/csv",
      authorization: `Basic ${btoa(`${service.admin.user}:${service.admin.password}`)}`,
    },
    body,
    duplex: "half",
  } as RequestInit);
  expect(response.status).toBe(400);
  expect(await left()).toBe(0);
});

test("a form may have the file in its field", async () => {
  const response = await postForm(table, true);
  const { data } = (await response.json()) as Answer["body"];
  expect([response.status, data.samples]).toMatchObject([201, [{ mobile: "+4915112345678" }]]);
  await ended(data.job.id);
});

test("a repeated call with one Idempotency-Key imports a file once, and another file is refused", async () => {
  const headers = { "idempotency-key": "import-1" };
  const first = await upload(table, {}, { headers });
  const again = await upload(table, {}, { headers });
  expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([201, 201, "true"]);
  expect(again.body.data.job.id).toBe(first.body.data.job.id);
  await ended(first.body.data.job.id);
  expect((await upload(`${table}Ben,015112345679\n`, {}, { headers })).body.code).toBe("idempotency_mismatch");
});

test("where everyone must confirm with a code, nobody is imported as active", async () => {
  await service.pool.query(`insert into settings (name, value) values ('newsletter', '{"callMaySwitchOff": false}')`);
  expect((await upload(table)).status).toBe(403);
  await run("Name,Mobile,Status\nAda,015112345678,active\n", { state: "pending" });
  expect(await people()).toEqual([{ ...ada, groups: { 1: "pending" } }]);
  await service.pool.query("delete from settings where name = 'newsletter'");
});

test("neither the log nor the job has a number or a name of the file", async () => {
  const done = await run("Name,Mobile\nCanaryName,015112345678\n");
  const seen = JSON.stringify([service.logged, done.result, (await service.pool.query("select * from jobs")).rows]);
  for (const word of ["CanaryName", "15112345678"]) expect(seen).not.toContain(word);
});
