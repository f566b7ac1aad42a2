import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { importer } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
const { run, empty } = importer(() => service);

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await service.call("POST", "/groups", { name: "Second" });
});
afterAll(() => service.end());
beforeEach(() => empty());

test("known people join groups and get what they lack, and keep what they have, with on_existing=add", async () => {
  const mapping = JSON.stringify({
    Name: "name",
    Mobile: "phone",
    City: "field:City",
    Shoe: "field:Shoe",
    locale: "locale",
  });
  await run("Name,Mobile,City,Shoe,locale\nAda,015112345678,Bonn,,\n,015112345679,,,de\nCleo,015112345680,,,\n", {
    group_id: "1",
    mapping,
  });
  await service.call("POST", "/newsletter/unsubscribe", { mobile: "+4915112345680" });
  const file =
    "Name,Mobile,City,Shoe,locale\nNew Ada,015112345678,Köln,41,fr\nBen,015112345679,Rome,,fr\nCleo,015112345680,,,\nDan,015112345681,,,\n";
  const add = { group_id: "1,2", on_existing: "add" };
  const tried = await run(file, { ...add, mapping, dry_run: "true" });
  const done = await run(file, { ...add, mapping });
  expect(done.result).toMatchObject({
    rows: 4,
    created: 1,
    updated: 3,
    unchanged: 0,
    stayed_out: 1,
    group_ids: [1, 2],
  });
  expect(tried.result).toEqual({ ...done.result, dry_run: true });
  const { rows } = await service.pool.query(
    `select name, custom_fields as fields, locale, (
       select json_object_agg(group_id, state) from memberships where subscriber_id = s.id) as groups
     from subscribers s order by phone`,
  );
  expect(rows).toEqual([
    { name: "Ada", fields: { City: "Bonn", Shoe: "41" }, locale: "fr", groups: { 1: "active", 2: "active" } },
    { name: "Ben", fields: { City: "Rome" }, locale: "de", groups: { 1: "active", 2: "active" } },
    { name: "Cleo", fields: {}, locale: null, groups: { 1: "left", 2: "active" } },
    { name: "Dan", fields: {}, locale: null, groups: { 1: "active", 2: "active" } },
  ]);
  expect((await run(file, { ...add, mapping })).result).toMatchObject({ updated: 0, unchanged: 4 });
});

test("a field whose value is empty is one that a known person lacks", async () => {
  const [mobile, custom_fields] = ["+4915112345699", { City: "", Shoe: 0 }];
  const known = await service.call("POST", "/subscribers", {
    name: "Eve",
    mobile,
    custom_fields,
    double_opt_in: false,
  });
  expect(known.body.data, JSON.stringify(known.body)).toMatchObject({ custom_fields });
  const mapping = JSON.stringify({ Mobile: "phone", City: "field:City", Shoe: "field:Shoe" });
  const done = await run(`Mobile,City,Shoe\n${mobile},Köln,41\n`, { group_id: "1", on_existing: "add", mapping });
  expect(done.result).toMatchObject({ updated: 1 });
  const { rows } = await service.pool.query("select custom_fields as fields from subscribers");
  expect(rows).toEqual([{ fields: { City: "Köln", Shoe: 0 } }]);
});
