import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { importer } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
const { upload, run } = importer(() => service);
const [ADA, BEN] = ["+4915112345678", "+4915112345679"] as const;

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await service.call("POST", "/groups", { name: "Second" });
});
afterAll(() => service.end());
beforeEach(async () => {
  await service.pool.query("delete from subscribers");
  await service.pool.query("truncate suppressions, import_mappings, import_people, imports, jobs cascade");
});

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
