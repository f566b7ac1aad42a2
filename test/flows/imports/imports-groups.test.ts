import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { suppress } from "../../support/database/ledger.ts";
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
  await service.pool.query("delete from groups where id > 1");
});

const [ada, ben, cleo, dan] = ["+4915112345601", "+4915112345602", "+4915112345603", "+4915112345604"];

async function group(name: string): Promise<number> {
  return (await service.call("POST", "/groups", { name })).body.data.id;
}
/** Each person's groups with their state, by name of the group. */
async function memberships(): Promise<Record<string, Record<string, string>>> {
  const { rows } = await service.pool.query<{ phone: string; groups: Record<string, string> }>(`
    select s.phone, coalesce((select json_object_agg(g.name, m.state order by g.name) from memberships m
      join groups g on g.id = m.group_id where m.subscriber_id = s.id), '{}') as groups
    from subscribers s order by s.phone`);
  return Object.fromEntries(rows.map(({ phone, groups }) => [phone, groups]));
}
const names = async (): Promise<string[]> =>
  (await service.pool.query('select name from groups order by name collate "C"')).rows.map(({ name }) => name);
/** The errors of an import, without the headings. */
const listed = async (id: string): Promise<string[]> => (await errors(id)).trim().split("\r\n").slice(1);
const create = { on_unknown_group: "create" };

test("a column of groups puts each person into theirs, by name in any case or by id; without one into the first group", async () => {
  const shop = await group("Shop, online");
  await group("Café");
  const done = await run(
    `Mobile,Groups\n${ada},"""SHOP, online"", Cafe\u0301"\n${ben},"${shop}, , ${shop}"\n${cleo},\n${dan},newsletter\n`,
  );
  expect(done.result).toMatchObject({ rows: 4, invalid: 0, created: 4 });
  expect(done.result).not.toHaveProperty("new_groups");
  expect(await memberships()).toEqual({
    [ada!]: { Café: "active", "Shop, online": "active" },
    [ben!]: { "Shop, online": "active" },
    [cleo!]: { Newsletter: "active" },
    [dan!]: { Newsletter: "active" },
  });
  expect(done.preview.columns[1]).toEqual({ heading: "Groups", target: "groups" });
  expect(done.preview.samples[0].groups).toEqual([
    { name: "SHOP, online", state: "active" },
    { name: "Cafe\u0301", state: "active" },
  ]);
});

test("a row that only names groups that were left joins no group, and is left out if that group is unknown", async () => {
  await group("Shop");
  const done = await run(`Mobile,Left groups\n${ada},Shop\n${ben},Shopp\n${cleo},\n`);
  expect(done.result).toMatchObject({ rows: 3, invalid: 1, created: 1 });
  expect(await memberships()).toEqual({ [cleo!]: { Newsletter: "active" } });
});

test("a row that ends a subscription creates no group", async () => {
  await run(`Mobile,Status,Groups\n${ada},unsubscribed,Nowhere\n`, create);
  expect(await names()).toEqual(["Newsletter"]);
});

test("groups of the whole file are joined besides those of the row", async () => {
  const [all, shop] = [await group("All"), await group("Shop")];
  await run(`Mobile,Groups\n${ada},Shop\n${ben},\n${cleo},all\n`, { group_id: String(all) });
  expect(await memberships()).toEqual({
    [ada!]: { All: "active", Shop: "active" },
    [ben!]: { All: "active" },
    [cleo!]: { All: "active" },
  });
  expect(shop).toBeGreaterThan(all);
});

test("the result names the groups that everyone of the file joins: none if rows name theirs, or leave them", async () => {
  const [all, shop] = [await group("All"), await group("Shop")];
  const joined = async (file: string, input: Record<string, string> = {}) => (await run(file, input)).result.group_ids;
  const one = `Mobile\n${ada}\n`;
  expect(await joined(one)).toEqual([1]);
  expect(await joined(one, { group_id: `${all},${shop}`, dry_run: "true" })).toEqual([all, shop]);
  expect(await joined(`Mobile,Groups\n${ada},Shop\n`, { group_id: String(all) })).toEqual([all]);
  expect(await joined(`Mobile,Groups\n${ada},Shop\n`)).toEqual([]);
  expect(await joined(one, { group_id: String(all), state: "left" })).toEqual([]);
});

test("the result names the groups that people of a file join, also those that were created for it", async () => {
  const [all, shop, gone] = [await group("All"), await group("Shop"), await group("Gone")];
  const joined = async (file: string, input: Record<string, string> = {}) =>
    (await run(file, input)).result.joined_group_ids;
  expect(await joined(`Mobile\n${ada}\n`)).toBeUndefined();
  expect(await joined(`Mobile,Groups,Left groups\n${ada},Shop,Gone\n`)).toEqual([shop]);
  expect(await joined(`Mobile,Groups\n${ada},Shop\n${ben},\n`)).toEqual([shop, 1]);
  expect(await joined(`Mobile,Groups,Status\n${ada},Shop,active\n${ben},Gone,left\n`)).toEqual([shop]);
  const file = `Mobile,Groups\n${ada},"Fresh, Shop"\n`;
  expect(await joined(file, { ...create, group_id: String(all), dry_run: "true" })).toEqual([shop, all]);
  const made = await joined(file, { ...create, group_id: String(all) });
  const [fresh] = (await service.call("GET", "/groups?search=Fresh")).body.data.items;
  expect(made.toSorted()).toEqual([all, shop, fresh.id].toSorted());
  expect(gone).toBeGreaterThan(shop);
});

test("a row with an unknown group is left out, with its place and without the name", async () => {
  await group("Shop");
  const done = await run(
    `Mobile,Groups\n${ada},"Shop, Nowhere"\n${ben},Shop\n${cleo},4711\n${dan},999999999999999999\n`,
  );
  expect(done.result).toMatchObject({ rows: 4, invalid: 3, created: 1 });
  const reason = '"names a group that does not exist, and new groups were not asked for"';
  expect(await listed(done.id)).toEqual([2, 4, 5].map((row) => `${row},2,groups,${reason}`));
  expect(await names()).toEqual(["Newsletter", "Shop"]);
  expect(done.preview.samples[0]).toMatchObject({ groups: null, error: expect.stringContaining("does not exist") });
});

test("unknown groups are created on request, once each, and a dry run lists them with the number of their people", async () => {
  await group("Shop");
  const file = `Mobile,Tags\n${ada},"""VIP"",""Ünique"",""Shop"""\n${ben},"""vip"",""ÜNIQUE"""\n${cleo},"""Empty"""\n${cleo},"""VIP"""\n015,"""Bad row"""\n`;
  const tried = await run(file, { ...create, dry_run: "true" });
  expect(tried.result).toMatchObject({ created: 3, invalid: 1, duplicates: 1, dry_run: true });
  expect(tried.result.new_groups).toEqual([
    { id: null, name: "VIP", people: 3 },
    { id: null, name: "Ünique", people: 2 },
    { id: null, name: "Empty", people: 1 },
  ]);
  expect([await names(), await memberships()]).toEqual([["Newsletter", "Shop"], {}]);
  const done = await run(file, create);
  expect(done.result.new_groups).toEqual(
    tried.result.new_groups.map((one: object) => ({ ...one, id: expect.any(Number) })),
  );
  expect(await names()).toEqual(["Empty", "Newsletter", "Shop", "VIP", "Ünique"]);
  expect(await memberships()).toEqual({
    [ada!]: { Shop: "active", VIP: "active", Ünique: "active" },
    [ben!]: { VIP: "active", Ünique: "active" },
    [cleo!]: { Empty: "active", VIP: "active" },
  });
  const again = await run(file, { ...create, on_existing: "update" });
  expect(again.result).toMatchObject({ unchanged: 3 });
  expect(again.result).not.toHaveProperty("new_groups");
});

test("a file with more than a hundred new groups fails, creates none and imports no one", async () => {
  const rows = Array.from(
    { length: 12_000 },
    (_, nth) => `+49151${20_000_000 + nth},${nth < 11_000 ? "Tag 0" : `Tag ${nth % 101}`}\n`,
  );
  const done = await run(`Mobile,Tags\n${rows.join("")}`, create);
  expect(done).toMatchObject({ state: "failed", error: expect.stringContaining("more than 100 groups") });
  expect([await names(), await memberships()]).toEqual([["Newsletter"], {}]);
  const fits = await run(`Mobile,Tags\n${rows.join("").replaceAll("Tag 100", "Tag 99")}`, create);
  expect(fits.result).toMatchObject({ created: 12_000 });
  expect(fits.result.new_groups).toHaveLength(100);
});

test("a column of phone numbers makes no groups", async () => {
  const done = await run(`Mobile,Number\n${ada},0151 12345699\n${ben},2027\n`, {
    ...create,
    mapping: '{"Mobile":"phone","Number":"groups"}',
  });
  expect(done.result).toMatchObject({ invalid: 1, created: 1 });
  expect(await names()).toEqual(["2027", "Newsletter"]);
  expect(await listed(done.id)).toEqual([
    '2,2,groups,"names a group that does not exist and is not created, because its name is a long number"',
  ]);
});

test("a row for each group of a person counts as one person in all of them, each in the row's own state", async () => {
  for (const name of ["One", "Two", "Three"]) await group(name);
  const filler = Array.from({ length: 6_000 }, (_, nth) => `+49151${20_000_000 + nth},1,One\n`).join("");
  const file = `mobile,status,group\n${ada},1,One\n${ben},1,One\n${ada},0,Two\n${cleo},left,One\n${cleo},1,Two\n${filler}${ada},1,Three\n${ben},1,Two\n${ben},left,One\n`;
  const done = await run(file);
  expect(done.result).toMatchObject({ rows: 6_008, duplicates: 5, created: 6_001 });
  const found = await memberships();
  expect(found[ada!]).toEqual({ One: "active", Two: "pending", Three: "active" });
  expect([found[ben!], found[cleo!]]).toEqual([undefined, undefined]);
});

test("pending and left groups of a row are joined so, and what a person left stays left", async () => {
  for (const name of ["One", "Two", "Three"]) await group(name);
  await run(`Mobile,Groups\n${ben},"One, Two"\n`);
  const file = `Mobile,Groups,Pending groups,Left groups\n${ada},"One, Two, Three",two,"Three, Nowhere"\n${ben},One,,"Two, Three"\n`;
  const tried = await run(file, { on_existing: "update", dry_run: "true" });
  const done = await run(file, { on_existing: "update" });
  expect(done.result).toMatchObject({ created: 1, updated: 1, stayed_out: 2 });
  expect(tried.result).toEqual({ ...done.result, dry_run: true });
  const expected = {
    [ada!]: { One: "active", Two: "pending", Three: "left" },
    [ben!]: { One: "active", Two: "left", Three: "left" },
  };
  expect(await memberships()).toEqual(expected);
  const next = await run(`Mobile,Groups\n${ada},"One, Two, Three"\n${ben},"One, Two, Three"\n`, {
    on_existing: "update",
  });
  expect(next.result).toMatchObject({ updated: 1, unchanged: 1, stayed_out: 2 });
  expect(await memberships()).toEqual({ ...expected, [ada!]: { One: "active", Two: "active", Three: "left" } });
});

test("a person who would only leave what they could join is not added", async () => {
  const done = await run(`Mobile,Left groups\n${ada},Newsletter\n${ben},\n`);
  expect(done.result).toMatchObject({ created: 1, unchanged: 1, stayed_out: 1 });
  expect(await memberships()).toEqual({ [ben!]: { Newsletter: "active" } });
});

test("a row that ends a subscription is honored, whatever its groups and its other cells are", async () => {
  for (const name of ["One", "Two"]) await group(name);
  await run(`Mobile,Groups\n${ada},"One, Two, Newsletter"\n${ben},"One, Two"\n${cleo},"One, Newsletter"\n`);
  const file = `Mobile,Status,Groups,Locale,Consent IP\n${ada},left,"One, Nowhere",xx_YY,none\n${ben},unsubscribed,Nowhere,,\n${cleo},left,Nowhere,,\n`;
  const done = await run(file);
  expect(done.result).toMatchObject({ rows: 3, invalid: 0, updated: 2, unsubscribed: 1 });
  expect(await memberships()).toEqual({
    [ada!]: { One: "left", Two: "active", Newsletter: "active" },
    [ben!]: { One: "left", Two: "left" },
    [cleo!]: { One: "active", Newsletter: "left" },
  });
});

test("opted-out people join no group of a row, and people who were deleted after they left it do not either", async () => {
  const [one] = [await group("One"), await group("Two")];
  await suppress(service.pool, ada!);
  await run(`Mobile,Groups\n${ben},One\n${cleo},One\n`);
  await service.call("POST", "/newsletter/unsubscribe", { mobile: ben, group_id: one });
  await service.call("POST", "/newsletter/unsubscribe", { mobile: cleo, group_id: one });
  await service.pool.query("delete from subscribers");
  const file = `Mobile,Groups,Consent at\n${ada},New,\n${ben},"One, Two",\n${cleo},One,\n${cleo},Two,2020-01-01\n`;
  const tried = await run(file, { ...create, dry_run: "true" });
  const done = await run(file, create);
  expect(done.result).toMatchObject({ created: 2, suppressed: 1, stayed_out: 2 });
  expect(done.result.new_groups).toMatchObject([{ name: "New", people: 0 }]);
  expect(tried.result).toMatchObject({ created: 2, suppressed: 1, stayed_out: 2 });
  expect(await memberships()).toEqual({ [ben!]: { Two: "active" }, [cleo!]: { Two: "active" } });
});

test("where everyone must confirm with a code, groups of rows are joined as pending, too", async () => {
  await service.pool.query(`insert into settings (name, value) values ('newsletter', '{"callMaySwitchOff": false}')`);
  await group("One");
  await run(`Mobile,Status,Groups\n${ada},active,"One, New"\n`, { ...create, state: "pending" });
  await service.pool.query("delete from settings where name = 'newsletter'");
  expect(await memberships()).toEqual({ [ada!]: { One: "pending", New: "pending" } });
});

test("each membership is in the ledger with the evidence of the row that names its group", async () => {
  const [one, two] = [await group("One"), await group("Two")];
  await run(
    `Mobile,Groups,Consent at,Consent IP,Consent source\n${ada},One,2025-01-01,192.0.2.1,fair\n${ada},Two,2026-01-01,2001:db8::2,shop\n`,
    { consent_wording: "News" },
  );
  const { rows } = await service.pool.query(
    "select group_id::int as group, kind, at, ip, source, wording from consents order by group_id",
  );
  expect(rows).toEqual([
    { group: one, kind: "imported", at: new Date("2025-01-01Z"), ip: "192.0.2.1", source: "fair", wording: "News" },
    { group: two, kind: "imported", at: new Date("2026-01-01Z"), ip: "2001:db8::2", source: "shop", wording: "News" },
  ]);
});

test("ids of groups of another service are not mistaken for those of this one, and the reply says so", async () => {
  await group("Second");
  const file = `ID,date,name,mobile,status,group_ID\n1,2024-01-01 10:00:00,Ada,${ada},1,2\n`;
  const done = await run(file);
  expect(done.preview.columns.at(-1)).toEqual({ heading: "group_ID", target: "skip" });
  expect(done.preview.warnings).toEqual([expect.stringContaining('"group_ID" seems to have ids of groups')]);
  expect(await memberships()).toEqual({ [ada!]: { Newsletter: "active" } });
});

test("another answer to unknown groups than error and create is refused", async () => {
  const answer = await upload("Mobile,Groups\n015112345601,Nowhere\n", { on_unknown_group: "perhaps" });
  expect([answer.status, answer.body.data.details[0].field]).toEqual([400, "on_unknown_group"]);
});
