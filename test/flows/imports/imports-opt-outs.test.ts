import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { importer } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
const { upload, run, empty } = importer(() => service);
const [ADA, BEN] = ["+4915112345678", "+4915112345679"] as const;

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await service.call("POST", "/groups", { name: "Second" });
});
afterAll(() => service.end());
beforeEach(() => empty());

/** Memberships in force, as number and state, and the numbers on the list. */
async function standing() {
  const members = await service.pool.query<{ phone: string; state: string }>(
    "select s.phone, m.state from memberships m join subscribers s on s.id = m.subscriber_id order by 1, m.group_id",
  );
  const listed = await service.pool.query<{ phone: string }>("select phone from suppressions order by 1");
  return {
    members: members.rows.map(({ phone, state }) => `${phone} ${state}`),
    listed: listed.rows.map(({ phone }) => phone),
  };
}

test.each([
  ["before", ["unsubscribed", "active"], 0],
  ["after", ["active", "unsubscribed"], 0],
  ["far before", ["unsubscribed", "active"], 6_000],
  ["far after", ["active", "unsubscribed"], 6_000],
])("a row that says unsubscribed counts %s another one with its number", async (_where, states, between) => {
  const others = Array.from({ length: between }, (_, nth) => `P,+49151${20_000_000 + nth},active\n`).join("");
  const done = await run(`Name,Mobile,Status\nAda,015112345678,${states[0]}\n${others}Ada,015112345678,${states[1]}\n`);
  expect(done.result).toMatchObject({ rows: between + 2, duplicates: 1, unsubscribed: 1, created: between });
  const { members, listed } = await standing();
  expect([members.length, listed]).toEqual([between, [ADA]]);
});

const MAILCHIMP =
  "Email Address,First Name,Phone Number,UNSUB_TIME,UNSUB_REASON\na@x,Ada,015112345678,2026-01-01,none\n";

test.each([
  ["Name,Mobile,Opt-Out\nAda,015112345678,yes\n"],
  ["Name,Mobile,Unsubscribed At\nAda,015112345678,\n"],
  [MAILCHIMP],
])("a file whose headings speak of opt-outs is refused until the call says what the people are: %j", async (file) => {
  const answer = await upload(file);
  expect([answer.status, answer.body.data.details[0].field]).toEqual([400, "state"]);
  expect(answer.body.message).toContain("state=unsubscribed");
  await run(file, { state: "unsubscribed" });
  expect(await standing()).toEqual({ members: [], listed: [ADA] });
});

test("a mapping answers for a file whose headings speak of opt-outs, and is not remembered", async () => {
  const mapping = JSON.stringify({ "First Name": "name", "Phone Number": "phone" });
  const { preview } = await run(MAILCHIMP, { mapping });
  expect(preview.warnings).toEqual([
    expect.stringContaining('"UNSUB_TIME"'),
    expect.stringContaining('"UNSUB_REASON"'),
  ]);
  expect((await upload(MAILCHIMP)).status).toBe(400);
});

test("a mapping that skips the column of states is not remembered, and is warned of", async () => {
  const file = "Name,Mobile,Status\nAda,015112345678,unsubscribed\n";
  const { preview } = await run(file, { mapping: JSON.stringify({ Mobile: "phone" }), dry_run: "true" });
  expect(preview.warnings).toEqual([expect.stringContaining('"Status"')]);
  const next = await run(file);
  expect(next.preview.warnings).toBeUndefined();
  expect(await standing()).toEqual({ members: [], listed: [ADA] });
});

test("a mapping that reads the column of states as something else is remembered", async () => {
  const file = (phone: string) => `Name,Mobile,State\nAda,${phone},Ohio\n`;
  const mapping = JSON.stringify({ Name: "name", Mobile: "phone", State: "field:state" });
  expect((await run(file(ADA), { mapping })).preview.warnings).toBeUndefined();
  await run(file(BEN));
  expect((await standing()).members).toEqual([`${ADA} active`, `${BEN} active`]);
});

/** Imports a person, ends their memberships as `leave` does, and deletes them. */
async function departed(phone: string, leave: () => Promise<unknown>) {
  await run(`Mobile\n${phone}\n`, { group_id: "1,2" });
  await leave();
  const { items } = (await service.call("GET", "/subscribers?state=all")).body.data;
  const { id } = items.find((one: { mobile: string }) => one.mobile === phone);
  expect((await service.call("DELETE", `/subscribers/${id}`)).status).toBeLessThan(300);
}
const leaves = (phone: string) => service.call("POST", "/newsletter/unsubscribe", { mobile: phone, group_id: [1, 2] });

test("a person who left and was deleted does not come back with the next import", async () => {
  await departed("+4915112345601", () => leaves("+4915112345601"));
  const file = "Name,Mobile\nAda,+4915112345601\nBen,+4915112345679\n";
  for (const query of [{ dry_run: "true" }, {}, { on_existing: "update" }] as Record<string, string>[]) {
    const { result } = await run(file, { group_id: "1,2", ...query });
    expect([result.stayed_out, result.created + result.updated + result.unchanged]).toEqual([1, 2]);
  }
  expect((await standing()).members).toEqual([`${BEN} active`, `${BEN} active`]);
  expect((await service.pool.query("select from subscribers where phone = '+4915112345601'")).rows).toEqual([]);
});

test("a consent of a later time brings back a person who left and was deleted, an earlier one does not", async () => {
  await departed("+4915112345602", () => leaves("+4915112345602"));
  const later = new Date(Date.now()).toISOString();
  const file = (at: string) => `Mobile,Consent at\n+4915112345602,${at}\n`;
  expect((await run(file("2020-01-01"), { group_id: "1" })).result).toMatchObject({ created: 0, stayed_out: 1 });
  expect((await run(file(later), { group_id: "1" })).result).toMatchObject({ created: 1, stayed_out: 0 });
});

test("a person who left one of two groups and was deleted comes back to neither by an import that is older than the deletion", async () => {
  await departed("+4915112345603", () =>
    service.call("POST", "/newsletter/unsubscribe", { mobile: "+4915112345603", group_id: [1] }),
  );
  const { result } = await run("Mobile\n+4915112345603\n", { group_id: "1,2" });
  expect(result.stayed_out).toBe(1);
  expect((await standing()).members).not.toContain(`${"+4915112345603"} left`);
});

test("rows of an export that say left or bounced suppress no one, and people who left stay out or leave", async () => {
  await run(`Mobile\n${ADA}\n`, { group_id: "1,2" });
  const file = `mobile,state\n${ADA},left\n${BEN},left\n+4915112345680,bounced\n+4915112345681,left\n+4915112345681,active\n`;
  const tried = await run(file, { dry_run: "true" });
  const { result } = await run(file);
  expect(result).toMatchObject({ rows: 5, invalid: 0, duplicates: 1, created: 1, unsubscribed: 0, stayed_out: 3 });
  expect({ ...result, dry_run: true }).toEqual(tried.result);
  expect(result.updated + result.unchanged).toBe(3);
  expect(await standing()).toEqual({
    members: [`${ADA} left`, `${ADA} active`, "+4915112345680 active"],
    listed: [],
  });
  expect((await run(file, { on_existing: "update" })).result).toMatchObject({ created: 0, updated: 0, stayed_out: 3 });
});

test("a row that says unsubscribed counts before one that says left", async () => {
  await run(`Mobile,Status\n${ADA},unsubscribed\n${ADA},left\n`);
  expect((await standing()).listed).toEqual([ADA]);
});

test("a person who opted out according to a file is blocked in the ledger, once, with an event, and the others are imported", async () => {
  await service.pool.query("delete from events");
  const file = `Mobile,Status\n${ADA},active\n${BEN},unsubscribed\n+4915112345680,pending\n`;
  await run(file, { dry_run: "true" });
  await run(file);
  await run(file);
  const { rows: events } = await service.pool.query("select phone, data from events where kind = 'suppression.added'");
  expect(events).toEqual([
    { phone: BEN, data: { reason: "opted out before the import", source: "import", kind: "opt_out" } },
  ]);
  const { rows } = await service.pool.query("select id from subscribers order by phone");
  const kinds = async (id: number) =>
    (await service.call("GET", `/subscribers/${id}/consents`)).body.data.items.map((one: { kind: string }) => one.kind);
  expect(await Promise.all(rows.map(({ id }) => kinds(id)))).toEqual([["imported"], ["requested"]]);
  const { body } = await service.call("POST", "/privacy/export", { mobile: BEN });
  expect(JSON.stringify(body.data).match(/"kind":"blocked"/g)).toHaveLength(1);
});

test.each([
  ["by their number", ADA, ADA],
  ["by the other number of their phone", "+541123457001", "+5491123457001"],
])("an import does not confirm a person who left, whoever has requested a code since: %s", async (_how, left, asks) => {
  await run(`Mobile\n${left}\n`, { group_id: "1,2" });
  expect((await leaves(left)).status).toBe(200);
  const request = { name: "A stranger", mobile: asks, group_id: [1], on_existing: "keep" };
  expect((await service.call("POST", "/newsletter", request)).body.data.state).toBe("pending");
  const file = `Mobile\n${asks}\n`;
  for (const mode of ["update", "add"]) {
    for (const dry_run of ["true", "false"])
      expect((await run(file, { on_existing: mode, dry_run })).result).toMatchObject({ stayed_out: 1 });
    expect((await standing()).members).not.toContain(`${asks} active`);
  }
});

test("an import adds nobody under the one number of a phone who left, and for whom a code was requested, under the other", async () => {
  const [plain, nine] = ["+541123457004", "+5491123457004"];
  await run(`Mobile\n${plain}\n`, { group_id: "1" });
  await run(`Mobile\n${nine}\n`, { group_id: "2" });
  await service.call("POST", "/newsletter/unsubscribe", { mobile: plain, group_id: [1] });
  const request = { name: "A stranger", mobile: plain, group_id: [1], on_existing: "keep" };
  expect((await service.call("POST", "/newsletter", request)).body.data.state).toBe("pending");
  expect((await run(`Mobile\n${nine}\n`, { group_id: "1", on_existing: "add" })).result.stayed_out).toBe(1);
  expect((await standing()).members.toSorted()).toEqual([`${plain} pending`, `${nine} active`]);
});

test("a consent that is newer than their leaving confirms a person who left and for whom a code was requested", async () => {
  await run(`Mobile\n${ADA}\n`, { group_id: "1" });
  await leaves(ADA);
  await service.call("POST", "/newsletter", { name: "Ada", mobile: ADA, double_opt_in: true });
  const consent = `Mobile,Consent at\n${ADA},${new Date().toISOString()}\n`;
  await run(consent, { on_existing: "update" });
  expect((await standing()).members).toEqual([`${ADA} active`]);
});

test("an import confirms people who were only ever pending", async () => {
  await service.call("POST", "/newsletter", { name: "Ada", mobile: ADA, double_opt_in: true });
  expect((await run(`Mobile\n${ADA}\n`, { on_existing: "add" })).result).toMatchObject({ updated: 1, stayed_out: 0 });
  expect((await standing()).members).toEqual([`${ADA} active`]);
});

test.each([
  ["unsubscribed", ["left", "left"]],
  ["left", ["left", "active"]],
])("a row that says %s counts for the memberships under both numbers of a phone", async (state, after) => {
  const [plain, nine] = ["+541123457002", "+5491123457002"];
  await run(`Mobile\n${nine}\n`, { group_id: "1,2" });
  await run(`Mobile,Status\n${plain},${state}\n`, { group_id: "1" });
  expect((await standing()).members.filter((member) => member.startsWith(nine))).toEqual(
    after.map((one) => `${nine} ${one}`),
  );
});

test("a row that says unsubscribed keeps the other number of its phone out of the groups of the same file", async () => {
  const [plain, nine] = ["+541123457003", "+5491123457003"];
  await service.call("POST", "/newsletter", { name: "Ada", mobile: nine, double_opt_in: true });
  await run(`Mobile,Status\n${plain},unsubscribed\n${nine},active\n`, { on_existing: "update" });
  const { members, listed } = await standing();
  expect(members.filter((member) => !member.endsWith(" left"))).toEqual([]);
  expect(listed).toEqual([plain, nine]);
});
